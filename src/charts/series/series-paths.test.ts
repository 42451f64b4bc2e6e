import { expect, test } from 'vitest';
import type { ChartLine } from './data.ts';
import { firstAtOrAfter, pathOf, rangeAfterKey, topOf, valueAt, within } from './series-paths.ts';

const line = (more: Partial<ChartLine> = {}): ChartLine => ({
  id: 'a',
  name: 'A',
  shape: 'line',
  tone: 0,
  gapMs: 20,
  times: [0, 10, 20, 90, 100],
  values: [1, 4, 2, 8, 3],
  ...more,
});
const all = { from: 0, to: 100 };

test('the scale ends at the largest visible value', () => {
  expect(topOf([line()], all, 1)).toBe(8);
  expect(topOf([line()], { from: 0, to: 50 }, 1)).toBe(4);
  expect(topOf([line()], { from: 30, to: 40 }, 5)).toBe(5);
});

test('a line has gaps, and reaches the edges from values outside of the range', () => {
  expect(pathOf(line(), all, 8).line.match(/M/g)).toHaveLength(2);
  const part = pathOf(line(), { from: 5, to: 15 }, 8).line;
  expect(part.startsWith('M-500 ')).toBe(true);
  expect(part).toContain('L500 50');
  expect(part.endsWith('L1500 75')).toBe(true);
});

test('bars begin at the lower edge, and the largest of a unit remains', () => {
  const bars = line({ shape: 'bar', times: [50, 50.01, 80], values: [2, 8, 4] });
  expect(pathOf(bars, all, 8).line).toBe('M500 100V0M800 100V50');
});

test('the value below the pointer is the nearest one within its gap', () => {
  expect(valueAt(line(), 12, 0)).toBe(4);
  expect(valueAt(line(), 55, 0)).toBeNull();
  expect(valueAt(line({ shape: 'bar' }), 91, 2)).toBe(8);
  expect(valueAt(line({ shape: 'bar' }), 95, 2)).toBeNull();
});

test('keys and drags stay within the recording', () => {
  expect(rangeAfterKey('ArrowLeft', { from: 5, to: 25 }, all)).toEqual({ from: 2, to: 22 });
  expect(rangeAfterKey('a', { from: 0, to: 20 }, all)).toEqual({ from: 0, to: 20 });
  expect(rangeAfterKey('Escape', { from: 5, to: 25 }, all)).toEqual(all);
  expect(rangeAfterKey('-', { from: 0, to: 90 }, all)).toEqual(all);
  expect(rangeAfterKey('x', all, all)).toBeUndefined();
  expect(within({ from: 99, to: 300 }, all)).toEqual(all);
  expect(firstAtOrAfter([], 4)).toBe(0);
});
