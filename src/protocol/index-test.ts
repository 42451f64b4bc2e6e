/** Index tests: `POST /databases/{db}/indexes/test` runs a definition on some documents without storing it. */
import { z } from 'zod';
import type { DatabaseClient } from './client.ts';
import type { IndexDefinition } from './index-definitions.ts';
import { isJsonObject, type JsonObject } from './queries.ts';

export interface IndexTestRequest {
  readonly definition: IndexDefinition;
  /** RQL on the entries; the name of its source is ignored. Empty: all entries. */
  readonly query: string;
  /** 1 to 10,000. */
  readonly documents: number;
  readonly signal?: AbortSignal | undefined;
}

/** An error of one document or group. RavenDB does not report them for a test; the sandbox does. */
export interface IndexTestProblem {
  readonly document: string;
  /** `Map` or `Reduce`. */
  readonly action: string;
  readonly error: string;
}

export interface IndexTestResult {
  /** The terms of each entry: `id()` is the document, `key()` the result of a group. */
  readonly entries: readonly JsonObject[];
  /** The answer to the query: documents, or results of groups. */
  readonly documents: readonly JsonObject[];
  readonly mapResults: readonly JsonObject[];
  readonly reduceResults: readonly JsonObject[];
  readonly hasDynamicFields: boolean;
  /** There are documents that were not mapped. */
  readonly isStale: boolean;
  /** `JavaScriptMap` and the like; newer servers may send others. */
  readonly indexType: string;
  /** Null when the server does not report them. */
  readonly problems: readonly IndexTestProblem[] | null;
  readonly mappedDocuments: number | null;
  /** Time of all maps; null where the server does not report it. */
  readonly mapMs: number | null;
  readonly slowest: { readonly id: string; readonly ms: number } | null;
  readonly largestFanOut: { readonly id: string; readonly entries: number } | null;
  /** Why the test stopped early. */
  readonly stopped: string | null;
}

const objects = z
  .array(z.unknown())
  .nullish()
  .transform((all) => (all ?? []).map((each): JsonObject => (isJsonObject(each) ? each : { Value: each })));

const answer = z.looseObject({
  IndexEntries: objects,
  QueryResults: objects,
  MapResults: objects,
  ReduceResults: objects,
  HasDynamicFields: z.boolean().nullish(),
  IsStale: z.boolean().nullish(),
  IndexType: z.string().nullish(),
  RookeryDocuments: z.number().nullish().catch(null),
  RookeryErrors: z
    .array(z.looseObject({ Document: z.string(), Action: z.string(), Error: z.string() }))
    .nullish()
    .catch(null),
  RookeryMapMilliseconds: z.number().nullish().catch(null),
  RookerySlowestDocument: z.looseObject({ Id: z.string(), Milliseconds: z.number() }).nullish().catch(null),
  RookeryLargestFanOut: z.looseObject({ Id: z.string(), Entries: z.number() }).nullish().catch(null),
  RookeryStopped: z.string().nullish().catch(null),
});

/** Longer than any document may take; the user can stop it earlier. */
const TIMEOUT_MS = 300_000;

export async function testIndex(db: DatabaseClient, request: IndexTestRequest): Promise<IndexTestResult> {
  const { definition, query } = withOneName(request);
  const read = await db.read(answer, 'POST', '/indexes/test', {
    json: {
      IndexDefinition: definition,
      Query: query,
      // A real server requires the member.
      QueryParameters: null,
      MaxDocumentsToProcess: request.documents,
    },
    timeoutMs: TIMEOUT_MS,
    signal: request.signal,
    confirm: true,
  });
  const { RookerySlowestDocument: slowest, RookeryLargestFanOut: largest } = read;
  return {
    entries: read.IndexEntries,
    documents: read.QueryResults,
    mapResults: read.MapResults,
    reduceResults: read.ReduceResults,
    hasDynamicFields: read.HasDynamicFields ?? false,
    isStale: read.IsStale ?? false,
    indexType: read.IndexType ?? '',
    problems:
      read.RookeryErrors?.map((each) => ({
        document: each.Document,
        action: each.Action,
        error: each.Error,
      })) ?? null,
    mappedDocuments: read.RookeryDocuments ?? null,
    mapMs: read.RookeryMapMilliseconds ?? null,
    slowest: slowest ? { id: slowest.Id, ms: slowest.Milliseconds } : null,
    largestFanOut: largest ? { id: largest.Id, entries: largest.Entries } : null,
    stopped: read.RookeryStopped ?? null,
  };
}

const SOURCE = /\bfrom\s+index\s+(?:'[^']*'|"[^"]*"|[^\s'"]+)/i;

/** RavenDB 6.2 refuses a query whose source is not named like the definition; newer ones ignore the name. */
function withOneName({ definition, query }: IndexTestRequest): {
  readonly definition: IndexDefinition;
  readonly query: string | null;
} {
  if (query.trim() === '') return { definition, query: null };
  const { Name } = definition;
  const name = typeof Name === 'string' && /^[^'"\\]+$/.test(Name) ? Name : 'Test';
  return {
    definition: { ...definition, Name: name },
    query: query.replace(SOURCE, () => `from index '${name}'`),
  };
}
