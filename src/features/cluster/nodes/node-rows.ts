/** The nodes of a cluster with what they report. Pure. */
import type { NodeRole } from '../../../protocol/server.ts';
import { parseServerDate } from '../../../protocol/server-date.ts';
import type { BadgeTone } from '../../../ui/index.ts';
import type { ClusterReading } from '../readings/cluster-reading.ts';
import { NO_REPORT_YET, reportsOf } from '../readings/reports.ts';

export interface NodeRow {
  readonly tag: string;
  readonly url: string;
  readonly role: string;
  readonly leader: boolean;
  readonly connected: boolean;
  readonly health: { readonly tone: BadgeTone; readonly text: string; readonly error: string | null };
  /** Milliseconds since 1970; NaN when unknown. */
  readonly lastReport: number;
  readonly databases: number | null;
  readonly version: string | null;
  readonly cores: number | null;
  readonly memoryGb: number | null;
  readonly system: string | null;
}

const roles: Readonly<Record<NodeRole, string>> = {
  member: 'Member',
  promotable: 'Promotable',
  watcher: 'Watcher',
};

/** Databases of the list that a node has. One without nodes, as in the sandbox, is on the connected node. */
function placedOn(tag: string, { databases, topology }: ClusterReading): number | null {
  if (databases.kind !== 'read') return null;
  const isConnected = tag === topology.node;
  if (!isConnected && databases.value.some(({ nodes }) => nodes.length === 0)) return null;
  return databases.value.filter(({ nodes }) => nodes.length === 0 || nodes.some((each) => each.tag === tag))
    .length;
}

export function nodeRows(reading: ClusterReading): readonly NodeRow[] {
  const { topology } = reading;
  const reports = reportsOf(reading);
  return topology.nodes.map((node) => {
    const report = reports.get(node.tag);
    const error = node.error ?? report?.error ?? null;
    return {
      tag: node.tag,
      url: node.url,
      role: roles[node.role],
      leader: node.tag === topology.leader,
      connected: node.tag === topology.node,
      health:
        node.reached === false
          ? { tone: 'danger', text: 'Not reachable', error }
          : report !== undefined && report.status !== 'Ok'
            ? {
                tone: 'warning',
                text: report.status === NO_REPORT_YET ? 'No report yet' : report.status,
                error,
              }
            : node.reached === true || report !== undefined
              ? { tone: 'success', text: 'Healthy', error: null }
              : { tone: 'neutral', text: 'Not reported', error },
      lastReport: parseServerDate(node.lastReply ?? report?.lastGood ?? ''),
      databases: report?.databases.size ?? placedOn(node.tag, reading),
      version: node.version,
      cores: node.cores,
      memoryGb: node.memoryGb,
      system: node.system,
    };
  });
}
