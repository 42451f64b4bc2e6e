/** What is wrong in a cluster, the worst first: sentences that name the object and what to do. Pure. */
import { trendText } from '../../../protocol/gap-trend.ts';
import { mismatchText } from '../../../protocol/node-mismatch.ts';
import { formatCount, pluralize } from '../../../ui/index.ts';
import type { View } from '../cluster-state.ts';
import { isLagging, type DatabaseRow } from '../databases/database-rows.ts';
import type { CheckedEntries } from '../databases/use-entry-check.ts';
import type { ClusterReading } from '../readings/cluster-reading.ts';
import { NO_REPORT_YET, reportsOf } from '../readings/reports.ts';

/** `mismatch`: nodes claim to be current and differ. `error`: something does not work. */
export type Severity = 'mismatch' | 'error' | 'warning' | 'information';

const severities: readonly Severity[] = ['mismatch', 'error', 'warning', 'information'];

export interface Finding {
  readonly severity: Severity;
  readonly text: string;
  readonly view: View;
  readonly database: string | null;
}

type Entries = ReadonlyMap<string, CheckedEntries>;

export function clusterFindings(
  reading: ClusterReading,
  rows: readonly DatabaseRow[],
  entries: Entries,
): readonly Finding[] {
  const found = [
    ...nodeFindings(reading),
    ...rows.flatMap((row) => [...databaseFindings(row, reading.at), ...entryFindings(row, entries)]),
  ];
  return found.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

function nodeFindings(reading: ClusterReading): readonly Finding[] {
  const { topology } = reading;
  const found: Finding[] = [];
  const add = (severity: Severity, text: string): void => {
    found.push({ severity, text, view: 'nodes', database: null });
  };
  if (topology.leader === null && topology.node !== null)
    add(
      'error',
      `The cluster has no leader${topology.term === null ? '' : ` in term ${topology.term}`}. Databases, indexes and settings cannot be changed. Check which nodes are reachable.`,
    );
  for (const { tag, reached, error } of topology.nodes)
    if (reached === false)
      add(
        'error',
        `Node ${tag} does not answer${error === null ? '' : `: ${firstLine(error)}`}. Check its process and the network.`,
      );
  for (const [tag, { status, error }] of reportsOf(reading))
    if (status !== 'Ok' && topology.nodes.find((node) => node.tag === tag)?.reached !== false)
      add(
        'warning',
        `Node ${tag} ${status === NO_REPORT_YET ? 'has not reported since the start of the leader' : `reports ${status}`}${error === null ? '' : `: ${firstLine(error)}`}.`,
      );
  const versions = new Map(
    topology.nodes.flatMap(({ tag, version }) => (version === null ? [] : [[tag, version] as const])),
  );
  if (new Set(versions.values()).size > 1)
    add(
      'warning',
      `The nodes run different versions: ${[...versions].map(([tag, version]) => `${version} on ${tag}`).join(', ')}.`,
    );
  return found;
}

function databaseFindings(row: DatabaseRow, now: number): readonly Finding[] {
  const found: Finding[] = [];
  const add = (severity: Severity, text: string): void => {
    found.push({ severity, text: `${row.name}: ${text}`, view: 'databases', database: row.name });
  };
  if (row.state === 'mismatch' && row.differentCounts !== '')
    add(
      'mismatch',
      `${row.differentCounts} documents, although all report the same change vector. Compare the documents of these nodes.`,
    );
  if (row.state === 'mismatch')
    for (const { index, missingOn } of row.missingIndexes)
      add(
        'mismatch',
        `the index ${index} is missing on ${missingOn.join(', ')}. Check the log of that node.`,
      );
  for (const { node, role, error, conflicts, brokenIndexes, missing, trend } of row.cells) {
    if (role === 'rehab')
      add(
        'error',
        `node ${node} is in rehab${error === null ? '' : `: ${firstLine(error)}`}. Clients do not use it.`,
      );
    else if (error !== null) add('error', `node ${node} reports ${firstLine(error)}`);
    if (missing !== null && missing > 0) {
      const how = trendText(trend, now);
      const text = `node ${node} lacks ${pluralize(missing, 'change')}${how === '' ? '' : `, ${how}`}.`;
      if (trend.kind === 'stuck')
        add('error', `${text} Check the replication from the other nodes and the free space of ${node}.`);
      else add(trend.kind === 'closing' ? 'information' : 'warning', text);
    }
    if (brokenIndexes.length > 0)
      add(
        'error',
        `${pluralize(brokenIndexes.length, 'index', 'indexes')} failed on ${node}: ${list(brokenIndexes)}.`,
      );
    if (conflicts !== null && conflicts > 0)
      add('warning', `${pluralize(conflicts, 'conflict')} on ${node}. Resolve them or set a resolution.`);
  }
  const stale = row.cells.filter(({ staleIndexes }) => staleIndexes.length > 0);
  if (stale.length > 0)
    add(
      'information',
      `indexes are stale: ${stale.map(({ node, staleIndexes }) => `${list(staleIndexes)} on ${node}`).join('; ')}.`,
    );
  return found;
}

function entryFindings(row: DatabaseRow, entries: Entries): readonly Finding[] {
  if (isLagging(row)) return [];
  const { name } = row;
  return (entries.get(name)?.mismatches ?? []).map((mismatch) => ({
    severity: 'mismatch',
    text: `${name}, index ${mismatch.index}: ${mismatchText(mismatch, formatCount)} entries, although every node reports it as up to date. Queries differ by node. Compare the documents, or reset the index.`,
    view: 'databases',
    database: name,
  }));
}

const MAX_NAMED = 3;

function list(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, 300);
}
