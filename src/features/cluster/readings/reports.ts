import type { NodeReport } from '../../../protocol/maintenance-stats.ts';
import type { ClusterReading } from './cluster-reading.ts';

const none: ReadonlyMap<string, NodeReport> = new Map();

/** The status of a node that sent no report since the observer of the cluster started. */
export const NO_REPORT_YET = 'WaitingForResponse';

/** What the nodes report; empty where the connected node cannot say. */
export function reportsOf({ stats }: ClusterReading): ReadonlyMap<string, NodeReport> {
  return stats.kind === 'read' && stats.value.kind === 'reported' ? stats.value.nodes : none;
}
