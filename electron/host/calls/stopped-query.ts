/**
 * Reports what happened to a query after its connection was closed. RavenDB detects the close while it loads or
 * projects results, but not while it waits for an index; a remaining query is killed where the connection's mode
 * allows it. A query without an index is listed under its collection, as `collection/Orders`.
 */
import { z } from 'zod';
import type { Connection, HttpRequest } from '../../../src/contract/index.ts';
import { judgeFor, mustBeAllowed } from '../policy/judge-for.ts';
import type { Transport } from '../transport/transport.ts';

/** The total time limit; the window waits two seconds for the report. */
const REPORT_MS = 1_500;
/** How long a server can take to detect the closed connection. */
const NOTICE_MS = 400;
const BETWEEN_POLLS_MS = 60;
/** Tolerance between the server's duration of a query and the time since it was sent. */
const SAME_QUERY_MS = 1_000;

const runningQuery = z.looseObject({
  QueryId: z.number(),
  DurationInMs: z.number(),
  QueryInfo: z.looseObject({ Query: z.string() }),
});
const queryBody = z.looseObject({ Query: z.string() });

interface Listed {
  readonly index: string;
  readonly id: number;
  readonly durationMs: number;
}

/** `/databases/{name}` and the text of a query; undefined for any other request. */
export function queryOf(
  request: HttpRequest,
): { readonly database: string; readonly text: string } | undefined {
  const [, database] = /^(\/databases\/[^/?]+)\/queries(?:\?|$)/i.exec(request.path) ?? [];
  if (database === undefined || request.method !== 'POST' || request.bodyEncoding !== undefined)
    return undefined;
  try {
    const body = queryBody.safeParse(JSON.parse(request.body ?? ''));
    return body.success ? { database, text: body.data.Query } : undefined;
  } catch {
    // Not JSON: the server rejects it, so there is no query to stop.
    return undefined;
  }
}

export async function endStoppedQuery(
  connection: Connection,
  transport: Transport,
  query: { readonly database: string; readonly text: string },
  sentAt: number,
): Promise<string> {
  const end = AbortSignal.timeout(REPORT_MS);
  const { database, text } = query;
  const listed = async (): Promise<Listed[]> => {
    const path = `${database}/debug/queries/running`;
    const response = await transport.request(mustBeAllowed(connection, { method: 'GET', path }), end);
    return listedWith(text, response.body);
  };
  try {
    const elapsed = performance.now() - sentAt;
    const mine = (await listed()).filter(({ durationMs }) => Math.abs(durationMs - elapsed) < SAME_QUERY_MS);
    const [found] = mine;
    if (found === undefined)
      return 'The connection was closed, and the server does not list the query as running.';
    if (await gone(listed, found, NOTICE_MS, end)) return 'The server has ended the query.';
    const name = `query ${found.id} on the index ${found.index}`;
    if (mine.length > 1)
      return `The connection was closed, but the server still runs ${mine.length} queries with this text. They were not killed, because it is not certain which of them is this one.`;
    const path = `${database}/debug/queries/kill?indexName=${encodeURIComponent(found.index)}&id=${found.id}`;
    const kill = judgeFor(connection, { method: 'POST', path }, 'request');
    if (!kill.allowed)
      return `The connection was closed, but the server still runs the query (${name}). It was not killed, because this connection is ${connection.mode}.`;
    const killed = await transport.request(kill.request, end);
    if (killed.status < 300 && (await gone(listed, found, NOTICE_MS, end)))
      return 'The query was killed on the server.';
    return `The connection was closed and a kill was requested, but the server still lists the query as running (${name}).`;
  } catch {
    // The server did not respond in time, or this connection lacks permission: the state is unknown.
    return 'The connection was closed. The server may still be running the query.';
  }
}

async function gone(
  listed: () => Promise<Listed[]>,
  query: Listed,
  withinMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const until = performance.now() + withinMs;
  for (;;) {
    if (!(await listed()).some(({ id, index }) => id === query.id && index === query.index)) return true;
    if (performance.now() > until || signal.aborted) return false;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_POLLS_MS));
  }
}

/** The queries with this text in a response of `debug/queries/running`. */
function listedWith(text: string, answer: string): Listed[] {
  const byIndex = z.record(z.string(), z.unknown()).parse(JSON.parse(answer));
  return Object.entries(byIndex).flatMap(([index, queries]) => {
    // The object contains `@metadata` in addition to the indexes.
    const list = z.array(runningQuery).safeParse(queries);
    const same = list.success ? list.data.filter(({ QueryInfo }) => QueryInfo.Query === text) : [];
    return same.map(({ QueryId, DurationInMs }) => ({ index, id: QueryId, durationMs: DurationInMs }));
  });
}
