import { expect, test } from 'vitest';
import type { DependentIndex } from '../../../protocol/dependent-indexes.ts';
import { consequenceText, countText, evidenceText, summaryText } from './dependent-text.ts';

const dependent = (part: Partial<DependentIndex> = {}): DependentIndex => ({
  ...{
    index: 'A',
    relation: 'loads',
    count: 80,
    evidence: 'index',
    reduces: false,
    output: null,
    isStale: false,
  },
  ...part,
});

test.each([
  [dependent(), '80 entries'],
  [dependent({ count: 1 }), '1 entry'],
  [dependent({ evidence: 'auto-index' }), '80 documents'],
  [dependent({ evidence: 'limit' }), 'at most 80 entries'],
  [dependent({ count: null, evidence: 'unknown' }), '–'],
])('writes the number of %o as %s', (index, text) => {
  expect(countText(index)).toBe(text);
});

test('states what map-reduce indexes do next', () => {
  const totals = dependent({ relation: 'maps', reduces: true });
  const output = { collection: 'CompanyTotals', indexes: ['A', 'B'] };
  expect(consequenceText(dependent())).toBe('');
  expect(consequenceText(totals)).toBe('Its groups are reduced again');
  expect(consequenceText({ ...totals, output })).toBe(
    'Its groups are reduced again and written to CompanyTotals, which is read by A, B',
  );
  expect(consequenceText({ ...totals, output: { ...output, indexes: [] } })).toMatch(/no index reads$/);
});

test('states that a count is of a stale index', () => {
  expect(evidenceText(dependent({ isStale: true }))).toBe('Counted in the index; the index is stale');
});

test.each([
  [[], 'No index depends on companies/1-A.'],
  [
    [dependent({ relation: 'maps', count: 1 }), dependent(), dependent({ count: 20 })],
    'A change of companies/1-A: 1 index indexes it; 2 indexes load it and would index 100 other entries again.',
  ],
  [
    [dependent(), dependent({ evidence: 'limit', count: 400 })],
    'A change of companies/1-A: 2 indexes load it and would index up to 480 other entries again.',
  ],
  [
    [dependent(), dependent({ evidence: 'unknown', count: null })],
    'A change of companies/1-A: 2 indexes load it and would index at least 80 other entries again.',
  ],
  [
    [dependent({ evidence: 'limit', count: 400 }), dependent({ evidence: 'unknown', count: null })],
    'A change of companies/1-A: 2 indexes load it and would index an unknown number of other entries again.',
  ],
])('summarises %o', (indexes, text) => {
  expect(summaryText('companies/1-A', indexes)).toBe(text);
});
