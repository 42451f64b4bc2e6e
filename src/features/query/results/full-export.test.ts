import { describe, expect, it, test } from 'vitest';
import { selectsWith, withoutClauses } from '../rql/clauses.ts';
import { exportChoices, exportedColumns, noFullExport } from './full-export.ts';

describe('a query without clauses', () => {
  test.each([
    ['from Orders limit 5', 'limit', 'from Orders'],
    ['from Orders limit 5 offset 2', 'limit offset', 'from Orders'],
    ['from Orders include Company, Employee limit 5', 'include', 'from Orders limit 5'],
    [
      'from Orders as o\nselect { limit: o.limit }\nlimit 3',
      'limit',
      'from Orders as o\nselect { limit: o.limit }',
    ],
    ["from Orders where Name = 'limit 5'", 'limit', "from Orders where Name = 'limit 5'"],
    [
      'from Orders filter Freight > 1 filter_limit 9',
      'limit',
      'from Orders filter Freight > 1 filter_limit 9',
    ],
  ])('%s without %s', (query, names, expected) => {
    expect(withoutClauses(query, new Set(names.split(' ')))).toBe(expected);
  });
});

it('recognizes functions of select outside of strings and nested calls', () => {
  const facet = new Set(['facet']);
  expect(selectsWith('from index X select facet(Company)', facet)).toBe(true);
  expect(selectsWith('from index X select Name, FACET(Company)', facet)).toBe(true);
  expect(selectsWith("from index X where facet(a) select 'facet(b)'", facet)).toBe(false);
  expect(selectsWith('from X as x select { f: facet(x) }', facet)).toBe(false);
});

it('offers all matches first, and the query with its limit where it has one', () => {
  expect(exportChoices('from Orders include Company limit 5')).toEqual([
    { value: 'all', query: 'from Orders' },
    { value: 'written', query: 'from Orders limit 5' },
  ]);
  expect(exportChoices('from Orders')).toEqual([{ value: 'all', query: 'from Orders' }]);
});

it('names what a complete export leaves out', () => {
  const columns = ['@distance', '@id', 'Name'].map((name) => ({ name, width: 1, numeric: false }));
  expect(exportedColumns('from Orders', columns, false)).toEqual({
    names: ['@distance', '@id', 'Name'],
    note: undefined,
  });
  const computed = exportedColumns('from Orders include Company', columns, true);
  expect(computed.names).toEqual(['@id', 'Name']);
  expect(computed.note).toMatch(/Included documents .* Distances/);
  expect(noFullExport('from index X select facet(A)')).toMatch(/complete/);
  expect(noFullExport('from X')).toBeNull();
});
