import { expect, test } from 'vitest';
import { addBatches, noBatches } from '../../../protocol/indexing-batches.ts';
import { batchGroups, findBatch, moveBatch, newestFirst, type RecordedBatch } from './batch-model.ts';
import { batchForTests } from './batches-for-tests.ts';

const known = addBatches(noBatches, {
  Results: [
    {
      Name: 'Orders/Totals',
      Performance: [
        batchForTests({ Id: 3, Started: '2026-11-23T08:00:03Z' }),
        batchForTests({ Id: 1, Started: '2026-11-23T08:00:01Z' }),
      ],
    },
    {
      Name: 'Orders/ByCompany',
      Performance: [
        batchForTests({ Id: 2, Started: '2026-11-23T08:00:02Z', DurationInMs: 40 }),
        batchForTests({ Id: 4, Started: 'yesterday' }),
      ],
    },
  ],
});
const groups = batchGroups(known, null);
const ids = (batches: readonly RecordedBatch[]): number[] => batches.map(({ batch }) => batch.Id);
const byId = (id: number): RecordedBatch | null =>
  newestFirst(groups).find(({ batch }) => batch.Id === id) ?? null;

test('orders indexes by name and their batches by start', () => {
  expect(groups.map(({ index, batches }) => [index, ids(batches)])).toEqual([
    ['Orders/ByCompany', [4, 2]],
    ['Orders/Totals', [1, 3]],
  ]);
  expect(byId(2)?.end).toBe(Date.parse('2026-11-23T08:00:02.040Z'));
  expect(ids(newestFirst(groups))).toEqual([3, 2, 1, 4]);
  expect(batchGroups(known, 'Orders/Totals').map(({ index }) => index)).toEqual(['Orders/Totals']);
});

test('keeps the batches of an index that a frame does not report', () => {
  const next = addBatches(known, {
    Results: [{ Name: 'Orders/Totals', Performance: [batchForTests({ Id: 9 })] }],
  });
  const of = (each: typeof groups, index: string) => each.find((group) => group.index === index)?.batches;
  expect(of(batchGroups(next, null), 'Orders/ByCompany')).toBe(of(groups, 'Orders/ByCompany'));
  expect(of(batchGroups(next, null), 'Orders/Totals')).toHaveLength(3);
});

test('finds a batch by index and key', () => {
  expect(findBatch(groups, byId(3))?.batch.Id).toBe(3);
  expect(findBatch(groups, { index: 'Orders/Totals', key: 'deleted' })).toBeUndefined();
  expect(findBatch(groups, null)).toBeUndefined();
});

test.each([
  [']', 1, 3],
  ['[', 3, 1],
  ['Home', 3, 1],
  ['End', 1, 3],
  ['ArrowUp', 3, 2],
  ['ArrowDown', 2, 1],
])('%s moves from batch %i to batch %i', (key, from, to) => {
  expect(moveBatch(key, byId(from), groups)?.batch.Id).toBe(to);
});

test('starts with the newest batch, stops at the ends and ignores other keys', () => {
  expect(moveBatch(']', null, groups)?.batch.Id).toBe(3);
  expect(moveBatch(']', byId(3), groups)).toBeUndefined();
  expect(moveBatch('ArrowDown', byId(3), groups)).toBeUndefined();
  expect(moveBatch('x', byId(3), groups)).toBeUndefined();
});
