/** Batches in the order of the screen. Pure. */
import type { IndexingBatch } from '../../../protocol/index-performance.ts';
import { batchKey, type BatchesByIndex } from '../../../protocol/indexing-batches.ts';
import { parseServerDate } from '../../../protocol/server-date.ts';

export interface BatchRef {
  readonly index: string;
  readonly key: string;
}

export interface RecordedBatch extends BatchRef {
  /** Milliseconds since 1970; NaN for an invalid date, which only the table shows. */
  readonly start: number;
  readonly end: number;
  readonly batch: IndexingBatch;
}

export interface BatchGroup {
  readonly index: string;
  /** By start. */
  readonly batches: readonly RecordedBatch[];
}

/** By name of the index; `only` limits them to one index. */
export function batchGroups(known: BatchesByIndex, only: string | null): readonly BatchGroup[] {
  return [...known]
    .filter(([index]) => only === null || index === only)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([index, batches]) => ({ index, batches: orderedBatches(index, batches) }));
}

/** A live frame replaces only the maps of the indexes that it reports. */
const ordered = new WeakMap<ReadonlyMap<string, IndexingBatch>, readonly RecordedBatch[]>();

function orderedBatches(
  index: string,
  batches: ReadonlyMap<string, IndexingBatch>,
): readonly RecordedBatch[] {
  let made = ordered.get(batches);
  if (made === undefined) {
    made = [...batches.values()].map((batch) => recorded(index, batch)).sort(byStart);
    ordered.set(batches, made);
  }
  return made;
}

function recorded(index: string, batch: IndexingBatch): RecordedBatch {
  const start = parseServerDate(batch.Started);
  return { index, key: batchKey(batch), start, end: start + batch.DurationInMs, batch };
}

/** Batches without a valid time are first. */
function byStart(a: RecordedBatch, b: RecordedBatch): number {
  const [first, second] = [a, b].map(({ start }) => (Number.isNaN(start) ? Number.MIN_SAFE_INTEGER : start));
  return (first ?? 0) - (second ?? 0) || a.batch.Id - b.batch.Id;
}

export function newestFirst(groups: readonly BatchGroup[]): readonly RecordedBatch[] {
  return groups
    .flatMap(({ batches }) => batches)
    .sort(byStart)
    .reverse();
}

export function findBatch(groups: readonly BatchGroup[], ref: BatchRef | null): RecordedBatch | undefined {
  return groups.find(({ index }) => index === ref?.index)?.batches.find(({ key }) => key === ref?.key);
}

/**
 * The batch after a key: `[` and `]` along the index, Home and End its first and last, up and down the nearest batch
 * of the index above or below. Without a current batch, the newest one. Undefined when the key does not move.
 */
export function moveBatch(
  key: string,
  current: BatchRef | null,
  groups: readonly BatchGroup[],
): RecordedBatch | undefined {
  if (!['[', ']', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key)) return undefined;
  const place = groups.findIndex(({ index }) => index === current?.index);
  const batches = groups[place]?.batches ?? [];
  const at = batches.findIndex((each) => each.key === current?.key);
  const here = batches[at];
  if (here === undefined) return newestFirst(groups)[0];
  switch (key) {
    case '[':
      return batches[at - 1];
    case ']':
      return batches[at + 1];
    case 'Home':
      return batches[0];
    case 'End':
      return batches.at(-1);
    default:
      return nearest(groups[place + (key === 'ArrowDown' ? 1 : -1)]?.batches ?? [], here.start);
  }
}

function nearest(batches: readonly RecordedBatch[], time: number): RecordedBatch | undefined {
  let best: RecordedBatch | undefined;
  for (const each of batches.filter(({ start }) => !Number.isNaN(start)))
    if (best === undefined || Math.abs(each.start - time) < Math.abs(best.start - time)) best = each;
  return best;
}
