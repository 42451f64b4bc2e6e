/**
 * Sorts columns and removes duplicates. Recordings come as sorted runs (one per file), so a natural merge sort is
 * fast.
 */
import { compareEvents, copyEvent, emptyBatch, sliceBatch, type LaneBatch } from './lane-batch.ts';

export function orderBatch(batch: LaneBatch, length = batch.start.length): LaneBatch {
  const runs = findRuns(batch, length);
  if (runs.length <= 1 && isStrict(batch, length))
    return length === batch.start.length ? batch : sliceBatch(batch, 0, length);
  const order = mergeRuns(batch, length, runs);
  const ordered = emptyBatch(length);
  let count = 0;
  for (const row of order) {
    if (count > 0 && compareEvents(ordered, count - 1, batch, row) === 0) continue;
    copyEvent(batch, row, ordered, count++);
  }
  return count === length ? ordered : sliceBatch(ordered, 0, count);
}

/** The start of each sorted run. */
function findRuns(batch: LaneBatch, length: number): number[] {
  const runs: number[] = length === 0 ? [] : [0];
  for (let i = 1; i < length; i++) if (compareEvents(batch, i - 1, batch, i) > 0) runs.push(i);
  return runs;
}

function isStrict(batch: LaneBatch, length: number): boolean {
  for (let i = 1; i < length; i++) if (compareEvents(batch, i - 1, batch, i) === 0) return false;
  return true;
}

function mergeRuns(batch: LaneBatch, length: number, runs: readonly number[]): Uint32Array {
  let from = Uint32Array.from({ length }, (_, i) => i);
  let to = new Uint32Array(length);
  let starts = runs;
  while (starts.length > 1) {
    const next: number[] = [];
    for (let run = 0; run < starts.length; run += 2) {
      const low = starts[run] ?? 0;
      const middle = starts[run + 1] ?? length;
      const high = starts[run + 2] ?? length;
      next.push(low);
      let i = low;
      let j = middle;
      for (let at = low; at < high; at++) {
        const left =
          i < middle && (j >= high || compareEvents(batch, from[i] ?? 0, batch, from[j] ?? 0) <= 0);
        to[at] = (left ? from[i++] : from[j++]) ?? 0;
      }
    }
    [from, to] = [to, from];
    starts = next;
  }
  return from;
}
