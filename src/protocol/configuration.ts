/** Database settings that Rookery reads and writes: documents compression, and the jobs archival, expiration and refresh. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { readJson } from './client.ts';
import { readServerError } from './server-error.ts';

type Signal = Pick<RequestOptions, 'signal'>;

const compressionAnswer = z.looseObject({
  Collections: z.array(z.string()).nullish(),
  CompressAllCollections: z.boolean().nullish(),
  CompressRevisions: z.boolean().nullish(),
});

export interface DocumentsCompression {
  readonly collections: readonly string[];
  readonly allCollections: boolean;
  readonly revisions: boolean;
}

/** Null when not configured. */
export async function getDocumentsCompression(
  db: DatabaseClient,
  options: Signal = {},
): Promise<DocumentsCompression | null> {
  const read = await readConfiguration(db, '/documents-compression/config', compressionAnswer, options);
  return (
    read && {
      collections: read.Collections ?? [],
      allCollections: read.CompressAllCollections ?? false,
      revisions: read.CompressRevisions ?? false,
    }
  );
}

export async function setDocumentsCompression(
  db: DatabaseClient,
  wanted: DocumentsCompression,
): Promise<void> {
  await db.send('POST', '/admin/documents-compression/config', {
    query: raftRequest(),
    json: {
      Collections: wanted.collections,
      CompressAllCollections: wanted.allCollections,
      CompressRevisions: wanted.revisions,
    },
  });
}

const number = z.number().nullish().catch(null);
const jobAnswer = z.looseObject({
  Disabled: z.boolean().nullish().catch(null),
  MaxItemsToProcess: number,
  ArchiveFrequencyInSec: number,
  DeleteFrequencyInSec: number,
  RefreshFrequencyInSec: number,
});
type FrequencyMember = 'ArchiveFrequencyInSec' | 'DeleteFrequencyInSec' | 'RefreshFrequencyInSec';

/** Without a configured frequency the server runs each job once a minute. */
export const DEFAULT_JOB_FREQUENCY_SECONDS = 60;

/** A background job that acts on a date in the metadata of documents. */
export interface JobConfiguration {
  readonly enabled: boolean;
  /** Null: the server default, DEFAULT_JOB_FREQUENCY_SECONDS. */
  readonly frequencySeconds: number | null;
  /** Null: no limit per run. */
  readonly maxItems: number | null;
}

/** Null when not configured. */
export function getDataArchival(db: DatabaseClient, options: Signal = {}): Promise<JobConfiguration | null> {
  return readJob(db, '/data-archival/config', 'ArchiveFrequencyInSec', options);
}

export async function setDataArchival(db: DatabaseClient, wanted: JobConfiguration): Promise<void> {
  const json = jobBody('ArchiveFrequencyInSec', wanted);
  await db.send('POST', '/admin/data-archival/config', { query: raftRequest(), json });
}

/** Null when not configured. */
export function getExpiration(db: DatabaseClient, options: Signal = {}): Promise<JobConfiguration | null> {
  return readJob(db, '/expiration/config', 'DeleteFrequencyInSec', options);
}

/** Deletes documents in the background: on a guarded connection the user confirms it outside of the page first. */
export async function setExpiration(db: DatabaseClient, wanted: JobConfiguration): Promise<void> {
  const json = jobBody('DeleteFrequencyInSec', wanted);
  await db.send('POST', '/admin/expiration/config', { query: raftRequest(), json, confirm: true });
}

/** Null when not configured. */
export function getRefresh(db: DatabaseClient, options: Signal = {}): Promise<JobConfiguration | null> {
  return readJob(db, '/refresh/config', 'RefreshFrequencyInSec', options);
}

export async function setRefresh(db: DatabaseClient, wanted: JobConfiguration): Promise<void> {
  const json = jobBody('RefreshFrequencyInSec', wanted);
  await db.send('POST', '/admin/refresh/config', { query: raftRequest(), json });
}

async function readJob(
  db: DatabaseClient,
  rest: string,
  frequency: FrequencyMember,
  options: Signal,
): Promise<JobConfiguration | null> {
  const read = await readConfiguration(db, rest, jobAnswer, options);
  return (
    read && {
      enabled: read.Disabled !== true,
      frequencySeconds: read[frequency] ?? null,
      maxItems: read.MaxItemsToProcess ?? null,
    }
  );
}

function jobBody(frequency: FrequencyMember, wanted: JobConfiguration): object {
  return {
    Disabled: !wanted.enabled,
    [frequency]: wanted.frequencySeconds,
    MaxItemsToProcess: wanted.maxItems,
  };
}

/** A 404 without a body means "not configured"; with a body, something else is missing (the database, the URL). */
export async function readConfiguration<S extends z.ZodType>(
  db: DatabaseClient,
  rest: string,
  schema: S,
  options: Signal,
): Promise<z.output<S> | null> {
  const response = await db.send('GET', rest, { accept: [404], ...options });
  if (response.status !== 404) return readJson(schema, db.path(rest), response.body);
  if (response.body.trim() === '') return null;
  throw readServerError(404, db.path(rest), response.body);
}

/** A cluster command carries a unique id, so that a retry is not applied twice. */
export function raftRequest(): { 'raft-request-id': string } {
  return { 'raft-request-id': crypto.randomUUID() };
}
