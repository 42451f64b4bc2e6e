/** Journal writes of a range by their size: what many small commits cost, and what larger ones cost on the same disk. */
import type { EventStore, ViewWindow } from '../../../charts/timeline/data.ts';
import { JOURNAL } from '../io-kinds.ts';
import { ROWS_PER_SLICE } from './in-slices.ts';
import type { StatisticsGroup } from './io-statistics.ts';

/** Up to here a write is small: one or a few documents. In bytes. */
const SMALL_BYTES = 16 * 1024;
/** From here on a write is a batch. In bytes. */
export const LARGE_BYTES = 64 * 1024;

export interface WritesOfSize {
  count: number;
  bytes: number;
  /** Total duration in milliseconds. */
  total: number;
}

export interface WriteSizes {
  readonly all: WritesOfSize;
  readonly small: WritesOfSize;
  readonly large: WritesOfSize;
  /** From the first to the end of the last write, summed over the groups, in milliseconds. */
  readonly span: number;
}

export function* writeSizesOf(
  store: EventStore,
  groups: readonly StatisticsGroup[],
  range: ViewWindow,
): Generator<undefined, WriteSizes> {
  const none = (): WritesOfSize => ({ count: 0, bytes: 0, total: 0 });
  const [all, small, large] = [none(), none(), none()];
  let span = 0;
  for (const { id, shift } of groups) {
    const lane = store.lane(id, JOURNAL);
    if (!lane) continue;
    const { start, duration, size } = lane.rows;
    const first = lane.firstAtOrAfter(range.from - shift);
    const to = lane.firstAtOrAfter(range.to - shift);
    let end = 0;
    for (let row = first; row < to; row++) {
      const [bytes, ms] = [size[row] ?? 0, duration[row] ?? 0];
      end = Math.max(end, (start[row] ?? 0) + ms);
      add(all, bytes, ms);
      if (bytes <= SMALL_BYTES) add(small, bytes, ms);
      else if (bytes >= LARGE_BYTES) add(large, bytes, ms);
      if (row % ROWS_PER_SLICE === 0) yield;
    }
    if (to > first) span += end - (start[first] ?? 0);
  }
  return { all, small, large, span };
}

function add(sum: WritesOfSize, bytes: number, ms: number): void {
  sum.count++;
  sum.bytes += bytes;
  sum.total += ms;
}
