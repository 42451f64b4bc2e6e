/** Cancelled calls over each channel. */
import { expect, it } from 'vitest';
import { PortError } from '../src/contract/index.ts';
import { overEveryChannel } from './test-environment/port-channels.ts';

overEveryChannel(({ port }) => {
  it('signals a cancelled call to the handler', async () => {
    let heard: (() => void) | undefined;
    const aborted = new Promise<void>((resolve) => (heard = resolve));
    let begun: (() => void) | undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const connected = await port({
      calls: {
        'workspace.load': (_request, signal) =>
          new Promise((_resolve, reject) => {
            begun?.();
            signal.addEventListener('abort', () => {
              heard?.();
              reject(new Error('stopped'));
            });
          }),
      },
    });
    const abort = new AbortController();
    const answer = connected.call('workspace.load', {}, { signal: abort.signal });
    const outcome = expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    await started;
    abort.abort();
    await outcome;
    await aborted;
    connected.close();
  });

  it('reports what the handler says about a cancelled call', async () => {
    let begun: (() => void) | undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const message = 'The query was cancelled after 12 documents were read.';
    const connected = await port({
      calls: {
        'workspace.load': (_request, signal) =>
          new Promise((_resolve, reject) => {
            begun?.();
            signal.addEventListener('abort', () => reject(new PortError({ code: 'cancelled', message })));
          }),
      },
    });
    const abort = new AbortController();
    const answer = connected.call('workspace.load', {}, { signal: abort.signal });
    const outcome = expect(answer).rejects.toMatchObject({ code: 'cancelled', message });
    await started;
    abort.abort();
    await outcome;
    connected.close();
  });

  it('gives the answer of a call that was complete when it was cancelled', async () => {
    let begun: (() => void) | undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const connected = await port({
      calls: {
        'workspace.load': (_request, signal) =>
          new Promise((resolve) => {
            begun?.();
            signal.addEventListener('abort', () => resolve({ state: 'complete' }));
          }),
      },
    });
    const abort = new AbortController();
    const answer = connected.call('workspace.load', {}, { signal: abort.signal });
    await started;
    abort.abort();
    await expect(answer).resolves.toEqual({ state: 'complete' });
    connected.close();
  });

  it('does not wait for a handler that ignores the cancellation', async () => {
    let begun: (() => void) | undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const connected = await port({
      calls: { 'workspace.load': () => new Promise(() => begun?.()) },
    });
    const abort = new AbortController();
    const answer = connected.call('workspace.load', {}, { signal: abort.signal });
    const outcome = expect(answer).rejects.toMatchObject({
      code: 'cancelled',
      message: expect.stringContaining('Its progress is unknown') as unknown,
    });
    await started;
    abort.abort();
    await outcome;
    connected.close();
  });
});
