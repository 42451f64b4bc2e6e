/** How many documents of its collection a subscription has not reached. Filters are not applied. Pure. */
import { readChangeVector, changesMissing } from '../../protocol/change-vector.ts';
import type { NewestDocument, Subscription } from '../../protocol/subscriptions.ts';
import { formatCount, pluralize } from '../../ui/format.ts';
import { querySource } from './query-source.ts';

export type Lag =
  | { readonly kind: 'exactly' | 'at-most'; readonly documents: number }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Of a collection; the error of one that could not be read. */
export type SourceState = NewestDocument | { readonly failed: string };

/** What was read of the sources: by collection, and the vector of the database. */
export interface SourceReading {
  readonly newest: ReadonlyMap<string | null, SourceState>;
  readonly changeVector: string | null;
  /** Collections that are read at a time, to limit the load. */
  readonly limit: number;
}

const unknown = (reason: string): Lag => ({ kind: 'unknown', reason });

export function lagOf(
  subscription: Pick<Subscription, 'query' | 'startsAfter' | 'isSharded'>,
  reading: SourceReading | undefined,
): Lag {
  const { startsAfter, isSharded, query } = subscription;
  const source = querySource(query);
  if (source === undefined) return unknown('The collection cannot be read from the query.');
  if (source.revisions) return unknown('The server does not count the revisions after a starting point.');
  if (isSharded) return unknown('Each shard has a starting point of its own.');
  if (reading === undefined) return unknown('The collection was not read yet.');
  const newest = reading.newest.get(source.collection);
  if (newest === undefined)
    return unknown(`Only the first ${reading.limit} collections are read, to limit the load.`);
  if ('failed' in newest) return unknown(newest.failed);
  const { documents, changeVector } = newest;
  if (documents === 0) return { kind: 'exactly', documents: 0 };
  if (startsAfter === null) return { kind: 'exactly', documents };
  const start = readChangeVector(startsAfter);
  if (start.size === 0) return unknown('The change vector of the starting point has an unknown form.');
  const missing = missingAfter(start, readChangeVector(changeVector), readChangeVector(reading.changeVector));
  if (missing === null) return unknown('The server does not report the change vector of the database.');
  return missing === 0
    ? { kind: 'exactly', documents: 0 }
    : { kind: 'at-most', documents: Math.min(documents, missing) };
}

/**
 * An upper bound of the documents after a starting point. Each has a change of its own that the vector lacks. In a database
 * of one node the newest document of the collection bounds them; with several nodes a document can be missing behind a newer
 * one that is not, so only the vector of the database does.
 */
function missingAfter(
  start: ReadonlyMap<string, number>,
  newest: ReadonlyMap<string, number>,
  database: ReadonlyMap<string, number>,
): number | null {
  const [id] = start.keys();
  const single =
    id !== undefined && [start, newest, database].every((each) => each.size === 1 && each.has(id));
  if (single) return changesMissing(start, newest);
  return database.size === 0 ? null : changesMissing(start, database);
}

export function lagText(lag: Lag): string {
  if (lag.kind === 'unknown') return 'Unknown';
  if (lag.documents === 0) return 'None';
  return lag.kind === 'exactly' ? formatCount(lag.documents) : `≤ ${formatCount(lag.documents)}`;
}

export function lagTitle(lag: Lag): string {
  if (lag.kind === 'unknown') return lag.reason;
  if (lag.documents === 0) return 'No document of the collection comes after the starting point.';
  const after = `${lag.documents === 1 ? 'comes' : 'come'} after the starting point. The filter of the query is not applied.`;
  return lag.kind === 'exactly'
    ? `${pluralize(lag.documents, 'document')} of the collection ${after}`
    : `At most ${pluralize(lag.documents, 'document')} of the collection ${after} The bound is the number of changes since the starting point, which counts other collections too.`;
}
