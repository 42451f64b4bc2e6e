/** What the result of an index test says besides its rows. Pure. */
import type { IndexTestResult } from '../../../protocol/index-test.ts';
import type { JsonObject } from '../../../protocol/queries.ts';
import { formatMs, pluralize } from '../../../ui/index.ts';
import { typeLabel } from '../list/index-state.ts';

export interface Note {
  readonly tone: 'info' | 'warning';
  readonly text: string;
}

/** A server warns of more entries than this for one document. */
const MANY_ENTRIES = 1024;

/** RavenDB answers a test in which the scripts of a few documents failed or never ended like one without results. */
const SILENT_FAILURES =
  ' This server does not report scripts that fail or run for more than 10,000 statements (Indexing.MaxStepsForScript). Try the index in the sandbox to see their lines.';

export function notesOf(result: IndexTestResult, hasQuery: boolean): readonly Note[] {
  const notes: Note[] = [];
  if (result.stopped !== null) notes.push({ tone: 'warning', text: result.stopped });
  const largest = result.largestFanOut ?? largestFanOut(result.entries);
  if (largest && largest.entries > MANY_ENTRIES)
    notes.push({
      tone: 'warning',
      text: `${largest.id} has ${pluralize(largest.entries, 'entry', 'entries')}. Many entries for each document slow down indexing and queries.`,
    });
  const isMap = result.reduceResults.length === 0;
  const lost = result.mapResults.length - result.entries.length;
  if (isMap && !hasQuery && lost > 0 && result.problems === null)
    notes.push({
      tone: 'warning',
      text: `${pluralize(lost, 'map result')} ${lost === 1 ? 'has' : 'have'} no entry, and this server reports no reason for a test. A field may hold an object, which Corax cannot index: store it, or index its members.`,
    });
  if (result.mapResults.length === 0 && (result.problems ?? []).length === 0)
    notes.push({
      tone: result.problems === null ? 'warning' : 'info',
      text: `The maps returned nothing. Check the names of the collections, and whether they have documents.${result.problems === null ? SILENT_FAILURES : ''}`,
    });
  return notes;
}

/** The document with the most entries among those that were found; null for groups. */
export function largestFanOut(
  entries: readonly JsonObject[],
): { readonly id: string; readonly entries: number } | null {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const id = entry['id()'];
    if (typeof id === 'string') counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  let largest: { id: string; entries: number } | null = null;
  for (const [id, count] of counts) if (!largest || count > largest.entries) largest = { id, entries: count };
  return largest;
}

/** One line of figures above the rows. */
export function summaryOf(result: IndexTestResult, roundTripMs: number): string {
  // Entries of counters and segments of time series name their document too.
  const input = result.entries.some((entry) => 'sourceDocId()' in entry) ? 'item' : 'document';
  const largest = result.largestFanOut ?? largestFanOut(result.entries);
  return [
    typeLabel({ type: result.indexType }),
    result.mappedDocuments === null ? null : `${pluralize(result.mappedDocuments, input)} mapped`,
    result.mapMs === null || !result.mappedDocuments
      ? null
      : `${formatMs(result.mapMs / result.mappedDocuments)} per ${input}`,
    largest && largest.entries > 1
      ? `at most ${pluralize(largest.entries, 'entry', 'entries')} for one ${input} (${largest.id})`
      : null,
    result.slowest && result.slowest.ms >= 1
      ? `slowest: ${result.slowest.id}, ${formatMs(result.slowest.ms)}`
      : null,
    result.isStale ? `the collection has more ${input}s` : null,
    result.hasDynamicFields ? 'dynamic fields' : null,
    formatMs(roundTripMs),
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ');
}

const MAX_COLUMNS = 100;

/** Names of columns in the order of their first appearance, the id first; metadata only as its id. */
export function columnsOf(rows: readonly JsonObject[]): readonly string[] {
  const names = new Set<string>();
  for (const row of rows) if ('id()' in row) names.add('id()');
  for (const row of rows)
    for (const name of Object.keys(row))
      if (name !== '@metadata' && names.size < MAX_COLUMNS) names.add(name);
  return [...names];
}

/** The document of an entry or of a query result; undefined for groups. */
export function documentOf(row: JsonObject): string | undefined {
  // Entries of counters and time series have ids of their own.
  for (const name of ['sourceDocId()', 'id()']) if (typeof row[name] === 'string') return row[name];
  const metadata = row['@metadata'];
  const id: unknown =
    typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, '@id') : undefined;
  return typeof id === 'string' ? id : undefined;
}
