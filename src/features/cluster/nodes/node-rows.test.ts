import { expect, test } from 'vitest';
import type { ClusterTopology } from '../../../protocol/cluster-topology.ts';
import type { DatabaseTopology } from '../../../protocol/database-topology.ts';
import type { ClusterReading, Part } from '../readings/cluster-reading.ts';
import { nodeRows } from './node-rows.ts';

const member = (tag: string): ClusterTopology['nodes'][number] => ({
  tag,
  url: `http://${tag}`,
  role: 'member',
  reached: true,
  error: null,
  lastReply: null,
  version: null,
  cores: null,
  memoryGb: null,
  system: null,
});

const database = (name: string, ...tags: readonly string[]): DatabaseTopology => ({
  name,
  disabled: false,
  loaded: true,
  loadError: null,
  documents: 4,
  replicationFactor: tags.length,
  nodes: tags.map((tag) => ({ tag, role: 'member', status: 'Ok', error: null })),
});

/** Databases by node, without reports of the nodes. */
function countsOf(
  tags: readonly string[],
  databases: Part<readonly DatabaseTopology[]>,
): readonly (number | null)[] {
  const reading: ClusterReading = {
    at: 0,
    elapsedMs: 0,
    topology: {
      node: 'A',
      leader: null,
      state: 'Leader',
      stateReason: null,
      term: null,
      leaderMs: null,
      topologyId: null,
      nodes: tags.map(member),
    },
    stats: { kind: 'absent' },
    databases,
  };
  return nodeRows(reading).map((row) => row.databases);
}

test('counts the databases of a node by the list of databases when the node reports none', () => {
  const read = (...value: readonly DatabaseTopology[]) => ({ kind: 'read' as const, value });
  expect(countsOf(['A'], read(database('shop'), database('logs')))).toEqual([2]);
  expect(countsOf(['A', 'B'], read(database('shop', 'A', 'B'), database('logs', 'B')))).toEqual([1, 2]);
  expect(countsOf(['A', 'B'], read(database('shop')))).toEqual([1, null]);
  expect(countsOf(['A'], { kind: 'failed', error: new Error('no') })).toEqual([null]);
});
