/** Long-running operations on the documents of a database: waiting for their end, with counts. */
import { z } from 'zod';
import type { DatabaseClient } from './client.ts';
import { databaseOperations, followState } from './operation-state.ts';

const count = z.number().nullish().catch(null);
const details = z
  .array(z.looseObject({ Id: z.string().optional(), Status: z.string().optional() }))
  .nullish()
  .catch(null);

const progress = z.looseObject({ Processed: count, Total: count }).catch({});
const result = z.looseObject({ Total: count, Details: details, RemovedRevisions: count }).catch({});

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

/** Polls an operation until it ends. Throws a ServerError with the reason of a failed one. */
export async function followOperation(
  db: DatabaseClient,
  id: number,
  { signal, onProgress, everyMs }: FollowOptions,
): Promise<OperationEnd> {
  const end = await followState(databaseOperations(db), id, {
    signal,
    everyMs,
    onProgress: (raw) => {
      const { Processed, Total } = progress.parse(raw);
      onProgress({ done: Processed ?? 0, total: Total ?? null });
    },
  });
  if (end.kind === 'cancelled') return end;
  const { Total, Details, RemovedRevisions } = result.parse(end.result);
  return {
    kind: 'completed',
    result: {
      total: Total ?? null,
      byStatus: tally(Details),
      ...(typeof RemovedRevisions === 'number' ? { removedRevisions: RemovedRevisions } : {}),
    },
  };
}

function tally(list: z.output<typeof details>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { Status } of list ?? [])
    if (Status !== undefined) counts.set(Status, (counts.get(Status) ?? 0) + 1);
  return counts;
}
