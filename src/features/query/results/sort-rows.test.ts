import { expect, test } from 'vitest';
import { sortedIndexes } from './sort-rows.ts';

const rows = [{ A: 10 }, { A: 9 }, {}, { A: null }, { A: 9 }];

test('sorts rows by value, rows without one last, and keeps the order of equal rows', () => {
  expect(sortedIndexes(rows, { column: 'A', descending: false })).toEqual([1, 4, 0, 2, 3]);
  expect(sortedIndexes(rows, { column: 'A', descending: true })).toEqual([0, 1, 4, 2, 3]);
  expect(sortedIndexes(rows, null)).toEqual([0, 1, 2, 3, 4]);
});

test('sorts numbers inside of texts as numbers', () => {
  const ids = ['orders/10-A', 'orders/9-A'].map((id) => ({ '@metadata': { '@id': id } }));
  expect(sortedIndexes(ids, { column: '@id', descending: false })).toEqual([1, 0]);
});
