/** Queries that run on a server, of all databases, and cancelling one. */
import { z } from 'zod';
import type { ServerClient } from './client.ts';
import { liveFeed } from './live.ts';
import { parseServerDate } from './server-date.ts';

const PATH = '/debug/queries/running/live';

const text = z.string().nullish().catch(null);
const runningQuery = z.looseObject({
  QueryId: z.number(),
  DurationInMs: z.number().catch(0),
  StartTime: text,
  IsStreaming: z.boolean().nullish().catch(null),
  QueryInfo: z
    .looseObject({
      Query: text,
      QueryParameters: z.record(z.string(), z.unknown()).nullish().catch(null),
      WaitForNonStaleResults: z.boolean().nullish().catch(null),
    })
    .nullish()
    .catch(null),
});
const entry = z.looseObject({
  DatabaseName: z.string(),
  IndexName: z.string(),
  RunningQueries: z.array(z.unknown()),
});

export interface RunningQuery {
  /** Unique on the server. */
  readonly key: string;
  readonly database: string;
  readonly index: string;
  readonly id: number;
  readonly query: string;
  readonly parameters: Readonly<Record<string, unknown>> | null;
  readonly durationMs: number;
  /** Milliseconds since 1970; NaN when the server did not report it. */
  readonly startedAt: number;
  readonly isStreaming: boolean;
  readonly waitsForIndex: boolean;
}

/** The longest first. Entries of an unknown shape are left out. */
export function readRunningQueries(frame: unknown): readonly RunningQuery[] {
  const entries = z.array(z.unknown()).safeParse(frame).data ?? [];
  return entries
    .flatMap((each) => {
      const found = entry.safeParse(each).data;
      if (!found) return [];
      const { DatabaseName: database, IndexName: index } = found;
      return found.RunningQueries.flatMap((raw): RunningQuery[] => {
        const read = runningQuery.safeParse(raw).data;
        if (!read) return [];
        return [
          {
            key: JSON.stringify([database, index, read.QueryId]),
            database,
            index,
            id: read.QueryId,
            query: read.QueryInfo?.Query ?? '',
            parameters: read.QueryInfo?.QueryParameters ?? null,
            durationMs: read.DurationInMs,
            startedAt: parseServerDate(read.StartTime ?? ''),
            isStreaming: read.IsStreaming ?? false,
            waitsForIndex: read.QueryInfo?.WaitForNonStaleResults ?? false,
          },
        ];
      });
    })
    .sort((a, b) => b.durationMs - a.durationMs);
}

/** The whole list about every second, until aborted or closed. */
export async function* watchRunningQueries(
  server: ServerClient,
  signal: AbortSignal,
): AsyncGenerator<readonly RunningQuery[]> {
  for await (const item of liveFeed(server, PATH, z.unknown(), signal))
    if (item.kind === 'message') yield readRunningQueries(item.value);
}

/** False when the server no longer runs it. */
export async function killQuery(
  server: ServerClient,
  { database, index, id }: Pick<RunningQuery, 'database' | 'index' | 'id'>,
): Promise<boolean> {
  const { status } = await server
    .database(database)
    .send('POST', '/debug/queries/kill', { query: { indexName: index, id }, accept: [404] });
  return status !== 404;
}
