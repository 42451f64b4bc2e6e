import { expect, test } from 'vitest';
import type { PlanNode } from '../../../protocol/queries.ts';
import { wholeMs, timingRows, timingsText } from './timing-rows.ts';

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
  expect(rows.map((row) => [row.name, row.depth, row.startMs, row.durationMs, row.kind])).toEqual([
    ['Total', 0, 0, 100, 'span'],
    ['Optimizer', 1, 0, 20, 'span'],
    ['Query', 1, 20, 50, 'span'],
    ['other', 1, 70, 30, 'rest'],
  ]);
});

test('omits a rest caused by rounding', () => {
  expect(timingRows(span('Total', 5, leaf('a', 2), leaf('b', 2)))).toHaveLength(3);
});

test('aligns columns in the text form', () => {
  expect(timingsText(span('Total', 5, leaf('Query', 5)))).toBe('Total    5 ms\n  Query  5 ms\n');
});

const operator = (operation: string, totalMs: number | null, ...children: PlanNode[]): PlanNode => ({
  operation,
  parameters: {},
  children,
  entriesIn: null,
  entriesOut: null,
  estimate: null,
  ownMs: null,
  totalMs,
});

test('shows microseconds of operators where spans are rounded to 0 ms', () => {
  const plan = operator('Limit', 0.314, operator('TermMatch', 0.25));
  const root = span('Total', 0, leaf('Query', 0));
  expect(timingsText(root, plan)).toBe(
    'Total         < 1 ms\n  Query       < 1 ms\n  Page        314 µs\n    One term  250 µs\n',
  );
  expect(wholeMs(0, plan)).toBe(0.314);
});

test('has no operator rows from a server that does not measure operators', () => {
  expect(timingRows(span('Total', 2), operator('TermMatch', null))).toHaveLength(1);
  expect(wholeMs(2, operator('TermMatch', null))).toBe(2);
});
