import { expect, test } from 'vitest';
import { readRunningQueries } from './running-queries.ts';

const query = (id: number, durationMs: number) => ({
  QueryId: id,
  DurationInMs: durationMs,
  StartTime: '2026-11-23T14:53:42.0103409Z',
  IsStreaming: false,
  QueryInfo: { Query: 'from Items where N > $p', QueryParameters: { p: 7 }, WaitForNonStaleResults: true },
});

test('reads the queries of all databases, the longest first', () => {
  const read = readRunningQueries([
    { DatabaseName: 'shop', IndexName: 'Auto/Items/ByN', RunningQueries: [query(1, 20), query(2, 900)] },
    { DatabaseName: 'other', IndexName: 'ByName', RunningQueries: [query(1, 400)] },
  ]);
  expect(read.map(({ database, id }) => [database, id])).toEqual([
    ['shop', 2],
    ['other', 1],
    ['shop', 1],
  ]);
  expect(new Set(read.map(({ key }) => key)).size).toBe(3);
  expect(read[0]).toMatchObject({
    index: 'Auto/Items/ByN',
    query: 'from Items where N > $p',
    parameters: { p: 7 },
    waitsForIndex: true,
    startedAt: Date.parse('2026-11-23T14:53:42.010Z') + 0.3409,
  });
});

test('leaves out what it cannot read and keeps the rest', () => {
  const read = readRunningQueries([
    null,
    { DatabaseName: 'shop' },
    { DatabaseName: 'shop', IndexName: 'A', RunningQueries: [{ QueryId: 'x' }, 5, { QueryId: 3 }] },
  ]);
  expect(read).toHaveLength(1);
  expect(read[0]).toMatchObject({ id: 3, query: '', parameters: null, durationMs: 0 });
  for (const frame of [undefined, {}, 'text', []]) expect(readRunningQueries(frame)).toEqual([]);
});
