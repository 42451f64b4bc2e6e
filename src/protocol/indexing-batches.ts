/** Indexing batches merged from snapshots and live frames. Pure. */
import type { IndexingBatch, IndexPerformance } from './index-performance.ts';

/** By index, then by `batchKey`, in the order of arrival. */
export type BatchesByIndex = ReadonlyMap<string, ReadonlyMap<string, IndexingBatch>>;

/** Per index; the oldest are dropped first. */
const MAX_BATCHES = 2000;

export const noBatches: BatchesByIndex = new Map();

/** Ids begin again when the server restarts, so the start is a part of the key. */
export function batchKey({ Id, Started }: Pick<IndexingBatch, 'Id' | 'Started'>): string {
  return `${Id}@${Started}`;
}

export function isRunning({ Completed }: Pick<IndexingBatch, 'Completed'>): boolean {
  return (Completed ?? null) === null;
}

/**
 * A running batch is sent again under its id and replaced, but never by an older reading: a snapshot can arrive after
 * the live frame with the completed batch.
 */
export function addBatches(known: BatchesByIndex, { Results }: IndexPerformance): BatchesByIndex {
  const merged = new Map(known);
  for (const { Name, Performance } of Results) {
    const batches = new Map(merged.get(Name));
    for (const batch of Performance ?? []) {
      const key = batchKey(batch);
      const before = batches.get(key);
      if (before === undefined || isRunning(before) || !isRunning(batch)) batches.set(key, batch);
    }
    for (const key of [...batches.keys()].slice(0, Math.max(0, batches.size - MAX_BATCHES)))
      batches.delete(key);
    if (batches.size > 0) merged.set(Name, batches);
  }
  return merged;
}

export type StepKind = 'storage' | 'map' | 'merge' | 'reduce';

/** What a step mainly does, by its name: names differ between servers and search engines. */
export function stepKind(name: string): StepKind {
  if (/commit|storage|journal/i.test(name)) return 'storage';
  if (/merge|flush|sync/i.test(name)) return 'merge';
  if (/reduce|tree|aggregat/i.test(name)) return 'reduce';
  return 'map';
}
