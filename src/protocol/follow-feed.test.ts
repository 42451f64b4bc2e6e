import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChangeFeedItem } from './changes-feed.ts';
import { followFeed } from './follow-feed.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function follow(feeds: readonly (readonly ChangeFeedItem<string>[])[]) {
  const events: string[] = [];
  let opened = 0;
  const stop = followFeed<string>(
    // eslint-disable-next-line @typescript-eslint/require-await
    async function* () {
      const items = feeds[opened++];
      if (!items) throw new Error('no feed');
      yield* items;
    },
    {
      onState: (state) => events.push(state),
      onChange: (change) => events.push(`change ${change}`),
      onReconnect: () => events.push('reconnect'),
    },
  );
  return { events, stop, opened: () => opened };
}

const watching = { kind: 'watching' } as const;

it('reports changes, and a reconnect after a break', async () => {
  const { events, stop } = follow([[watching, { kind: 'change', change: 'a' }], [watching]]);
  await vi.advanceTimersByTimeAsync(0);
  expect(events).toEqual(['live', 'change a', 'off']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(events.slice(3)).toEqual(['live', 'reconnect', 'off']);
  stop();
});

it('tries again after growing pauses, and never after its end', async () => {
  const { opened, stop } = follow([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(opened()).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(opened()).toBe(2);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(opened()).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(opened()).toBe(3);
  stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(opened()).toBe(3);
});
