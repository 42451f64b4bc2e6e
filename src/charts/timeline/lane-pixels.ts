/** Dense drawing: for each pixel, the largest event that touches it. Pure arithmetic, no canvas. */
import type { LaneColumns } from './lane-columns.ts';
import { FANOUT, FANOUT_BITS } from './lane-pyramid.ts';
import type { TimeScale } from './time-scale.ts';

/** The pixels an event covers, inclusive: at least one. Both renderers use this. */
export function firstPixel(scale: TimeScale, time: number): number {
  return Math.floor(scale.x(time));
}
export function lastPixel(scale: TimeScale, end: number, first: number): number {
  return Math.max(first, Math.ceil(scale.x(end)) - 1);
}

/**
 * Fills `sizes` (one per pixel) with the size of the winner plus one; 0 where there is no event. Event blocks
 * inside one pixel are taken as a unit, and blocks that cannot win are skipped, so the cost depends on pixels and
 * not on events. A loop over the blocks in order of start: recursion takes twice as long.
 */
export function paintLargest(lane: LaneColumns, scale: TimeScale, shift: number, sizes: Float64Array): void {
  sizes.fill(0);
  const { levels, peaks } = lane.pyramid;
  const { start } = lane.rows;
  const top = levels.length - 1;
  let depth = top;
  let block = 0;
  // The events of a block are drawn after its largest one and the next block: most of them cannot win then.
  let waiting = -1;
  for (let level = levels[depth]; level && block < level.count; level = levels[depth]) {
    const firstRow = block << (FANOUT_BITS * (depth + 1));
    const first = firstPixel(scale, (start[firstRow] ?? 0) + shift);
    // Everything further right is not visible.
    if (first >= sizes.length) break;
    // Includes the pixel of the end, where an event without length can be.
    const last = firstPixel(scale, (level.maxEnd[block] ?? 0) + shift);
    const value = (level.maxSize[block] ?? 0) + 1;
    if (first === last) {
      if (first >= 0 && (sizes[first] ?? 0) < value) sizes[first] = value;
    } else if (last >= 0 && wins(sizes, first, last, value)) {
      if (depth > 0) {
        depth--;
        block *= FANOUT;
        continue;
      } else {
        const peak = firstPixel(scale, (start[firstRow + (peaks[block] ?? 0)] ?? 0) + shift);
        if (peak >= 0 && peak < sizes.length && (sizes[peak] ?? 0) < value) sizes[peak] = value;
        if (waiting >= 0) paintBlock(lane, waiting, scale, shift, sizes);
        waiting = block;
      }
    }
    block++;
    while (depth < top && block % FANOUT === 0) {
      depth++;
      block /= FANOUT;
    }
  }
  if (waiting >= 0) paintBlock(lane, waiting, scale, shift, sizes);
}

/** Whether a pixel in between could still change. */
function wins(sizes: Float64Array, first: number, last: number, value: number): boolean {
  const to = Math.min(last, sizes.length - 1);
  for (let x = Math.max(0, first); x <= to; x++) if ((sizes[x] ?? 0) < value) return true;
  return false;
}

/** Every event of a lowest block, unless none can win. */
function paintBlock(
  { rows, length, pyramid }: LaneColumns,
  block: number,
  scale: TimeScale,
  shift: number,
  sizes: Float64Array,
): void {
  const { start, duration, size } = rows;
  const level = pyramid.levels[0];
  const from = block * FANOUT;
  const earliest = (start[from] ?? 0) + shift;
  const latest = (level?.maxEnd[block] ?? 0) + shift;
  const largest = (level?.maxSize[block] ?? 0) + 1;
  if (!wins(sizes, firstPixel(scale, earliest), firstPixel(scale, latest), largest)) return;
  const to = Math.min(length, from + FANOUT);
  const width = sizes.length;
  const removed = scale.removedIn(earliest, latest);
  const linear = !Number.isNaN(removed);
  for (let row = from; row < to; row++) {
    const begin = (start[row] ?? 0) + shift;
    const left = Math.floor(linear ? scale.xAfter(removed, begin) : scale.x(begin));
    if (left >= width) return;
    const end = begin + (duration[row] ?? 0);
    const right = linear ? scale.xAfter(removed, end) : scale.x(end);
    const value = (size[row] ?? 0) + 1;
    if (right <= left + 1) {
      if (left >= 0 && (sizes[left] ?? 0) < value) sizes[left] = value;
    } else {
      const last = Math.min(Math.ceil(right) - 1, width - 1);
      for (let x = Math.max(0, left); x <= last; x++) if ((sizes[x] ?? 0) < value) sizes[x] = value;
    }
  }
}
