/** Streams over each channel: back-pressure, ends and errors. */
import { expect, it } from 'vitest';
import { PortError } from '../src/contract/index.ts';
import { overEveryChannel } from './test-environment/port-channels.ts';

overEveryChannel(({ port }) => {
  it('pauses a stream of ten thousand items while the reader is slow, and loses none', async () => {
    let produced = 0;
    const connected = await port({
      streams: {
        socket: async function* () {
          await Promise.resolve();
          for (; produced < 10_000; produced++) yield { kind: 'text' as const, text: String(produced) };
        },
      },
    });
    const reader = connected.open('socket', { connection: 'x', path: '/' })[Symbol.asyncIterator]();
    expect((await reader.next()).value).toEqual({ kind: 'text', text: '0' });
    // When a later call has returned, the host had time to produce everything the window allows.
    await expect(connected.call('workspace.load', {})).rejects.toMatchObject({ code: 'unsupported' });
    expect(produced).toBeLessThan(200);
    let next = 1;
    for (let item = await reader.next(); item.done !== true; item = await reader.next()) {
      if (item.value.kind !== 'text' || item.value.text !== String(next))
        expect.unreachable(`item ${next} is missing`);
      next++;
    }
    expect(next).toBe(10_000);
    connected.close();
  });

  it.each(['leaves the loop', 'aborts'])('ends the stream on the host when the reader %s', async (how) => {
    let ended: (() => void) | undefined;
    const over = new Promise<void>((resolve) => (ended = resolve));
    const connected = await port({
      streams: {
        socket: async function* (_params, signal) {
          try {
            yield { kind: 'heartbeat' as const };
            await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
          } finally {
            ended?.();
          }
        },
      },
    });
    const abort = new AbortController();
    const read = async (): Promise<void> => {
      for await (const item of connected.open(
        'socket',
        { connection: 'x', path: '/' },
        { signal: abort.signal },
      )) {
        expect(item.kind).toBe('heartbeat');
        if (how === 'aborts') abort.abort();
        else break;
      }
    };
    if (how === 'aborts') await expect(read()).rejects.toMatchObject({ code: 'cancelled' });
    else await read();
    await over;
    connected.close();
  });

  it('ends a cancelled stream whose handler ignores its signal', async () => {
    let ended: (() => void) | undefined;
    const over = new Promise<void>((resolve) => (ended = resolve));
    const connected = await port({
      streams: {
        socket: async function* () {
          try {
            await Promise.resolve();
            for (;;) yield { kind: 'heartbeat' as const };
          } finally {
            ended?.();
          }
        },
      },
    });
    for await (const item of connected.open('socket', { connection: 'x', path: '/' })) {
      expect(item.kind).toBe('heartbeat');
      break;
    }
    await over;
    connected.close();
  });

  it('delivers the items of a stream that fails midway, then its error', async () => {
    const connected = await port({
      streams: {
        'connections.watch': async function* () {
          yield { changed: true as const };
          await Promise.resolve();
          throw new PortError({ code: 'storage', message: 'The disk is full.' });
        },
      },
    });
    let seen = 0;
    const read = async (): Promise<void> => {
      for await (const item of connected.open('connections.watch', {})) seen += Object.keys(item).length;
    };
    await expect(read()).rejects.toMatchObject({ code: 'storage', message: 'The disk is full.' });
    expect(seen).toBe(1);
    connected.close();
  });
});
