import { expect, test } from 'vitest';
import type { DatabaseTopology } from '../../../protocol/database-topology.ts';
import { clusterOf, databaseOn } from '../readings/cluster-for-tests.ts';
import type { ClusterReading, Part } from '../readings/cluster-reading.ts';
import { nodeRows } from './node-rows.ts';

/** Databases by node, without reports of the nodes. */
function countsOf(
  tags: readonly string[],
  databases: Part<readonly DatabaseTopology[]>,
): readonly (number | null)[] {
  const reading: ClusterReading = {
    at: 0,
    elapsedMs: 0,
    topology: clusterOf(tags),
    stats: { kind: 'absent' },
    databases,
  };
  return nodeRows(reading).map((row) => row.databases);
}

test('counts the databases of a node by the list of databases when the node reports none', () => {
  const read = (...value: readonly DatabaseTopology[]) => ({ kind: 'read' as const, value });
  expect(countsOf(['A'], read(databaseOn('shop'), databaseOn('logs')))).toEqual([2]);
  expect(countsOf(['A', 'B'], read(databaseOn('shop', 'A', 'B'), databaseOn('logs', 'B')))).toEqual([1, 2]);
  expect(countsOf(['A', 'B'], read(databaseOn('shop')))).toEqual([1, null]);
  expect(countsOf(['A'], { kind: 'failed', error: new Error('no') })).toEqual([null]);
});
