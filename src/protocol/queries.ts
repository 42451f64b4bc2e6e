/** Runs queries: `POST /databases/{db}/queries`. */
import { z } from 'zod';
import { PortError } from '../contract/index.ts';
import type { DatabaseClient } from './client.ts';
import { readJson } from './client.ts';
import { readExtras, type QueryExtras } from './query-extras.ts';
import { type PlanNode, readTimings, timingsMember, type TimingSpan } from './query-timings.ts';

export {
  locateParseProblem,
  locateQueryProblem,
  queryErrorSentence,
  type QueryProblem,
} from './query-problem.ts';
export type { PlanNode, TimingSpan } from './query-timings.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface QueryRequest {
  readonly query: string;
  readonly parameters?: JsonObject;
  /** Waits until the index is not stale (up to the server's limit) instead of returning stale results. */
  readonly waitForFresh?: boolean;
  /**
   * Whether the server may create an auto-index for this query. `refuse` fails instead, for production servers.
   * `confirm` allows it where the connection refuses it: the user confirms it outside of the page first. Absent, the
   * connection's access decides.
   */
  readonly newIndex?: 'refuse' | 'confirm' | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface QueryAnswer {
  /** Documents or projections, or the rows of a facet. A value that is not an object is wrapped as `{ Value }`. */
  readonly rows: readonly JsonObject[];
  /** The total number of matches, regardless of `limit`; null where the server did not count them. */
  readonly total: number | null;
  readonly skipped: number;
  /** Documents scanned by `filter`. */
  readonly scanned: number;
  /** Measured by the server. */
  readonly durationMs: number;
  /** The part without creating an index and waiting for it; null when none was created or the server does not say. */
  readonly withoutIndexMs: number | null;
  /** From sending the request to the complete response. */
  readonly roundTripMs: number;
  /** `Auto/Orders/ByCompany`, `collection/Orders`, or the name of a static index. */
  readonly indexName: string;
  readonly isStale: boolean;
  /** ISO text; null without an index. */
  readonly indexTimestamp: string | null;
  readonly nodeTag: string | null;
  /** Documents loaded by `include`, by id. */
  readonly includes: JsonObject;
  /** Counters, revisions and time series loaded by `include`, highlights and explanations. */
  readonly extras: QueryExtras;
  readonly timings: TimingSpan | null;
  /** Null unless timings were requested and the engine has plans (Corax, the sandbox). */
  readonly plan: PlanNode | null;
  /** The text of the response: exact where JavaScript numbers are not. */
  readonly raw: string;
}

const number = z.number().nullish().catch(null);

const wireAnswer = z.looseObject({
  TotalResults: number,
  SkippedResults: number,
  ScannedResults: number,
  DurationInMs: number,
  /** Of the sandbox, when the query created its index. */
  RookeryQueryMs: number,
  IndexName: z.string().nullish(),
  Results: z.array(z.unknown()),
  Includes: z.record(z.string(), z.unknown()).nullish().catch(null),
  IsStale: z.boolean().nullish(),
  IndexTimestamp: z.string().nullish(),
  NodeTag: z.string().nullish(),
  Timings: timingsMember.nullish(),
});

/** The longest request the port allows; the user can stop it earlier. */
const QUERY_TIMEOUT_MS = 600_000;

export async function run(db: DatabaseClient, request: QueryRequest): Promise<QueryAnswer> {
  const path = '/queries';
  const response = await db.send('POST', path, {
    json: {
      Query: request.query,
      QueryParameters: request.parameters ?? {},
      ...(request.waitForFresh === true ? { WaitForNonStaleResults: true } : {}),
    },
    query: {
      disableAutoIndexCreation: request.newIndex === undefined ? undefined : request.newIndex === 'refuse',
    },
    confirm: request.newIndex === 'confirm',
    timeoutMs: QUERY_TIMEOUT_MS,
    signal: request.signal,
    accept: [404],
  });
  if (response.status === 404) throw unknownIndex(request.query);
  return readQueryAnswer(response.body, response.ms, db.path(path));
}

/** Servers report -1 where they read only up to the end of the page, as for ids by their beginning. */
function totalOf(reported: number | null | undefined, rows: number): number | null {
  if (reported === undefined || reported === null) return rows;
  return reported < 0 ? null : reported;
}

/** The total of a query for which servers always count: with `limit 0`, or of all documents. */
export function counted({ total, indexName }: QueryAnswer): number {
  if (total !== null) return total;
  throw new Error(`The server did not count the matches of a query on ${indexName}.`);
}

/** Parses the text of a response, also from a file. */
export function readQueryAnswer(raw: string, roundTripMs: number, path: string): QueryAnswer {
  const answer = readJson(wireAnswer, path, raw);
  const { timings, plan } = answer.Timings ? readTimings(answer.Timings) : { timings: null, plan: null };
  return {
    rows: answer.Results.map(asObject),
    total: totalOf(answer.TotalResults, answer.Results.length),
    skipped: answer.SkippedResults ?? 0,
    scanned: answer.ScannedResults ?? 0,
    durationMs: answer.DurationInMs ?? 0,
    withoutIndexMs: answer.RookeryQueryMs ?? null,
    roundTripMs,
    indexName: answer.IndexName ?? '',
    isStale: answer.IsStale ?? false,
    indexTimestamp:
      answer.IndexTimestamp && !answer.IndexTimestamp.startsWith('0001-') ? answer.IndexTimestamp : null,
    nodeTag: answer.NodeTag ?? null,
    includes: answer.Includes ?? {},
    extras: readExtras(answer),
    timings,
    plan,
    raw,
  };
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : { Value: value };
}

/** RavenDB returns 404 with an empty body when `from index` names an unknown index. */
function unknownIndex(query: string): PortError {
  const name = /\bfrom\s+index\s+(?:"([^"]*)"|'([^']*)'|(\S+))/i.exec(query)?.slice(1).find(Boolean);
  return new PortError({
    code: 'bad-request',
    message:
      name === undefined
        ? 'The server did not find the source of this query (404).'
        : `This database has no index named ${name}. Check the spelling, or query the collection instead: from CollectionName where …`,
  });
}
