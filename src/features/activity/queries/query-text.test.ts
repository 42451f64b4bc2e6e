import { expect, test } from 'vitest';
import type { RunningQuery } from '../../../protocol/running-queries.ts';
import { filterQueries, oneLine, queriesAsCsv } from './query-text.ts';

const query = (part: Partial<RunningQuery>): RunningQuery => ({
  key: 'k',
  database: 'shop',
  index: 'Auto/Items/ByN',
  id: 1,
  query: 'from Items\n  where N > 1',
  parameters: null,
  durationMs: 20,
  startedAt: Number.NaN,
  isStreaming: false,
  waitsForIndex: false,
  ...part,
});

test('filters by text, database and index', () => {
  const queries = [query({}), query({ database: 'other', index: 'ByName', query: 'from index ByName' })];
  expect(filterQueries(queries, ' ')).toHaveLength(2);
  expect(filterQueries(queries, 'WHERE n')).toHaveLength(1);
  expect(filterQueries(queries, 'shop')).toEqual([queries[0]]);
  expect(filterQueries(queries, 'byname')).toEqual([queries[1]]);
});

test('writes one line and a file', () => {
  expect(oneLine(query({}).query)).toBe('from Items where N > 1');
  expect(queriesAsCsv([query({ parameters: { p: 7 } })])).toBe(
    'Duration ms,Database,Index,Id,Query,Parameters\r\n20,shop,Auto/Items/ByN,1,"from Items\n  where N > 1","{""p"":7}"\r\n',
  );
});
