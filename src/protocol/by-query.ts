/** Operations that patch or delete what a query finds. They continue on the server after the answer. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import type { JsonObject } from './queries.ts';
import { rqlText } from './rql-text.ts';

export interface ByQueryOptions {
  /** The most documents per second; null: no limit. */
  readonly maxPerSecond: number | null;
  /** Accepts the results of an index that is not up to date. */
  readonly allowStale: boolean;
  /** Seconds to wait for a stale index before the operation fails; null: the server's default. */
  readonly staleSeconds: number | null;
  /** Lifts the limit of statements per document. */
  readonly ignoreScriptLimit: boolean;
  /** Reports the result of each document. */
  readonly details: boolean;
}

export interface ByQueryRequest {
  readonly query: string;
  readonly parameters: JsonObject;
}

const startedAnswer = z.looseObject({ OperationId: z.number() });

/** The query ends with an update clause. Returns the number of the operation. */
export async function startUpdate(
  db: DatabaseClient,
  request: ByQueryRequest,
  options: ByQueryOptions & Pick<RequestOptions, 'signal'>,
): Promise<number> {
  return start(db, 'PATCH', { Query: queryBody(request) }, options);
}

/** Returns the number of the operation. */
export async function startDelete(
  db: DatabaseClient,
  request: ByQueryRequest,
  options: ByQueryOptions & Pick<RequestOptions, 'signal'>,
): Promise<number> {
  return start(db, 'DELETE', queryBody(request), options);
}

/** Deletes every document of a collection, without an index. Returns the number of the operation. */
export async function startDeleteCollection(
  db: DatabaseClient,
  collection: string,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<number> {
  return startDelete(
    db,
    { query: `from ${rqlText(collection)}`, parameters: {} },
    {
      maxPerSecond: null,
      allowStale: false,
      staleSeconds: null,
      ignoreScriptLimit: false,
      details: false,
      ...options,
    },
  );
}

function queryBody({ query, parameters }: ByQueryRequest): object {
  return { Query: query, QueryParameters: parameters };
}

async function start(
  db: DatabaseClient,
  method: 'PATCH' | 'DELETE',
  json: object,
  options: ByQueryOptions & Pick<RequestOptions, 'signal'>,
): Promise<number> {
  const answer = await db.read(startedAnswer, method, '/queries', {
    query: {
      allowStale: options.allowStale,
      maxOpsPerSec: options.maxPerSecond ?? undefined,
      staleTimeout: options.staleSeconds === null ? undefined : timeSpan(options.staleSeconds),
      ignoreMaxStepsForScript: options.ignoreScriptLimit && method === 'PATCH' ? true : undefined,
      details: options.details,
    },
    json,
    confirm: true,
    signal: options.signal,
  });
  return answer.OperationId;
}

/** `hh:mm:ss` */
function timeSpan(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`;
}
