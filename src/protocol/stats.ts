/** Statistics of a database. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';

type Signal = Pick<RequestOptions, 'signal'>;

const count = z.number().nullish();
const size = z.looseObject({ SizeInBytes: z.number().nullish() }).nullish();

const statsAnswer = z.looseObject({
  CountOfDocuments: z.number(),
  CountOfRevisionDocuments: count,
  CountOfTombstones: count,
  CountOfDocumentsConflicts: count,
  CountOfConflicts: count,
  CountOfAttachments: count,
  CountOfCounterEntries: count,
  CountOfTimeSeriesSegments: count,
  CountOfIndexes: count,
  LastDocEtag: count,
  LastDatabaseEtag: count,
  DatabaseChangeVector: z.string().nullish(),
  DatabaseId: z.string().nullish(),
  LastIndexingTime: z.string().nullish(),
  SizeOnDisk: size,
  TempBuffersSizeOnDisk: size,
  Indexes: z
    .array(z.looseObject({ Name: z.string(), IsStale: z.boolean().nullish() }))
    .nullish()
    .catch(null),
});

/** Null where the server does not report it. */
export interface DatabaseStats {
  readonly documents: number;
  readonly revisions: number | null;
  readonly tombstones: number | null;
  readonly conflicts: number | null;
  readonly attachments: number | null;
  readonly counters: number | null;
  readonly timeSeriesSegments: number | null;
  readonly indexes: number | null;
  readonly staleIndexes: number | null;
  readonly lastEtag: number | null;
  readonly changeVector: string | null;
  readonly databaseId: string | null;
  readonly lastIndexing: string | null;
  readonly sizeOnDisk: number | null;
  readonly tempBuffers: number | null;
}

export async function getDatabaseStats(db: DatabaseClient, options: Signal = {}): Promise<DatabaseStats> {
  const read = await db.read(statsAnswer, 'GET', '/stats', options);
  return {
    documents: read.CountOfDocuments,
    revisions: read.CountOfRevisionDocuments ?? null,
    tombstones: read.CountOfTombstones ?? null,
    conflicts: read.CountOfDocumentsConflicts ?? read.CountOfConflicts ?? null,
    attachments: read.CountOfAttachments ?? null,
    counters: read.CountOfCounterEntries ?? null,
    timeSeriesSegments: read.CountOfTimeSeriesSegments ?? null,
    indexes: read.CountOfIndexes ?? read.Indexes?.length ?? null,
    staleIndexes: read.Indexes?.filter((index) => index.IsStale === true).length ?? null,
    lastEtag: read.LastDatabaseEtag ?? read.LastDocEtag ?? null,
    changeVector: emptyAsNull(read.DatabaseChangeVector),
    databaseId: emptyAsNull(read.DatabaseId),
    lastIndexing: read.LastIndexingTime ?? null,
    sizeOnDisk: read.SizeOnDisk?.SizeInBytes ?? null,
    tempBuffers: read.TempBuffersSizeOnDisk?.SizeInBytes ?? null,
  };
}

function emptyAsNull(text: string | null | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
