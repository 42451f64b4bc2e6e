/** Indexing batches with the duration of each step: a snapshot, and a live feed of new ones. */
import { z } from 'zod';
import type { ChangeFeedItem } from './changes-feed.ts';
import type { DatabaseClient } from './client.ts';
import { liveFeed, type LiveItem } from './live.ts';

/** A step and its nested steps. The server reports durations, not start times. */
export interface IndexingOperation {
  readonly Name: string;
  readonly DurationInMs: number;
  readonly Operations?: readonly IndexingOperation[] | null | undefined;
  /** Counts of the step, in members named `…Details`; null where a step has none. */
  readonly [member: string]: unknown;
}
const operation: z.ZodType<IndexingOperation> = z.looseObject({
  Name: z.string(),
  DurationInMs: z.number(),
  get Operations() {
    return z.array(operation).nullish();
  },
});

const count = z.number().nullish().catch(null);
const size = z.looseObject({ SizeInBytes: z.number() }).nullish().catch(null);

const batch = z.looseObject({
  Id: z.number(),
  Started: z.string(),
  /** Null while running; the batch is sent again under the same id. */
  Completed: z.string().nullish(),
  DurationInMs: z.number(),
  InputCount: count,
  SuccessCount: count,
  FailedCount: count,
  OutputCount: count,
  TombstoneDeleteSuccesses: count,
  DocumentsSize: size,
  AllocatedManagedBytes: size,
  AllocatedUnmanagedBytes: size,
  Details: operation.nullish(),
});
export type IndexingBatch = z.infer<typeof batch>;

export const indexPerformance = z.looseObject({
  Results: z.array(z.looseObject({ Name: z.string(), Performance: z.array(batch).nullish() })),
});
export type IndexPerformance = z.infer<typeof indexPerformance>;

export function getIndexPerformance(db: DatabaseClient, signal?: AbortSignal): Promise<IndexPerformance> {
  return db.read(indexPerformance, 'GET', '/indexes/performance', { signal });
}

export function watchIndexPerformance(
  db: DatabaseClient,
  signal: AbortSignal,
): AsyncGenerator<LiveItem<IndexPerformance>> {
  return liveFeed(db.server, db.path('/indexes/performance/live'), indexPerformance, signal);
}

/** The live feed for `followFeed`, which opens it again after a break. */
export async function* indexPerformanceFeed(
  db: DatabaseClient,
  signal: AbortSignal,
): AsyncGenerator<ChangeFeedItem<IndexPerformance>> {
  for await (const item of watchIndexPerformance(db, signal)) {
    if (item.kind === 'message') yield { kind: 'change', change: item.value };
    else if (item.kind === 'open') yield { kind: 'watching' };
  }
}
