import { expect, test } from 'vitest';
import type { FeedStatus } from '../../../protocol/follow.ts';
import { readServerError } from '../../../protocol/server-error.ts';
import { poll } from './poll.ts';

async function statuses(rounds: readonly (() => void)[]): Promise<FeedStatus['kind'][]> {
  const seen: FeedStatus['kind'][] = [];
  const stop = new AbortController();
  let round = 0;
  await poll(
    () => 1,
    // eslint-disable-next-line @typescript-eslint/require-await -- a round is asynchronous
    async () => {
      const next = rounds[round++];
      if (next) next();
      else stop.abort();
    },
    { onStatus: ({ kind }) => seen.push(kind) },
    stop.signal,
  );
  return seen;
}

const works = () => undefined;
const breaks = () => {
  throw new Error('the network is gone');
};
const refuses = () => {
  throw readServerError(403, '/admin/metrics', '');
};

test('repeats a request that works, and one that fails after it worked', async () => {
  expect(await statuses([works, breaks, works])).toEqual(['connecting', 'live', 'reconnecting', 'live']);
});

test('repeats a request that never worked', async () => {
  expect(await statuses([breaks, works])).toEqual(['connecting', 'failed', 'live']);
});

test('does not repeat a refused request', async () => {
  expect(await statuses([works, refuses, works])).toEqual(['connecting', 'live', 'failed']);
});
