/** A few documents of a collection, from which editors know field names. */
import type { DatabaseClient } from './client.ts';
import { run, type JsonObject } from './queries.ts';
import { rqlText } from './rql-text.ts';

/** Enough to see usual fields and values. */
const SAMPLE_DOCUMENTS = 32;

export interface CollectionSample {
  readonly documents: readonly JsonObject[];
  /** The sample holds every document of the collection. */
  readonly complete: boolean;
}

export async function sampleCollection(
  db: DatabaseClient,
  collection: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<CollectionSample> {
  // A collection query without a condition, so that no index is created.
  const { rows, total } = await run(db, {
    query: `from ${rqlText(collection)} limit ${SAMPLE_DOCUMENTS}`,
    newIndex: 'refuse',
    signal: options.signal,
  });
  return { documents: rows, complete: total !== null && rows.length >= total };
}
