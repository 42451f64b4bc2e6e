/** Waiting for the end of a long-running operation of a database or of the server, and cancelling it. */
import { z } from 'zod';
import { PortError, type HttpResponse } from '../contract/index.ts';
import { readJson, type DatabaseClient, type RequestOptions, type ServerClient } from './client.ts';
import { ServerError } from './server-error.ts';

const stateAnswer = z.looseObject({
  Status: z.string(),
  Progress: z.unknown().optional(),
  Result: z.unknown().optional(),
});
const failureResult = z
  .looseObject({ Type: z.string().nullish(), Message: z.string().nullish(), Error: z.string().nullish() })
  .catch({});

/** Where an operation runs: operations of the server and of each database have numbers of their own. */
export interface OperationPlace {
  readonly statePath: string;
  readonly state: (options: RequestOptions) => Promise<HttpResponse>;
  readonly kill: (options: RequestOptions) => Promise<HttpResponse>;
}

export function databaseOperations(db: DatabaseClient): OperationPlace {
  return {
    statePath: db.path('/operations/state'),
    state: (options) => db.send('GET', '/operations/state', options),
    kill: (options) => db.send('POST', '/operations/kill', options),
  };
}

export function serverOperations(server: ServerClient): OperationPlace {
  return {
    statePath: '/operations/state',
    state: (options) => server.send('GET', '/operations/state', options),
    kill: (options) => server.send('POST', '/admin/operations/kill', options),
  };
}

export interface FollowStateOptions {
  /** Aborting cancels the operation on the server; the promise settles when the server has stopped it. */
  readonly signal: AbortSignal;
  /** As the server sends it; not called while it reports none. */
  readonly onProgress: (progress: object) => void;
  /** For tests. */
  readonly everyMs?: number | undefined;
}

/** How an operation ended; a failure is thrown. `result` is what the server sent. */
export type StateEnd =
  { readonly kind: 'completed'; readonly result: unknown } | { readonly kind: 'cancelled' };

const POLL_MS = 400;
/** A server that restarts or a lost network: the operation may still be running. */
const MAX_LOST_POLLS = 25;
/** How long a cancelled operation may take to stop before polling ends. */
const STOPPING_MS = 30_000;

/** Polls an operation until it ends. Throws a ServerError with the reason of a failed one. */
export async function followState(
  place: OperationPlace,
  id: number,
  { signal, onProgress, everyMs = POLL_MS }: FollowStateOptions,
): Promise<StateEnd> {
  let lost = 0;
  let stopBy: number | undefined;
  for (;;) {
    const state = await stateOf(place, id).catch((thrown: unknown) => {
      if (!isLostContact(thrown) || ++lost > MAX_LOST_POLLS) throw thrown;
      return null;
    });
    if (state !== null) {
      lost = 0;
      const { Status, Progress, Result } = state;
      if (typeof Progress === 'object' && Progress !== null) onProgress(Progress);
      if (Status === 'Completed') return { kind: 'completed', result: Result };
      if (Status === 'Canceled') return { kind: 'cancelled' };
      if (Status === 'Faulted') throw failure(place, Result);
    }
    if (signal.aborted && stopBy === undefined) {
      await place.kill({ query: { id } });
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

async function stateOf(place: OperationPlace, id: number): Promise<z.output<typeof stateAnswer>> {
  const response = await place.state({ query: { id }, accept: [404] });
  if (response.status !== 404) return readJson(stateAnswer, place.statePath, response.body);
  throw new ServerError({
    status: 404,
    type: '',
    message: `The server no longer knows operation ${id}. It was restarted or the result has expired: what the operation changed is kept, but not known here.`,
    path: place.statePath,
    detail: '',
    body: {},
  });
}

function failure(place: OperationPlace, result: unknown): ServerError {
  const { Type, Message, Error: detail } = failureResult.parse(result);
  const type = Type ?? '';
  return new ServerError({
    status: 500,
    type: type.slice(type.lastIndexOf('.') + 1),
    message: Message ?? 'The operation failed. The server gave no reason.',
    path: place.statePath,
    detail: detail ?? '',
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
