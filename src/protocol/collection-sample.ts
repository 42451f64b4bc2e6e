/** A few documents of a collection, from which editors learn its fields. */
import type { DatabaseClient } from './client.ts';
import { run, type JsonObject } from './queries.ts';

/** Enough to see usual fields and values. */
const SAMPLE_DOCUMENTS = 32;

export interface CollectionSample {
  readonly documents: readonly JsonObject[];
  /** The sample holds every document of the collection. */
  readonly complete: boolean;
}

/** A collection query without a condition, so that no index is created. */
export async function sampleCollection(
  db: DatabaseClient,
  collection: string,
  signal?: AbortSignal,
): Promise<CollectionSample> {
  const { rows, total } = await run(db, {
    query: `from '${collection.replaceAll("'", "\\'")}' limit ${SAMPLE_DOCUMENTS}`,
    newIndex: 'refuse',
    signal,
  });
  return { documents: rows, complete: rows.length >= total };
}
