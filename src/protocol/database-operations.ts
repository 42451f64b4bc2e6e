/** Long-running operations of a database: their state, waiting for their end, and cancelling. */
import { z } from 'zod';
import { PortError } from '../contract/index.ts';
import { readJson, type DatabaseClient, type RequestOptions } from './client.ts';
import { ServerError } from './server-error.ts';

const count = z.number().nullish().catch(null);
const details = z
  .array(z.looseObject({ Id: z.string().optional(), Status: z.string().optional() }))
  .nullish()
  .catch(null);

const stateAnswer = z.looseObject({
  Status: z.string(),
  Progress: z.looseObject({ Processed: count, Total: count }).nullish().catch(null),
  Result: z
    .looseObject({
      Total: count,
      Details: details,
      RemovedRevisions: count,
      /** Present on failure. */
      Type: z.string().nullish(),
      Message: z.string().nullish(),
      Error: z.string().nullish(),
    })
    .nullish()
    .catch(null),
});

export interface OperationProgress {
  readonly done: number;
  readonly total: number | null;
}

export interface OperationResult {
  /** Processed documents; null when the server does not report it. */
  readonly total: number | null;
  /** Documents by the result of each (`Patched`, `NotModified`), when details were requested. */
  readonly byStatus: ReadonlyMap<string, number>;
  /** Of an operation on revisions. */
  readonly removedRevisions?: number;
}

/** How an operation ended; a failure is thrown. */
export type OperationEnd =
  { readonly kind: 'completed'; readonly result: OperationResult } | { readonly kind: 'cancelled' };

export interface FollowOptions {
  /** Aborting cancels the operation on the server; the promise settles when the server has stopped it. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: OperationProgress) => void;
  /** For tests. */
  readonly everyMs?: number;
}

const POLL_MS = 400;
/** A server that restarts or a lost network: the operation may still be running. */
const MAX_LOST_POLLS = 25;
/** How long a cancelled operation may take to stop before polling ends. */
const STOPPING_MS = 30_000;

/** Polls an operation until it ends. Throws a ServerError with the reason of a failed one. */
export async function followOperation(
  db: DatabaseClient,
  id: number,
  { signal, onProgress, everyMs = POLL_MS }: FollowOptions,
): Promise<OperationEnd> {
  let lost = 0;
  let stopBy: number | undefined;
  for (;;) {
    const state = await stateOf(db, id).catch((thrown: unknown) => {
      if (!isLostContact(thrown) || ++lost > MAX_LOST_POLLS) throw thrown;
      return null;
    });
    if (state !== null) {
      lost = 0;
      const { Status, Progress, Result } = state;
      if (Progress) onProgress({ done: Progress.Processed ?? 0, total: Progress.Total ?? null });
      if (Status === 'Completed')
        return {
          kind: 'completed',
          result: {
            total: Result?.Total ?? null,
            byStatus: tally(Result?.Details),
            ...(typeof Result?.RemovedRevisions === 'number'
              ? { removedRevisions: Result.RemovedRevisions }
              : {}),
          },
        };
      if (Status === 'Canceled') return { kind: 'cancelled' };
      if (Status === 'Faulted') throw failure(db, Result);
    }
    if (signal.aborted && stopBy === undefined) {
      await killOperation(db, id);
      stopBy = Date.now() + STOPPING_MS;
    }
    if (stopBy !== undefined && Date.now() > stopBy)
      throw new PortError({
        code: 'timeout',
        message: `Cancellation of operation ${id} was requested, but the server still runs it.`,
      });
    await wait(everyMs, signal);
  }
}

const lostContact: ReadonlySet<string> = new Set(['closed', 'dns', 'refused', 'unreachable', 'timeout']);

function isLostContact(thrown: unknown): boolean {
  return thrown instanceof PortError && lostContact.has(thrown.code);
}

async function killOperation(db: DatabaseClient, id: number): Promise<void> {
  await db.send('POST', '/operations/kill', { query: { id } });
}

async function stateOf(
  db: DatabaseClient,
  id: number,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<z.output<typeof stateAnswer>> {
  const path = '/operations/state';
  const response = await db.send('GET', path, { query: { id }, accept: [404], ...options });
  if (response.status !== 404) return readJson(stateAnswer, db.path(path), response.body);
  throw new ServerError({
    status: 404,
    type: '',
    message: `The server no longer knows operation ${id}. It was restarted or the result has expired: what the operation changed is kept, but not known here.`,
    path: db.path(path),
    detail: '',
    body: {},
  });
}

function tally(list: z.output<typeof details>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { Status } of list ?? [])
    if (Status !== undefined) counts.set(Status, (counts.get(Status) ?? 0) + 1);
  return counts;
}

function failure(db: DatabaseClient, result: z.output<typeof stateAnswer>['Result']): ServerError {
  const type = result?.Type ?? '';
  return new ServerError({
    status: 500,
    type: type.slice(type.lastIndexOf('.') + 1),
    message: result?.Message ?? 'The operation failed. The server gave no reason.',
    path: db.path('/operations/state'),
    detail: result?.Error ?? '',
    body: {},
  });
}

/** Ends early when the signal is aborted, so that cancelling does not wait for the next poll. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (!signal.aborted) signal.addEventListener('abort', end, { once: true });
  });
}
