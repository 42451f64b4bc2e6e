import { describe, expect, test } from 'vitest';
import { rankChanges, type ComparedSeries } from './rank-changes.ts';
import { leastChance, quantile, separation, spreadOf } from './statistics.ts';

const before = { from: 0, to: 120_000 };
const after = { from: 120_000, to: 150_000 };

/** A sample every `every` milliseconds over both spans. */
function series(
  id: string,
  valueAt: (at: number) => number,
  given: Partial<Pick<ComparedSeries<string>, 'kind' | 'floor'>> & { every?: number } = {},
): ComparedSeries<string> {
  const { every = 1_000, kind = 'level', floor = 1 } = given;
  const times = Array.from({ length: Math.ceil(150_000 / every) }, (_, place) => place * every);
  return { id, times, values: times.map(valueAt), kind, floor };
}

/** Deterministic noise, roughly normal with deviation 1. */
function noise(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  return () => uniform() + uniform() + uniform() + uniform() + uniform() + uniform() - 3;
}

const step = (low: number, high: number) => (at: number) => (at < 120_000 ? low : high);
const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);

describe('rankChanges', () => {
  test('ranks the largest deviation first', () => {
    const result = rankChanges(
      [series('small', step(10, 15)), series('large', step(10, 90)), series('down', step(60, 20))],
      before,
      after,
    );
    expect(ids(result.changes)).toEqual(['large', 'down', 'small']);
    expect(result.changes[0]).toMatchObject({ before: 10, after: 90, deviations: 80, samples: [120, 30] });
  });

  test('reports no constant series', () => {
    const result = rankChanges([series('zero', () => 0), series('flat', () => 5e9)], before, after);
    expect(result).toEqual({ changes: [], steady: ['zero', 'flat'], tooFew: [] });
  });

  test('reports no noise, whatever its size', () => {
    const noisy = Array.from({ length: 500 }, (_, seed) => {
      const random = noise(seed + 1);
      const size = 10 ** (seed % 7);
      return series(String(seed), () => 50 * size + random() * size);
    });
    expect(rankChanges(noisy, before, after).changes).toEqual([]);
  });

  test('reports no single spike', () => {
    const spike = series('spike', (at) => (at === 130_000 ? 1_000 : 2));
    const earlier = series('earlier', (at) => (at === 30_000 ? 1_000 : 2));
    expect(rankChanges([spike, earlier], before, after).changes).toEqual([]);
  });

  test('reports no series whose bursts are as before', () => {
    const bursts = series('bursts', (at) => (at % 5_000 === 0 ? 400 : 0));
    expect(rankChanges([bursts], before, after).changes).toEqual([]);
  });

  test('finds a shift through noise and outliers', () => {
    const random = noise(7);
    const shifted = series('shifted', (at) => step(20, 40)(at) + random() + (at % 40_000 === 0 ? 500 : 0));
    expect(ids(rankChanges([shifted], before, after).changes)).toEqual(['shifted']);
  });

  test('reports no difference below the floor or below three hundredths of the value', () => {
    const quiet = [
      series('floor', step(0, 0.5)),
      series('share', step(1e9, 1.05e9)),
      series('floored', step(1, 3.5), { floor: 1 }),
    ];
    expect(rankChanges(quiet, before, after).changes).toEqual([]);
  });

  test('says that samples are too few instead of guessing', () => {
    const rare = series('rare', step(1, 100), { every: 60_000 });
    const late = { ...series('late', step(1, 100)), times: [140_000], values: [9] };
    const absent = { ...series('absent', () => 0), times: [], values: [] };
    expect(rankChanges([rare, late, absent], before, after)).toEqual({
      changes: [],
      steady: [],
      tooFew: [
        { id: 'rare', samples: [2, 1] },
        { id: 'late', samples: [0, 1] },
      ],
    });
  });

  test('compares the last values of exact counts', () => {
    const errors = series('errors', step(0, 3), { kind: 'count', every: 30_000 });
    const alerts = series('alerts', () => 2, { kind: 'count' });
    const dismissed = series('dismissed', step(2, 1), { kind: 'count' });
    const result = rankChanges([dismissed, errors, alerts], before, after);
    expect(result.changes).toMatchObject([
      { id: 'errors', before: 0, after: 3, deviations: null },
      { id: 'dismissed', before: 2, after: 1 },
    ]);
    expect(result.steady).toEqual(['alerts']);
  });

  test('ignores values that are no numbers', () => {
    const odd = series('odd', (at) => (at % 2_000 === 0 ? NaN : step(1, Infinity)(at)));
    expect(rankChanges([odd], before, after)).toEqual({
      changes: [],
      steady: [],
      tooFew: [{ id: 'odd', samples: [60, 0] }],
    });
  });
});

describe('statistics', () => {
  test('interpolates quantiles', () => {
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
    expect(quantile([7], 0.9)).toBe(7);
  });

  test('estimate the deviation of normal noise', () => {
    const random = noise(3);
    const values = Array.from({ length: 4_000 }, () => random() / Math.SQRT1_2).sort((a, b) => a - b);
    expect(spreadOf(values)).toBeGreaterThan(0.9);
    expect(spreadOf(values)).toBeLessThan(1.15);
  });

  test('agree with a count of all pairs', () => {
    const random = noise(11);
    for (let round = 0; round < 50; round++) {
      const group = (length: number) => Array.from({ length }, () => Math.round(random() * 3));
      const [first, second] = [group(3 + (round % 9)), group(2 + (round % 7))];
      const pairs = second.flatMap((later) => first.map((earlier) => Math.sign(later - earlier)));
      const delta = pairs.reduce((sum, sign) => sum + sign, 0) / pairs.length;
      expect(separation(first, second).delta).toBeCloseTo(delta, 10);
    }
  });

  test('count the arrangements of two groups', () => {
    expect(leastChance(5, 5)).toBeCloseTo(2 / 252, 10);
    expect(leastChance(10, 3)).toBeCloseTo(2 / 286, 10);
    expect(leastChance(700, 700)).toBe(0);
  });
});
