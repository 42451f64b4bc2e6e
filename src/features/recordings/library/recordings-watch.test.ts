import { describe, expect, it, vi } from 'vitest';
import type { RecordingsList } from '../../../contract/index.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { emptyList, runningExample } from '../recordings-for-tests.ts';
import { recordingsWatch } from './recordings-watch.ts';

function watchedPort() {
  const streams: ((list: RecordingsList) => void)[] = [];
  const ended: boolean[] = [];
  const port = scriptedPort({
    http: () => ({}),
    streams: {
      'recordings.watch': async function* (_params, signal) {
        const place = streams.length;
        ended[place] = false;
        const queue: RecordingsList[] = [];
        let wake: () => void = () => undefined;
        streams.push((list) => {
          queue.push(list);
          wake();
        });
        signal.addEventListener('abort', () => wake(), { once: true });
        try {
          while (!signal.aborted) {
            const next = queue.shift();
            if (next) yield next;
            else await new Promise<void>((resolve) => (wake = resolve));
          }
        } finally {
          ended[place] = true;
        }
      },
    },
  });
  return { port, streams, ended };
}

describe('the watch of a port', () => {
  it('opens one stream for all listeners, and closes it with the last', async () => {
    const { port, streams, ended } = watchedPort();
    const watch = recordingsWatch(port);
    expect(recordingsWatch(port)).toBe(watch);
    const first = watch.subscribe(() => undefined);
    const second = watch.subscribe(() => undefined);
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    streams[0]?.({ ...emptyList, running: [runningExample] });
    await vi.waitFor(() => expect(watch.current().list?.running).toHaveLength(1));
    first();
    streams[0]?.(emptyList);
    await vi.waitFor(() => expect(watch.current().list?.running).toHaveLength(0));
    second();
    await vi.waitFor(() => expect(ended).toEqual([true]));
    expect(streams).toHaveLength(1);
  });

  it('keeps the last list when the stream fails, with the error', async () => {
    const port = scriptedPort({
      http: () => ({}),
      streams: {
        // eslint-disable-next-line @typescript-eslint/require-await
        'recordings.watch': async function* () {
          yield emptyList;
          throw new Error('The folder cannot be read.');
        },
      },
    });
    const watch = recordingsWatch(port);
    const stop = watch.subscribe(() => undefined);
    await vi.waitFor(() => expect(watch.current().error).not.toBeNull());
    expect(watch.current()).toMatchObject({
      list: emptyList,
      error: { message: expect.stringContaining('The folder cannot be read.') as unknown },
    });
    stop();
  });
});
