import { expect, test } from 'vitest';
import { addBatches, noBatches } from '../../../protocol/indexing-batches.ts';
import { batchGroups } from './batch-model.ts';
import { batchExtent, batchPauses, timelineGroups } from './batch-timeline.ts';
import { batchForTests, stepForTests } from './batches-for-tests.ts';

const batches = [
  batchForTests({
    Id: 1,
    Started: '2026-11-23T08:00:00Z',
    DurationInMs: 50,
    Details: stepForTests('Indexing', 50, [
      stepForTests('Map', 10, [stepForTests('Linq', 4)]),
      stepForTests('Storage/Commit', 30),
    ]),
  }),
  batchForTests({ Id: 2, Started: '2026-11-23T09:00:00Z', DurationInMs: 50, FailedCount: 1 }),
  batchForTests({ Id: 3, Started: 'invalid' }),
];
const groups = timelineGroups(
  batchGroups(addBatches(noBatches, { Results: [{ Name: 'A', Performance: batches }] }), null),
);
const first = Date.parse('2026-11-23T08:00:00Z');

test('draws a batch with its steps below it, and leaves out batches without a time', () => {
  const spans = groups[0]?.flame?.spans ?? [];
  expect(spans.map(({ name, start, depth }) => [name, start - first, depth])).toEqual([
    ['1: 400 in, 5 out', 0, 0],
    ['Map', 0, 1],
    ['Linq', 0, 2],
    ['Storage/Commit', 10, 1],
    ['2: 400 in, 5 out', 3_600_000, 0],
  ]);
  expect(spans.at(-1)?.failed).toBe(true);
  expect(new Set(spans.slice(0, 4).map(({ item }) => item)).size).toBe(1);
});

test('folds the hour between two batches, and adds a margin of the indexing time only', () => {
  const pauses = batchPauses(groups);
  expect(pauses.pauses).toEqual([{ from: first + 50, to: first + 3_600_000 }]);
  const extent = batchExtent(groups, pauses);
  expect(extent.from).toBeCloseTo(first - 2, 3);
  expect(extent.to).toBeCloseTo(first + 3_600_052, 3);
});

test('has no pauses and an extent of one second without batches', () => {
  expect(batchPauses([]).pauses).toEqual([]);
  expect(batchExtent([], batchPauses([]))).toEqual({ from: 0, to: 1000 });
});
