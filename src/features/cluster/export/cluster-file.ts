/** The shown cluster as CSV and JSON. Pure. */
import { csvText } from '../../../ui/csv-text.ts';
import type { DatabaseRow } from '../databases/database-rows.ts';
import { lagText, stateTexts } from '../databases/state-text.ts';
import type { Finding } from '../findings/cluster-findings.ts';
import type { NodeRow } from '../nodes/node-rows.ts';
import type { TaskRow } from '../tasks/task-rows.ts';

export interface ClusterSnapshot {
  readonly connection: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly leader: string | null;
  readonly term: number | null;
  readonly findings: readonly Finding[];
  readonly nodes: readonly NodeRow[];
  readonly databases: readonly DatabaseRow[];
  readonly tasks: readonly TaskRow[];
}

/** One line per database and node. */
export function databasesAsCsv({ databases, at }: ClusterSnapshot): string {
  return csvText(
    [
      'database',
      'state',
      'node',
      'role',
      'status',
      'documents',
      'etag',
      'change vector',
      'lag',
      'conflicts',
      'stale indexes',
      'error',
    ],
    databases.flatMap(({ name, state, cells }) =>
      cells.map((cell) => [
        name,
        stateTexts[state].label,
        cell.node,
        cell.role,
        cell.status,
        cell.documents,
        cell.etag,
        cell.changeVector,
        lagText(cell, at),
        cell.conflicts,
        cell.staleIndexes.join(' '),
        cell.error,
      ]),
    ),
  );
}

/** For JSON.stringify, which leaves maps out. */
export function mapsAsObjects(_key: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value;
}

export function clusterAsJson(snapshot: ClusterSnapshot): string {
  return JSON.stringify({ ...snapshot, at: new Date(snapshot.at).toISOString() }, mapsAsObjects, 2);
}

export function findingsAsText({ connection, at, findings }: ClusterSnapshot): string {
  return [
    `Cluster of ${connection} at ${new Date(at).toISOString()}`,
    '',
    ...(findings.length === 0
      ? ['No findings.']
      : findings.map(({ severity, text }) => `- ${severity}: ${text}`)),
  ].join('\n');
}
