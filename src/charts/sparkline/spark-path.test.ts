import { expect, test } from 'vitest';
import { sparkPath, type SparkFrame } from './spark-path.ts';

const frame: SparkFrame = { from: 0, to: 100, width: 10, height: 10, gapMs: 20, low: 0, high: 10 };

test('connects neighbours and leaves a gap between distant samples', () => {
  const { line, area } = sparkPath({ times: [0, 20, 80, 100], values: [0, 10, 5, 0] }, frame);
  expect(line).toBe('M0 10L2 0M8 5L10 10');
  expect(area).toBe('M0 10L0 10L2 0L2 10ZM8 10L8 5L10 10L10 10Z');
});

test('keeps a spike among many samples of a column', () => {
  const times = Array.from({ length: 10_000 }, (_, place) => place / 100);
  const { line } = sparkPath({ times, values: times.map((_, place) => (place === 4_321 ? 9 : 1)) }, frame);
  expect(line).toContain('4.32 1');
  expect(line.split('L').length).toBeLessThanOrEqual(20);
});

test('draws a single sample as a dash, and nothing without samples', () => {
  expect(sparkPath({ times: [50], values: [5] }, frame).line).toBe('M5 5L6 5');
  expect(sparkPath({ times: [], values: [] }, frame)).toEqual({ line: '', area: '' });
});

test('skips values that are no numbers and clamps those outside of the scale', () => {
  const { line } = sparkPath({ times: [0, 10, 20, 900], values: [NaN, -5, 50, 5] }, frame);
  expect(line).toBe('M1 10L2 0');
});

test('draws a constant series without a scale at the lower edge', () => {
  expect(sparkPath({ times: [0, 10], values: [3, 3] }, { ...frame, low: 3, high: 3 }).line).toBe(
    'M0 10L1 10',
  );
});
