/**
 * The background jobs that act on dates in a document's metadata: `@archive-at`, `@expires`, `@refresh`. How a
 * database runs them, how many documents are due, and which indexes keep archived documents.
 */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import {
  DEFAULT_JOB_FREQUENCY_SECONDS,
  getDataArchival,
  getExpiration,
  getRefresh,
} from './configuration.ts';
import { counted, run } from './queries.ts';
import { rqlText } from './rql-text.ts';
import { formatServerDate } from './server-date.ts';

type Signal = Pick<RequestOptions, 'signal'>;

export const documentJobs = ['archive', 'expire', 'refresh'] as const;
export type DocumentJob = (typeof documentJobs)[number];

/** The metadata member with the date of a job. */
export const dateMember = { archive: '@archive-at', expire: '@expires', refresh: '@refresh' } as const;

const readers = { archive: getDataArchival, expire: getExpiration, refresh: getRefresh } as const;

export interface JobSettings {
  readonly enabled: boolean;
  readonly frequencySeconds: number;
  /** Null: no limit per run. */
  readonly maxItems: number | null;
}

/** Null when not configured: then the job does not run. */
export async function getJobSettings(
  db: DatabaseClient,
  job: DocumentJob,
  options: Signal = {},
): Promise<JobSettings | null> {
  const read = await readers[job](db, options);
  return read && { ...read, frequencySeconds: read.frequencySeconds ?? DEFAULT_JOB_FREQUENCY_SECONDS };
}

/** Documents that one count reads at most, so that it does not load a large database. */
export const MAX_SCANNED_DOCUMENTS = 10_000;

export interface DueDocuments {
  readonly due: number;
  readonly scanned: number;
  /** False when the database has documents beyond those that were read. */
  readonly complete: boolean;
}

/**
 * How many documents, of one collection or of all, have a date of the job in the past. Reads documents and their metadata one by one: no server has
 * an index for them. Not `limit 0`, for which the sandbox reads no document.
 */
export async function countDueDocuments(
  db: DatabaseClient,
  job: DocumentJob,
  options: Signal & { readonly now?: number; readonly collection?: string } = {},
): Promise<DueDocuments> {
  const { collection } = options;
  const source = collection === undefined ? '@all_docs' : rqlText(collection);
  const answer = await run(db, {
    query: `from ${source} filter '@metadata'.'${dateMember[job]}' <= $now select id() filter_limit ${MAX_SCANNED_DOCUMENTS}`,
    parameters: { now: formatServerDate(options.now ?? Date.now()) },
    signal: options.signal,
  });
  const { scanned } = answer;
  return { due: counted(answer), scanned, complete: scanned < MAX_SCANNED_DOCUMENTS };
}

const ALL_DOCUMENTS = '@all_docs';

const indexesAnswer = z.looseObject({
  Results: z
    .array(
      z.looseObject({
        Name: z.string(),
        Collections: z.record(z.string(), z.unknown()).nullish().catch(null),
        ArchivedDataProcessingBehavior: z.string().nullish().catch(null),
      }),
    )
    .nullish(),
});

export interface IndexesOfArchived {
  /** Names of indexes that are set to keep archived documents. Sorted. */
  readonly keeping: readonly string[];
  /** Number of the other indexes of the collection: by default they leave archived documents out. */
  readonly leavingOut: number;
}

/** What the indexes of a collection do with its archived documents. */
export async function getIndexesOfArchived(
  db: DatabaseClient,
  collection: string,
  options: Signal = {},
): Promise<IndexesOfArchived> {
  const read = await db.read(indexesAnswer, 'GET', '/indexes/stats', options);
  const over = (read.Results ?? []).filter(({ Collections }) =>
    Object.keys(Collections ?? {}).some(
      (name) => name === ALL_DOCUMENTS || name.toLowerCase() === collection.toLowerCase(),
    ),
  );
  const keeping = over
    .filter(({ ArchivedDataProcessingBehavior: behavior }) =>
      ['IncludeArchived', 'ArchivedOnly'].includes(behavior ?? ''),
    )
    .map(({ Name }) => Name)
    .sort((a, b) => a.localeCompare(b));
  return { keeping, leavingOut: over.length - keeping.length };
}
