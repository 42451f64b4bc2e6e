import { expect, test } from 'vitest';
import { indexPerformance, type IndexingBatch, type IndexPerformance } from './index-performance.ts';
import { addBatches, noBatches, stepKind } from './indexing-batches.ts';

const batch = (id: number, part: Partial<IndexingBatch> = {}): IndexingBatch => ({
  Id: id,
  Started: '2026-11-23T08:56:06.8264910Z',
  Completed: '2026-11-23T08:56:06.8781685Z',
  DurationInMs: 51.68,
  ...part,
});
const frame = (name: string, ...batches: IndexingBatch[]): IndexPerformance => ({
  Results: [{ Name: name, Performance: batches }],
});
const durations = (known: ReturnType<typeof addBatches>, name: string): number[] =>
  [...(known.get(name)?.values() ?? [])].map(({ DurationInMs }) => DurationInMs);

test('replaces a running batch when it is sent again, but no completed one by a running one', () => {
  const running = addBatches(noBatches, frame('A', batch(1, { Completed: null, DurationInMs: 5 })));
  const done = addBatches(running, frame('A', batch(1)));
  expect(durations(done, 'A')).toEqual([51.68]);
  const late = addBatches(done, frame('A', batch(1, { Completed: null, DurationInMs: 7 })));
  expect(durations(late, 'A')).toEqual([51.68]);
});

test('keeps the batches of a restarted server apart from earlier ones with the same id', () => {
  const before = addBatches(noBatches, frame('A', batch(1)));
  const after = addBatches(before, frame('A', batch(1, { Started: '2026-11-23T09:00:00.0000000Z' })));
  expect(durations(after, 'A')).toHaveLength(2);
});

test('does not change earlier states, keeps batches of other indexes and drops the oldest', () => {
  const first = addBatches(noBatches, frame('A', batch(1)));
  const many = Array.from({ length: 2001 }, (_, place) => batch(place, { DurationInMs: place }));
  const second = addBatches(first, frame('B', ...many));
  expect(first.has('B')).toBe(false);
  expect(durations(second, 'A')).toEqual([51.68]);
  expect(durations(second, 'B')).toHaveLength(2000);
  expect(durations(second, 'B')[0]).toBe(1);
});

test('reads the answer of a server with null and invalid counts', () => {
  const read = indexPerformance.parse({
    Results: [
      {
        Name: 'A',
        Performance: [
          {
            ...batch(1),
            InputCount: 'many',
            AllocatedManagedBytes: null,
            DocumentsSize: { SizeInBytes: 67872, HumaneSize: '66.28 KBytes' },
            Details: { Name: 'Indexing', DurationInMs: 1, MapDetails: null, Operations: null },
          },
        ],
      },
      { Name: 'B', Performance: null },
    ],
  });
  const known = addBatches(noBatches, read);
  const [only] = known.get('A')?.values() ?? [];
  expect(only).toMatchObject({ InputCount: null, DocumentsSize: { SizeInBytes: 67872 } });
  expect(known.has('B')).toBe(false);
});

test.each([
  ['Storage/DocumentRead', 'storage'],
  ['Corax/Commit', 'storage'],
  ['Lucene/Merge', 'merge'],
  ['Aggregation/Leafs', 'reduce'],
  ['Collection_Orders', 'map'],
])('classifies the step %s as %s', (name, kind) => {
  expect(stepKind(name)).toBe(kind);
});
