import { expect, it } from 'vitest';
import { formatJson, parseJsonText } from '../../../protocol/json-text.ts';
import { readQueryAnswer } from '../../../protocol/queries.ts';
import { includedItems, nodeAt } from './included-items.ts';

const raw = JSON.stringify({
  Results: [],
  Includes: { 'a/1': { N: 1, '@metadata': { '@collection': 'As' } }, 'a/2': null },
  CounterIncludes: {
    'p/1': [
      { CounterName: 'Likes', TotalValue: 5 },
      { CounterName: 'Down', TotalValue: 1 },
    ],
  },
  RevisionIncludes: [{ Id: 'o/1', ChangeVector: 'A:1', Before: '2020-01-01', Revision: { N: 7 } }],
  TimeSeriesIncludes: { 'c/1': { Prices: [{ From: '2020', To: null, Entries: [{}] }] } },
});

it('lists documents, counters, revisions and time series with their places in the response', () => {
  const items = includedItems(readQueryAnswer(raw, 1, '/queries'));
  expect(items.map(({ kind, id, what }) => `${kind} ${id} ${what}`)).toEqual([
    'document a/1 As',
    'counter p/1 Likes: 5',
    'counter p/1 Down: 1',
    'revision o/1 before 2020-01-01',
    'time series c/1 Prices: 1 entry, 2020 to last',
  ]);
  expect(new Set(items.map(({ key }) => key)).size).toBe(5);
  const root = parseJsonText(raw);
  const texts = items.map(({ path }) => {
    const node = nodeAt(root, path);
    return node ? formatJson(raw, node, 0) : 'missing';
  });
  expect(texts[2]).toContain('Down');
  expect(texts[3]).toContain('"N"');
  expect(texts[4]).toContain('Entries');
});
