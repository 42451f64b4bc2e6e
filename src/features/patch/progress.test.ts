import { expect, it } from 'vitest';
import { addPoint, rateOf, remainingMs, type ProgressPoint } from './progress.ts';

const points = (...pairs: readonly (readonly [number, number])[]): readonly ProgressPoint[] =>
  pairs.reduce<readonly ProgressPoint[]>((list, [at, done]) => addPoint(list, { at, done }), []);

it('has no rate before half a second has passed', () => {
  expect(rateOf([])).toBeNull();
  expect(rateOf(points([0, 0], [400, 50]))).toBeNull();
  expect(rateOf(points([0, 0], [500, 50]))).toBe(100);
});

it('follows a run that becomes slower', () => {
  const list = points([0, 0], [1000, 1000], [5000, 1040], [12_000, 1110], [15_000, 1140]);
  expect(rateOf(list)).toBeCloseTo(10);
});

it('keeps a rate for a run with rare reports', () => {
  expect(rateOf(points([0, 0], [60_000, 600]))).toBe(10);
});

it('estimates the remaining time', () => {
  const list = points([0, 0], [1000, 100]);
  expect(remainingMs(list, 1100)).toBe(10_000);
  expect(remainingMs(list, 50)).toBe(0);
  expect(remainingMs(list, null)).toBeNull();
  expect(remainingMs(points([0, 100], [1000, 100]), 1100)).toBeNull();
});
