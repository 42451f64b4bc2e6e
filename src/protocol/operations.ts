/** Long-running server operations: started, polled for progress, and killed. */
import { z } from 'zod';
import { PortError } from '../contract/index.ts';
import { ServerError } from './server-error.ts';
import type { ServerClient } from './client.ts';

const progress = z.looseObject({ GlobalProgress: z.number().nullish(), GlobalTotal: z.number().nullish() });
const result = z.looseObject({
  Message: z.string().nullish(),
  SizeBeforeCompactionInMb: z.number().nullish(),
  SizeAfterCompactionInMb: z.number().nullish(),
  SizeBeforeCompaction: z.looseObject({ SizeInBytes: z.number() }).nullish(),
  SizeAfterCompaction: z.looseObject({ SizeInBytes: z.number() }).nullish(),
  /** Present on failure. */
  Type: z.string().nullish(),
  Error: z.string().nullish(),
});
const stateAnswer = z.looseObject({
  Status: z.string(),
  Progress: progress.nullish(),
  Result: result.nullish(),
});
const startedAnswer = z.looseObject({ OperationId: z.number() });

const PATH = '/operations/state';
const POLL_MS = 400;
/** How long a killed operation may take to stop before polling ends. */
const STOPPING_MS = 15_000;

export interface FollowOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number | null) => void;
  /** For tests. */
  readonly everyMs?: number;
}

export interface CompactionResult {
  /** Size of the database on disk in bytes. */
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** Compacts a database and resolves when it is done. Aborting kills the operation on the server. */
export async function compactDatabase(
  server: ServerClient,
  database: string,
  options: FollowOptions,
): Promise<CompactionResult> {
  const started = await server.read(startedAnswer, 'POST', '/admin/compact', {
    json: { DatabaseName: database, Documents: true, Indexes: [] },
    confirm: true,
    signal: options.signal,
  });
  const done = await follow(server, started.OperationId, options);
  return {
    before: done?.SizeBeforeCompaction?.SizeInBytes ?? megabytes(done?.SizeBeforeCompactionInMb),
    after: done?.SizeAfterCompaction?.SizeInBytes ?? megabytes(done?.SizeAfterCompactionInMb),
  };
}

async function follow(server: ServerClient, id: number, options: FollowOptions) {
  const { signal, onProgress, everyMs = POLL_MS } = options;
  let stopBy: number | undefined;
  for (;;) {
    const state = await server.read(stateAnswer, 'GET', PATH, { query: { id } });
    if (state.Status === 'Completed') return state.Result;
    if (state.Status === 'Canceled') throw stopped('The operation was cancelled.');
    if (state.Status === 'Faulted') throw failed(state.Result);
    if (state.Progress) {
      const total = state.Progress.GlobalTotal ?? 0;
      onProgress(state.Progress.GlobalProgress ?? 0, total > 0 ? total : null);
    }
    if (signal.aborted && stopBy === undefined) {
      await server.send('POST', '/admin/operations/kill', { query: { id } });
      stopBy = Date.now() + STOPPING_MS;
    }
    if (stopBy !== undefined && Date.now() > stopBy)
      throw stopped('Cancellation was requested, but the operation is still running.');
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

const stopped = (message: string) => new PortError({ code: 'cancelled', message });

function failed(result: z.output<typeof stateAnswer>['Result']): ServerError {
  const type = result?.Type ?? '';
  return new ServerError({
    status: 500,
    type: type.slice(type.lastIndexOf('.') + 1),
    message: result?.Message ?? 'The operation failed. The server gave no reason.',
    path: PATH,
    detail: result?.Error ?? '',
    body: {},
  });
}

function megabytes(count: number | null | undefined): number | undefined {
  return count === null || count === undefined ? undefined : count * 1024 * 1024;
}
