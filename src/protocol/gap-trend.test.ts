import { expect, it } from 'vitest';
import { trendOf, trendText, type GapSample } from './gap-trend.ts';

const start = new Date(2026, 0, 1, 14, 0).getTime();
type Point = readonly [seconds: number, gap: number, progress?: number];
const samples = (points: readonly Point[]): GapSample[] =>
  points.map(([seconds, gap, progress = 0]) => ({ at: start + seconds * 1_000, gap, progress }));
const text = (...points: readonly Point[]) => {
  const all = samples(points);
  return trendText(trendOf(all), all.at(-1)?.at ?? 0);
};

it('computes the end of a closing gap from its rate', () => {
  expect(text([0, 40_000], [10, 39_000])).toBe('closing at 100/s until 14:06');
  expect(text([0, 30], [20, 29])).toBe('closing at 3.0/min until 14:10');
  expect(text([0, 10_000_000], [10, 9_999_990])).toBe('closing at 1.0/s, for more than a day');
});

it('tells growing, steady and stuck gaps apart', () => {
  expect(text([0, 10], [10, 120])).toBe('growing at 11/s');
  expect(text([0, 10, 1], [20, 10, 2], [40, 10, 3])).toBe('works, but does not catch up');
  expect(text([0, 10], [20, 10], [40, 10])).toBe('stuck since 14:00 or before');
});

it('needs readings over some time, and a gap', () => {
  expect(text([0, 10])).toBe('');
  expect(text([0, 10], [3, 5])).toBe('');
  expect(text([0, 10], [20, 10])).toBe('');
  expect(text([0, 10], [20, 0])).toBe('');
  expect(trendOf([])).toEqual({ kind: 'unknown' });
});

it('counts only readings of the last minute for a rate', () => {
  expect(text([0, 1_000_000], [100, 2_000], [110, 1_000])).toBe('closing at 100/s until 14:02');
});
