/** What a server reports about its indexes: definition kind, state, counts, times. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';

const count = z.number().nullish().catch(null);
const text = z.string().nullish().catch(null);

const collectionStats = z.looseObject({
  DocumentLag: count,
  TombstoneLag: count,
});

const indexStats = z.looseObject({
  Name: z.string(),
  Type: text,
  State: text,
  Status: text,
  Priority: text,
  LockMode: text,
  SourceType: text,
  SearchEngineType: text,
  IsStale: z.boolean().nullish().catch(null),
  IsInvalidIndex: z.boolean().nullish().catch(null),
  IsTestIndex: z.boolean().nullish().catch(null),
  EntriesCount: count,
  ErrorsCount: count,
  MapAttempts: count,
  MapErrors: count,
  Collections: z.record(z.string(), collectionStats).nullish().catch(null),
  ReferencedCollections: z.array(z.string()).nullish().catch(null),
  ReduceOutputCollection: text,
  LastQueryingTime: text,
  LastIndexingTime: text,
  CreatedTimestamp: text,
});
const statsAnswer = z.looseObject({ Results: z.array(indexStats).nullish() });

/** Names of states, types and modes are the server's own; newer servers may have more. Null where it reports none. */
export interface IndexStats {
  readonly name: string;
  /** `Map`, `MapReduce`, `JavaScriptMap`, `JavaScriptMapReduce`, `AutoMap`, `AutoMapReduce`, `Faulty`. */
  readonly type: string;
  /** `Normal`, `Disabled`, `Idle`, `Error`. */
  readonly state: string;
  /** `Running`, `Paused`, `Disabled`, `Pending`. */
  readonly status: string;
  readonly priority: string | null;
  /** `Unlock`, `LockedIgnore`, `LockedError`. */
  readonly lockMode: string | null;
  /** `Documents`, `TimeSeries`, `Counters`. */
  readonly sourceType: string | null;
  readonly engine: string | null;
  readonly isStale: boolean;
  /** The server stopped the index because too much of its work failed. */
  readonly isInvalid: boolean;
  readonly isTest: boolean;
  readonly entries: number | null;
  readonly errors: number | null;
  readonly mapAttempts: number | null;
  readonly mapErrors: number | null;
  /** Sorted. `@all_docs` for an index over all documents. */
  readonly collections: readonly string[];
  /** Collections whose documents the index loads. */
  readonly referencedCollections: readonly string[];
  /** The collection into which a map-reduce index writes a document per group. */
  readonly outputCollection: string | null;
  /** Sum of the distances between the last document's etag and the last indexed one: an upper bound of the lag. */
  readonly etagLag: number | null;
  readonly lastQuery: string | null;
  readonly lastIndexing: string | null;
  readonly created: string | null;
}

export interface NodeOptions extends Pick<RequestOptions, 'signal'> {
  /** Another node of the cluster, to which the server forwards the request. */
  readonly nodeTag?: string;
}

/** Sorted by name. */
export async function getIndexStats(
  db: DatabaseClient,
  { nodeTag, signal }: NodeOptions = {},
): Promise<readonly IndexStats[]> {
  const read = await db.read(statsAnswer, 'GET', '/indexes/stats', { query: { nodeTag }, signal });
  return (read.Results ?? []).map(toIndexStats).sort((a, b) => a.name.localeCompare(b.name));
}

function toIndexStats(read: z.output<typeof indexStats>): IndexStats {
  const collections = Object.entries(read.Collections ?? {});
  return {
    name: read.Name,
    type: read.Type ?? 'Unknown',
    state: read.State ?? 'Normal',
    status: read.Status ?? 'Running',
    priority: read.Priority ?? null,
    lockMode: read.LockMode ?? null,
    sourceType: read.SourceType ?? null,
    engine: read.SearchEngineType === 'None' ? null : (read.SearchEngineType ?? null),
    isStale: read.IsStale ?? false,
    isInvalid: read.IsInvalidIndex ?? false,
    isTest: read.IsTestIndex ?? false,
    entries: read.EntriesCount ?? null,
    errors: read.ErrorsCount ?? null,
    mapAttempts: read.MapAttempts ?? null,
    mapErrors: read.MapErrors ?? null,
    collections: collections.map(([name]) => name).sort((a, b) => a.localeCompare(b)),
    referencedCollections: [...(read.ReferencedCollections ?? [])].sort((a, b) => a.localeCompare(b)),
    outputCollection: read.ReduceOutputCollection ?? null,
    etagLag: collections.every(([, each]) => typeof each.DocumentLag === 'number')
      ? collections.reduce(
          (sum, [, each]) => sum + Math.max(0, each.DocumentLag ?? 0) + Math.max(0, each.TombstoneLag ?? 0),
          0,
        )
      : null,
    lastQuery: read.LastQueryingTime ?? null,
    lastIndexing: read.LastIndexingTime ?? null,
    created: read.CreatedTimestamp ?? null,
  };
}

const statusAnswer = z.looseObject({ Status: text });

/** The state of indexing in the whole database: `Running`, `Paused` or `Disabled`. */
export async function getIndexingStatus(
  db: DatabaseClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<string> {
  return (await db.read(statusAnswer, 'GET', '/indexes/status', options)).Status ?? 'Running';
}

const stalenessAnswer = z.looseObject({
  IsStale: z.boolean(),
  StalenessReasons: z.array(z.string()).nullish().catch(null),
});

/** Why an index is stale, in the server's words; empty when it is not. */
export async function getStalenessReasons(
  db: DatabaseClient,
  name: string,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly string[]> {
  const read = await db.read(stalenessAnswer, 'GET', '/indexes/staleness', { query: { name }, ...options });
  return read.IsStale ? (read.StalenessReasons ?? []) : [];
}
