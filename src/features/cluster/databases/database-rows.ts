/**
 * Databases by nodes, and what is wrong with each. Nodes that report the same change vector have received the same
 * changes, so they must have the same number of documents. Pure.
 */
import type { DatabaseRole, DatabaseTopology } from '../../../protocol/database-topology.ts';
import { trendOf, type Trend } from '../../../protocol/gap-trend.ts';
import type { NodeReport, ReportedIndex } from '../../../protocol/maintenance-stats.ts';
import { lagKey, lagsOf, type LagHistory } from '../readings/lag-history.ts';

export interface DatabaseCell {
  readonly node: string;
  /** Null for a node outside the topology that still reports the database. */
  readonly role: DatabaseRole | null;
  /** `Loaded`, `Unloaded`, …; null when the node does not report. */
  readonly status: string | null;
  readonly documents: number | null;
  readonly etag: number | null;
  readonly changeVector: string | null;
  readonly conflicts: number | null;
  readonly staleIndexes: readonly string[];
  readonly brokenIndexes: readonly string[];
  readonly indexes: ReadonlyMap<string, ReportedIndex>;
  /** Changes that another node has; null while unknown. */
  readonly missing: number | null;
  readonly trend: Trend;
  readonly error: string | null;
}

export type DatabaseState =
  /** Every node claims to be current, but they differ. */
  | 'mismatch'
  | 'stuck'
  | 'problem'
  | 'lagging'
  | 'indexing'
  | 'current'
  /** Not reported by any node: idle, disabled, or the connected node is no leader. */
  | 'unknown';

export const databaseStates: readonly DatabaseState[] = [
  'mismatch',
  'stuck',
  'problem',
  'lagging',
  'indexing',
  'current',
  'unknown',
];

export interface DatabaseRow {
  readonly name: string;
  readonly disabled: boolean;
  readonly loaded: boolean;
  readonly replicationFactor: number | null;
  readonly cells: readonly DatabaseCell[];
  readonly state: DatabaseState;
  /** All nodes report the same change vector, but these counts; not confirmed yet. Empty without a difference. */
  readonly differentCounts: string;
  /** Indexes that are not on every node. */
  readonly missingIndexes: readonly { readonly index: string; readonly missingOn: readonly string[] }[];
}

const unknownTrend: Trend = { kind: 'unknown' };
const broken = (state: string | null): boolean => state === 'Error' || state === 'Faulty';

/**
 * `before` are the rows of the previous reading: a difference counts when two readings in a row show it. `connected` is
 * the node whose counts the list of databases has.
 */
export function databaseRows(
  databases: readonly DatabaseTopology[],
  nodes: ReadonlyMap<string, NodeReport>,
  history: LagHistory,
  {
    connected,
    before,
  }: { readonly connected: string | null; readonly before: ReadonlyMap<string, DatabaseRow> },
): readonly DatabaseRow[] {
  return databases.map((database) => {
    const cells = cellsOf(database, nodes, history, connected);
    const counts = differentCounts(cells);
    const missingIndexes = indexesNotEverywhere(cells);
    const earlier = before.get(database.name);
    const confirmed =
      (counts !== '' && earlier?.differentCounts === counts) ||
      (missingIndexes.length > 0 &&
        JSON.stringify(earlier?.missingIndexes) === JSON.stringify(missingIndexes));
    return {
      name: database.name,
      disabled: database.disabled,
      loaded: database.loaded,
      replicationFactor: database.replicationFactor,
      cells,
      state: confirmed ? 'mismatch' : stateOf(database, cells),
      differentCounts: counts,
      missingIndexes,
    };
  });
}

function cellsOf(
  database: DatabaseTopology,
  nodes: ReadonlyMap<string, NodeReport>,
  history: LagHistory,
  connected: string | null,
): readonly DatabaseCell[] {
  const lags = new Map(lagsOf(database.name, nodes).map((lag) => [lag.node, lag]));
  const reporting = [...nodes]
    .filter(([, { databases }]) => databases.has(database.name))
    .map(([tag]) => tag);
  const tags = [...new Set([...database.nodes.map(({ tag }) => tag), ...reporting])];
  if (tags.length === 0 && connected !== null) tags.push(connected);
  return tags
    .sort((a, b) => a.localeCompare(b))
    .map((tag): DatabaseCell => {
      const place = database.nodes.find((each) => each.tag === tag);
      const report = nodes.get(tag)?.databases.get(database.name);
      const indexes = [...(report?.indexes ?? [])];
      return {
        node: tag,
        role: place?.role ?? null,
        status: report?.status ?? null,
        documents: report ? report.documents : tag === connected ? database.documents : null,
        etag: report?.etag ?? null,
        changeVector: report?.changeVector ?? null,
        conflicts: report?.conflicts ?? null,
        staleIndexes: indexes.filter(([, { stale }]) => stale === true).map(([index]) => index),
        brokenIndexes: indexes.filter(([, { state }]) => broken(state)).map(([index]) => index),
        indexes: report?.indexes ?? new Map<string, ReportedIndex>(),
        missing: lags.get(tag)?.missing ?? null,
        trend: lags.has(tag) ? trendOf(history.get(lagKey(database.name, tag)) ?? []) : unknownTrend,
        error: report?.error ?? (place?.status === 'Ok' ? null : (place?.error ?? null)),
      };
    });
}

function differentCounts(cells: readonly DatabaseCell[]): string {
  const reported = cells.filter(({ documents, missing }) => documents !== null && missing !== null);
  // Documents that indexes write do not replicate: each node writes its own.
  if (
    reported.length < 2 ||
    reported.some(({ missing, staleIndexes }) => missing !== 0 || staleIndexes.length > 0)
  )
    return '';
  const counts = reported.map(({ node, documents }) => ({ node, documents: documents ?? 0 }));
  return new Set(counts.map(({ documents }) => documents)).size > 1
    ? counts.map(({ node, documents }) => `${documents.toLocaleString('en')} on ${node}`).join(', ')
    : '';
}

function indexesNotEverywhere(cells: readonly DatabaseCell[]): DatabaseRow['missingIndexes'] {
  const reported = cells.filter(({ changeVector, role }) => changeVector !== null && role === 'member');
  if (reported.length < 2) return [];
  const names = new Set(reported.flatMap(({ indexes }) => [...indexes.keys()]));
  return [...names]
    .sort((a, b) => a.localeCompare(b))
    .flatMap((index) => {
      const missingOn = reported.filter(({ indexes }) => !indexes.has(index)).map(({ node }) => node);
      return missingOn.length === 0 ? [] : [{ index, missingOn }];
    });
}

function stateOf(database: DatabaseTopology, cells: readonly DatabaseCell[]): DatabaseState {
  if (cells.some(({ trend }) => trend.kind === 'stuck')) return 'stuck';
  if (
    database.loadError !== null ||
    cells.some(
      ({ role, error, conflicts, brokenIndexes }) =>
        role === 'rehab' || error !== null || (conflicts ?? 0) > 0 || brokenIndexes.length > 0,
    )
  )
    return 'problem';
  if (cells.some(({ missing }) => (missing ?? 0) > 0)) return 'lagging';
  if (cells.some(({ staleIndexes }) => staleIndexes.length > 0)) return 'indexing';
  return cells.some(({ changeVector }) => changeVector !== null) ? 'current' : 'unknown';
}

/** A node that lacks changes has other index entries without being wrong. */
export function isLagging({ cells }: DatabaseRow): boolean {
  return cells.some(({ missing }) => (missing ?? 0) > 0);
}
