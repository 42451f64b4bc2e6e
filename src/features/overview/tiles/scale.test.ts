import { expect, test } from 'vitest';
import { formatDistance, formatValue } from './format-value.ts';
import { gapOf, scaleOf, valueAt } from './scale.ts';

const samples = (times: readonly number[], values: readonly number[]) => ({
  times: Float64Array.from(times),
  values: Float64Array.from(values),
});

test('scales shares to 100 and rates from zero', () => {
  expect(scaleOf(samples([0], [3]), { scale: 'share', floor: 1 })).toEqual({ low: 0, high: 100 });
  expect(scaleOf(samples([0, 1], [3, 10]), { scale: 'zero', floor: 1 })).toEqual({ low: 0, high: 11 });
  expect(scaleOf(samples([], []), { scale: 'zero', floor: 2 })).toEqual({ low: 0, high: 2 });
});

test('does not magnify the noise of a large value', () => {
  const { low, high } = scaleOf(samples([0, 1], [1_000, 1_001]), { scale: 'fit', floor: 1 });
  expect(high - low).toBeGreaterThan(100);
  expect(low).toBeLessThan(1_000);
  expect(high).toBeGreaterThan(1_001);
});

test('allows gaps of some periods', () => {
  expect(gapOf(samples([0, 1_000, 2_000], [0, 0, 0]))).toBe(6_000);
  expect(gapOf(samples([0, 60_000, 120_000], [0, 0, 0]))).toBe(240_000);
  expect(gapOf(samples([], []))).toBe(6_000);
});

test('reads the value at a moment, and none within a gap', () => {
  const found = samples([1_000, 2_000, 90_000], [5, 6, 7]);
  expect(valueAt(found, 2_500, 6_000)).toBe(6);
  expect(valueAt(found, 500, 6_000)).toBeNull();
  expect(valueAt(found, 50_000, 6_000)).toBeNull();
  expect(valueAt(found, 95_000, 6_000)).toBe(7);
});

test('formats values with their units', () => {
  expect(formatValue(12.34, 'percent')).toBe('12.3 %');
  expect(formatValue(2_048, 'bytes-per-second')).toBe('2 KB/s');
  expect(formatValue(0, 'per-second')).toBe('0/s');
  expect(formatDistance(12_400)).toBe('12 s');
  expect(formatDistance(300_000)).toBe('5 min');
});
