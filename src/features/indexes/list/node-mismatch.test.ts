import { describe, expect, it } from 'vitest';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import {
  confirmedMismatches,
  findMismatches,
  mismatchText,
  type NodeStats,
} from '../../../protocol/node-mismatch.ts';
import { indexStats } from './stats-for-tests.ts';

function node(tag: string, ...indexes: readonly IndexStats[]): NodeStats {
  return { node: tag, indexes: new Map(indexes.map((each) => [each.name, each])), error: null };
}
const silent: NodeStats = { node: 'C', indexes: null, error: new Error('timeout') };

describe('findMismatches', () => {
  it('finds different counts where every node reports to be up to date', () => {
    const found = findMismatches([
      node('A', indexStats({ name: 'X', entries: 830 }), indexStats({ name: 'Y', entries: 5 })),
      node('B', indexStats({ name: 'X', entries: 829 }), indexStats({ name: 'Y', entries: 5 })),
      silent,
    ]);
    expect(found).toEqual([
      {
        index: 'X',
        entries: [
          { node: 'A', entries: 830 },
          { node: 'B', entries: 829 },
        ],
      },
    ]);
    expect(found.map((each) => mismatchText(each, String))).toEqual(['830 on A, 829 on B']);
  });

  it('ignores stale indexes, unknown counts and indexes of one node', () => {
    expect(
      findMismatches([
        node(
          'A',
          indexStats({ name: 'X', entries: 1 }),
          indexStats({ name: 'Y', entries: null }),
          indexStats({ name: 'Z' }),
        ),
        node(
          'B',
          indexStats({ name: 'X', entries: 2, isStale: true }),
          indexStats({ name: 'Y', entries: 3 }),
        ),
      ]),
    ).toEqual([]);
  });
});

it('confirmedMismatches keeps differences that two readings show', () => {
  const reading = (a: number, b: number) =>
    findMismatches([
      node('A', indexStats({ name: 'X', entries: a })),
      node('B', indexStats({ name: 'X', entries: b })),
    ]);
  expect(confirmedMismatches([], reading(2, 1))).toEqual([]);
  expect(confirmedMismatches(reading(2, 1), reading(3, 2))).toEqual([]);
  expect(confirmedMismatches(reading(2, 1), reading(2, 1))).toEqual(reading(2, 1));
});
