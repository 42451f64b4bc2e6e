/** The long-running operations of a database, running and ended, and cancelling one. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { parseServerDate } from './server-date.ts';

const text = z.string().nullish().catch(null);
const number = z.number().nullish().catch(null);
const state = z.looseObject({
  Status: text,
  Progress: z.looseObject({ Processed: number, Total: number }).nullish().catch(null),
  Result: z.looseObject({ Type: text, Message: text, Error: text }).nullish().catch(null),
});
const operation = z.looseObject({
  Id: z.number(),
  Description: z
    .looseObject({
      Description: text,
      TaskType: text,
      StartTime: text,
      EndTime: text,
      DetailedDescription: z.looseObject({ Query: text }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
  Killable: z.boolean().nullish().catch(null),
  State: state.nullish().catch(null),
});

export type OperationStatus = 'running' | 'completed' | 'failed' | 'cancelled' | 'unknown';

const statuses: Readonly<Record<string, OperationStatus>> = {
  InProgress: 'running',
  Completed: 'completed',
  Faulted: 'failed',
  Canceled: 'cancelled',
};

export interface ServerOperation {
  /** Unique on the server. */
  readonly key: string;
  readonly database: string;
  readonly id: number;
  /** As the server names it: `UpdateByQuery`, `DatabaseExport` … */
  readonly type: string;
  readonly description: string;
  readonly query: string | null;
  readonly status: OperationStatus;
  readonly done: number | null;
  readonly total: number | null;
  /** What the server reported at its end; for a failure the reason. */
  readonly message: string | null;
  /** The server's text of an exception. */
  readonly detail: string | null;
  /** Milliseconds since 1970; NaN when unknown or, of the end, while it runs. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly canBeCancelled: boolean;
}

export function readOperation(database: string, raw: unknown): ServerOperation | undefined {
  const read = operation.safeParse(raw).data;
  if (!read) return undefined;
  const { Description: what, State } = read;
  const status = statuses[State?.Status ?? ''] ?? 'unknown';
  return {
    key: JSON.stringify([database, read.Id]),
    database,
    id: read.Id,
    type: what?.TaskType ?? 'Unknown',
    description: what?.Description ?? '',
    query: what?.DetailedDescription?.Query ?? null,
    status,
    done: State?.Progress?.Processed ?? null,
    total: State?.Progress?.Total ?? null,
    message: State?.Result?.Message ?? null,
    detail: State?.Result?.Error ?? null,
    startedAt: parseServerDate(what?.StartTime ?? ''),
    endedAt: parseServerDate(what?.EndTime ?? ''),
    canBeCancelled: status === 'running' && read.Killable !== false,
  };
}

/** Entries of an unknown shape are left out. */
export async function listOperations(
  db: DatabaseClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly ServerOperation[]> {
  const answer = z.looseObject({ Results: z.array(z.unknown()).catch([]) });
  const { Results } = await db.read(answer, 'GET', '/operations', options);
  return Results.map((each) => readOperation(db.name, each)).filter((each) => each !== undefined);
}

export async function cancelOperation(db: DatabaseClient, id: number): Promise<void> {
  await db.send('POST', '/operations/kill', { query: { id } });
}
