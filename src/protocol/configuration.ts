/** Database settings that Rookery reads and writes: documents compression and data archival. */
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

const archivalAnswer = z.looseObject({
  Disabled: z.boolean().nullish(),
  ArchiveFrequencyInSec: z.number().nullish(),
  MaxItemsToProcess: z.number().nullish(),
});

/** The server's default interval between archival runs. */
export const DEFAULT_ARCHIVE_FREQUENCY_SECONDS = 60;

export interface DataArchival {
  readonly enabled: boolean;
  /** Null: the server default, DEFAULT_ARCHIVE_FREQUENCY_SECONDS. */
  readonly frequencySeconds: number | null;
  /** Null: no limit per run. */
  readonly maxItems: number | null;
}

/** Null when not configured. */
export async function getDataArchival(
  db: DatabaseClient,
  options: Signal = {},
): Promise<DataArchival | null> {
  const read = await readConfiguration(db, '/data-archival/config', archivalAnswer, options);
  return (
    read && {
      enabled: read.Disabled !== true,
      frequencySeconds: read.ArchiveFrequencyInSec ?? null,
      maxItems: read.MaxItemsToProcess ?? null,
    }
  );
}

export async function setDataArchival(db: DatabaseClient, wanted: DataArchival): Promise<void> {
  await db.send('POST', '/admin/data-archival/config', {
    query: raftRequest(),
    json: {
      Disabled: !wanted.enabled,
      ArchiveFrequencyInSec: wanted.frequencySeconds,
      MaxItemsToProcess: wanted.maxItems,
    },
  });
}

/** A 404 without a body means "not configured"; with a body, something else is missing (the database, the URL). */
async function readConfiguration<S extends z.ZodType>(
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
function raftRequest(): { 'raft-request-id': string } {
  return { 'raft-request-id': crypto.randomUUID() };
}
