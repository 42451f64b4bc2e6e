/** A cluster for tests. */
import type { ClusterTopology } from '../../../protocol/cluster-topology.ts';
import type { DatabaseNode, DatabaseTopology } from '../../../protocol/database-topology.ts';

/** Of reached members; A is the connected node and the leader. */
export function clusterOf(tags: readonly string[]): ClusterTopology {
  return {
    node: 'A',
    leader: 'A',
    state: 'Leader',
    stateReason: null,
    term: 3,
    leaderMs: 1,
    topologyId: null,
    nodes: tags.map((tag) => ({
      tag,
      url: `http://${tag}`,
      role: 'member',
      reached: true,
      error: null,
      lastReply: null,
      version: '7.1.5',
      cores: 2,
      memoryGb: 8,
      system: null,
    })),
  };
}

/** Loaded on these nodes. */
export function databaseOn(name: string, ...tags: readonly string[]): DatabaseTopology {
  return {
    name,
    disabled: false,
    loaded: true,
    loadError: null,
    documents: 100,
    replicationFactor: tags.length,
    nodes: tags.map((tag): DatabaseNode => ({ tag, role: 'member', status: 'Ok', error: null })),
  };
}
