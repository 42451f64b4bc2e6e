import { expect, it } from 'vitest';
import { countingQuery, querySource, sourceText } from './query-source.ts';

it.each([
  ['from Orders', 'Orders', false],
  ["from 'Order Lines' as o where o.A > 1", 'Order Lines', false],
  ["from 'it\\'s' as o", "it's", false],
  ['// from A\nfrom B as o', 'B', false],
  ['from @all_docs', null, false],
  ['declare function f(d) { var from = 1; return { d: d }; }\nfrom Orders as o select f(o)', 'Orders', false],
  ['from Orders (Revisions = true) as r select { A: r.Current.A }', 'Orders', true],
])('finds the source of %s', (query, collection, revisions) => {
  expect(querySource(query)).toEqual({ collection, revisions });
});

it.each(['', 'select 1', 'from', "from index 'Orders/ByName'", 'from ('])('finds none in %j', (query) => {
  expect(querySource(query)).toBeUndefined();
  expect(sourceText(query)).toBe('Unknown');
});

it('names revisions and all documents', () => {
  expect(sourceText('from Orders (Revisions = true)')).toBe('Orders (revisions)');
  expect(sourceText('from @all_docs')).toBe('All documents');
});

it.each([
  ['from Orders', 'from Orders as counted\nselect { n: 1 }'],
  ['from Orders as o where o.A > 1', 'from Orders as o where o.A > 1\nselect { n: 1 }'],
  ['from Orders as o where o.A > 1 include o.B', 'from Orders as o where o.A > 1\nselect { n: 1 }'],
  // Without an alias a filter has no name for its document.
  ['from Orders where A > 1 include B', 'from Orders where A > 1'],
  ['from Orders as o select { A: o.A }', 'from Orders as o select { A: o.A }'],
  ['from Orders (Revisions = true)', 'from Orders (Revisions = true)'],
])('counts %s', (query, counting) => {
  expect(countingQuery(query)).toBe(counting);
});
