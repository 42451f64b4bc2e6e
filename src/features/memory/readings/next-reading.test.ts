import { expect, it } from 'vitest';
import { nextReading, type LastReading } from './next-reading.ts';

const at = (part: Partial<LastReading>): number | false =>
  nextReading({ data: { elapsedMs: 100 }, error: null, dataUpdatedAt: 1_000, errorUpdatedAt: 0, ...part });

it('spends at most a twentieth of the time in requests', () => {
  expect(at({})).toBe(5_000);
  expect(at({ data: { elapsedMs: 2_000 } })).toBe(40_000);
  expect(at({ data: undefined, dataUpdatedAt: 0 })).toBe(5_000);
});

it('pauses longer after each error, and ends', () => {
  const error = new Error('refused');
  const pauses: number[] = [];
  let now = 6_000;
  for (;;) {
    const pause = at({ error, errorUpdatedAt: now });
    if (pause === false) break;
    pauses.push(pause);
    now += pause;
  }
  expect(pauses.slice(0, 6)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  expect(pauses.length).toBeLessThan(20);
});

it('does not repeat a request that never succeeded', () => {
  expect(at({ data: undefined, dataUpdatedAt: 0, error: new Error('501'), errorUpdatedAt: 5 })).toBe(false);
});
