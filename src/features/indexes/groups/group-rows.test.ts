import { expect, test } from 'vitest';
import type { ReduceEntry, ReduceTree } from '../../../protocol/reduce-trees.ts';
import { groupKey, groupRows, mergeTrees, missingPart } from './group-rows.ts';

const entry = (total: number, source: string | null = null): ReduceEntry => ({
  Data: { Total: total },
  Source: source,
});

const knownDocuments = (group: ReduceTree) =>
  groupRows(group, new Set()).flatMap((row) =>
    row.kind === 'entry' && typeof row.entry.Source === 'string' ? [row.entry.Source] : [],
  );

function tree(entries: readonly ReduceEntry[], total = 3, name = 'tree-1'): ReduceTree {
  return {
    Name: name,
    DisplayName: `{"Company":"companies/${name}","Year":2026}`,
    NumberOfEntries: 2,
    Root: {
      PageNumber: 1,
      AggregationResult: { Total: total },
      Children: [{ PageNumber: 2, AggregationResult: { Total: total }, Children: null, Entries: entries }],
      Entries: null,
    },
  };
}

test('adds the documents that a later answer names to the entries of the same page', () => {
  const [merged] = mergeTrees([
    [tree([entry(1, 'orders/1'), entry(2)])],
    [tree([entry(1), entry(2, 'orders/2')])],
  ]);
  expect(merged && knownDocuments(merged)).toEqual(['orders/1', 'orders/2']);
});

test('drops what is known of a page that changed', () => {
  const [merged] = mergeTrees([[tree([entry(1, 'orders/1'), entry(2)])], [tree([entry(5), entry(2)], 7)]]);
  expect(merged && knownDocuments(merged)).toEqual([]);
});

test('says which documents and entries are missing', () => {
  expect(missingPart(tree([entry(1, 'orders/1'), entry(2)]))).toMatch(
    /^Documents are known for 1 of 2 entries/,
  );
  expect(missingPart(tree([entry(1, 'orders/1')]))).toBe('The server lists 1 of 2 entries.');
  // Two entries of one document.
  expect(missingPart(tree([entry(1, 'orders/1'), entry(2, 'orders/1')]))).toBe('');
});

test('keeps groups apart and orders them by key', () => {
  const groups = mergeTrees([[tree([], 3, 'b'), tree([], 3, 'a')]]);
  expect(groups.map(groupKey)).toEqual([
    'Company: companies/a, Year: 2026',
    'Company: companies/b, Year: 2026',
  ]);
});

test('shows a key that is not a JSON object unchanged', () => {
  expect(groupKey({ Name: 'n', DisplayName: 'not JSON' })).toBe('not JSON');
  expect(groupKey({ Name: 'n', DisplayName: '[1]' })).toBe('[1]');
  expect(groupKey({ Name: 'n' })).toBe('n');
});

test('lists pages above their entries, and folds a page', () => {
  const group = tree([entry(1, 'orders/1'), entry(2)]);
  const shape = (folded: readonly number[]) =>
    groupRows(group, new Set(folded)).map((row) =>
      row.kind === 'page' ? [row.depth, row.page.PageNumber, row.entries] : [row.depth, row.entry.Data],
    );
  expect(shape([])).toEqual([
    [0, 1, 2],
    [1, 2, 2],
    [2, { Total: 1 }],
    [2, { Total: 2 }],
  ]);
  expect(shape([2])).toEqual([
    [0, 1, 2],
    [1, 2, 2],
  ]);
});
