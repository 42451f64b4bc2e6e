import { expect, it } from 'vitest';
import type { GarbageCollection } from '../../../protocol/memory.ts';
import { seriesOf, withCollections } from './memory-history.ts';

const collection = (index: number): GarbageCollection => ({
  kind: 'Ephemeral',
  index,
  generation: 0,
  compacted: false,
  heapSize: 1,
  fragmented: 0,
  committed: 1,
  promoted: 0,
  pausePercentage: 0.1,
  pauses: ['00:00:00.0010000'],
  pinned: 0,
});

it('orders known sizes first and keeps those of newer servers under their own names', () => {
  const series = seriesOf([
    { at: 1, sizes: new Map([['VectorCacheSize', 4]]) },
    {
      at: 2,
      sizes: new Map([
        ['VectorCacheSize', 5],
        ['WorkingSet', 100],
      ]),
    },
  ]);
  expect(series).toEqual([
    { name: 'WorkingSet', label: 'Working set', times: [2], values: [100] },
    { name: 'VectorCacheSize', label: 'Vector Cache Size', times: [1, 2], values: [4, 5] },
  ]);
});

it('keeps each garbage collection once, newest first', () => {
  const first = withCollections([], [collection(3), collection(7)], 10);
  const second = withCollections(first, [collection(7), collection(9)], 20);
  expect(second.map(({ index, seen }) => [index, seen])).toEqual([
    [9, 20],
    [7, 10],
    [3, 10],
  ]);
});

it('forgets collections of the time before a restart', () => {
  const before = withCollections([], [collection(40)], 10);
  expect(withCollections(before, [collection(2)], 20).map(({ index }) => index)).toEqual([2]);
});
