import { describe, expect, it } from 'vitest';
import type { CpuCredits } from '../../../protocol/cpu-credits.ts';
import { outlookOf } from './outlook.ts';
import { creditLines } from './outlook-text.ts';

const credits = (remaining: number, part: Partial<CpuCredits> = {}): CpuCredits => ({
  ...{ remaining, most: 30, backgroundBelow: 5, backgroundFrom: 6, requestsBelow: 2 },
  ...part,
});

/** A sample every ten seconds that ends with `remaining`. */
function samples(remaining: number, perMinute: number, seconds = 120) {
  const count = seconds / 10 + 1;
  const back = (at: number): number => (count - 1 - at) * 10;
  return {
    times: Float64Array.from({ length: count }, (_, at) => 1_700_000_000_000 - back(at) * 1000),
    values: Float64Array.from({ length: count }, (_, at) => remaining - (perMinute * back(at)) / 60),
  };
}

const lines = (now: CpuCredits, perMinute: number, seconds?: number): string[] =>
  creditLines(now, outlookOf(now, samples(now.remaining, perMinute, seconds))).map(
    ({ isWarning, text }) => (isWarning ? 'WARNING ' : '') + text,
  );

describe('the outlook of credits', () => {
  it('is computed from the measured rate', () => {
    const outlook = outlookOf(credits(20), samples(20, -0.5));
    expect(outlook.perMinute).toBeCloseTo(-0.5, 6);
    expect(outlook.untilBackgroundPauses).toBeCloseTo(30 * 60_000, 0);
    expect(outlook.untilRequestsAreRefused).toBeCloseTo(36 * 60_000, 0);
    expect(outlook.untilEmpty).toBeCloseTo(40 * 60_000, 0);
    expect(outlook.untilFull).toBeNull();
    expect(outlookOf(credits(20), samples(20, 2)).untilFull).toBeCloseTo(5 * 60_000, 0);
  });

  it('waits for a minute of samples, and calls a tiny change none', () => {
    expect(outlookOf(credits(20), samples(20, -1, 50)).perMinute).toBeNull();
    expect(outlookOf(credits(20), samples(20, -0.0001))).toMatchObject({ perMinute: 0, untilEmpty: null });
    expect(outlookOf(credits(20), { times: new Float64Array(0), values: new Float64Array(0) })).toMatchObject(
      { perMinute: null, untilEmpty: null },
    );
  });

  it('is shown as sentences, with a warning when a threshold is near or passed', () => {
    expect(lines(credits(20), -0.5)).toEqual([
      '20 of 30 credits are left (67 %).',
      '0.5 more per minute are used than gained: none are left in 40 min.',
      'Below 5 the server pauses background tasks, such as indexing, in 30 min at this rate.',
      'Below 2 the server refuses requests (503), in 36 min at this rate.',
    ]);
    expect(lines(credits(7), -0.5)).toEqual([
      '7 of 30 credits are left (23 %).',
      'WARNING 0.5 more per minute are used than gained: none are left in 14 min.',
      'WARNING Below 5 the server pauses background tasks, such as indexing, in 4 min at this rate.',
      'WARNING Below 2 the server refuses requests (503), in 10 min at this rate.',
    ]);
    expect(lines(credits(1), 0.1)).toEqual([
      '1 of 30 credits are left (3 %).',
      '0.1 more per minute are gained than used: full in 4 h 50 min.',
      'WARNING The server pauses background tasks, such as indexing, until 6 credits are there.',
      'WARNING The server refuses requests (503), so that clients use other nodes.',
    ]);
    expect(lines(credits(30, { backgroundBelow: null, requestsBelow: null }), 0)).toEqual([
      '30 of 30 credits are left (100 %).',
      'As many are gained as used.',
    ]);
    expect(lines(credits(3), -1, 20)[1]).toBe('The rate is known after a minute.');
  });
});
