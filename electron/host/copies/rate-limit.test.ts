import { describe, expect, it } from 'vitest';
import { RateLimit, type Clock } from './rate-limit.ts';

/** A clock that only sleeping moves. */
function clock(): Clock & { time: number } {
  const made = {
    time: 0,
    now: () => made.time,
    sleep: (ms: number): Promise<void> => {
      made.time += ms;
      return Promise.resolve();
    },
  };
  return made;
}
const { signal } = new AbortController();

describe('a rate limit', () => {
  it('takes as long as the slower of its limits', async () => {
    const time = clock();
    const limit = new RateLimit(100, 1000, time);
    await limit.pass(50, 100, signal);
    expect(time.time).toBe(500);
    await limit.pass(50, 2000, signal);
    expect(time.time).toBe(2500);
  });

  it('does not make up for time that the servers needed', async () => {
    const time = clock();
    const limit = new RateLimit(100, null, time);
    time.time = 10_000;
    await limit.pass(100, 0, signal);
    await limit.pass(100, 0, signal);
    expect(time.time).toBe(11_000);
  });

  it('does not wait without limits', async () => {
    const time = clock();
    await new RateLimit(null, null, time).pass(1_000_000, 1_000_000, signal);
    expect(time.time).toBe(0);
  });
});
