import { expect, it } from 'vitest';
import { highlightParts, readExtras } from './query-extras.ts';

it('reads included counters, revisions and time series, highlights and explanations', () => {
  const extras = readExtras({
    CounterIncludes: {
      'products/1-A': [
        { DocumentId: 'products/1-A', CounterName: 'Likes', TotalValue: 5 },
        { DocumentId: 'products/1-A', CounterName: 'None' },
        null,
      ],
    },
    RevisionIncludes: [{ Id: 'orders/1-A', ChangeVector: 'A:1', Before: '2999-01-01', Revision: {} }],
    TimeSeriesIncludes: {
      'companies/1-A': { Prices: [{ From: '2020-01-01', To: null, Entries: [{ Timestamp: 'x' }, {}] }] },
    },
    Highlightings: { Name: { 'products/1-A': ['<b style="background:yellow">Chai</b> tea'], b: [] } },
    Explanations: { 'products/1-A': ['1.6 = (MATCH) product of:'] },
  });
  expect(extras.counters).toEqual([
    { documentId: 'products/1-A', name: 'Likes', value: 5 },
    { documentId: 'products/1-A', name: 'None', value: null },
  ]);
  expect(extras.revisions).toEqual([{ documentId: 'orders/1-A', changeVector: 'A:1', before: '2999-01-01' }]);
  expect(extras.timeSeries).toEqual([
    { documentId: 'companies/1-A', name: 'Prices', range: 0, from: '2020-01-01', to: null, entries: 2 },
  ]);
  expect([...extras.highlights.keys()]).toEqual(['products/1-A']);
  expect(extras.explanations.get('products/1-A')).toContain('product of');
});

it.each([
  undefined,
  {},
  {
    CounterIncludes: 5,
    RevisionIncludes: {},
    TimeSeriesIncludes: [],
    Highlightings: null,
    Explanations: 'x',
  },
  {
    CounterIncludes: { a: 5 },
    RevisionIncludes: [5],
    TimeSeriesIncludes: { a: { b: 5 }, c: 1 },
    Highlightings: { a: 1 },
  },
])('leaves out what has an unknown shape: %j', (answer) => {
  const extras = readExtras(answer);
  expect([extras.counters, extras.revisions, extras.timeSeries].flat()).toEqual([]);
  expect(extras.highlights.size + extras.explanations.size).toBe(0);
});

it('keeps only the marks of a fragment', () => {
  expect(highlightParts('a &lt;x&gt; <b style="x">Chai</b><i>b</i>')).toEqual([
    { text: 'a <x> ', marked: false },
    { text: 'Chai', marked: true },
    { text: '<i>b</i>', marked: false },
  ]);
});
