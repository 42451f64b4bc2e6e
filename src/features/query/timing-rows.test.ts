import { expect, test } from 'vitest';
import { timingRows, timingsText } from './timing-rows.ts';

const span = (name: string, durationMs: number, ...children: ReturnType<typeof leaf>[]) => ({
  name,
  durationMs,
  children,
});
const leaf = (name: string, durationMs: number): { name: string; durationMs: number; children: [] } => ({
  name,
  durationMs,
  children: [],
});

test('places parts in sequence inside their parent, and names the rest', () => {
  const rows = timingRows(span('Total', 100, leaf('Optimizer', 20), leaf('Query', 50)));
  expect(rows.map((row) => [row.name, row.depth, row.startMs, row.durationMs, row.rest])).toEqual([
    ['Total', 0, 0, 100, false],
    ['Optimizer', 1, 0, 20, false],
    ['Query', 1, 20, 50, false],
    ['other', 1, 70, 30, true],
  ]);
});

test('omits a rest caused by rounding', () => {
  expect(timingRows(span('Total', 5, leaf('a', 2), leaf('b', 2)))).toHaveLength(3);
});

test('aligns columns in the text form', () => {
  expect(timingsText(span('Total', 5, leaf('Query', 5)))).toBe('Total    5 ms\n  Query  5 ms\n');
});
