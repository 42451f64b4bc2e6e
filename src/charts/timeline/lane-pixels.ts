/** Dense drawing: for each pixel, the largest event that touches it. Pure arithmetic, no canvas. */
import type { LaneColumns } from './lane-columns.ts';
import { FANOUT } from './lane-pyramid.ts';
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
 *
 * `coarse` takes half the time: of a block on the edge between two pixels only the largest event is drawn, so that one of
 * them can show too small a size.
 */
export function paintLargest(
  lane: LaneColumns,
  scale: TimeScale,
  shift: number,
  sizes: Float64Array,
  coarse = false,
): void {
  sizes.fill(0);
  const { levels, peakStart, peakEnd } = lane.pyramid;
  const top = levels.length - 1;
  let depth = top;
  let block = 0;
  // The events of a block are drawn after its largest one and the next block: most of them cannot win then.
  let waiting = -1;
  for (let level = levels[depth]; level && block < level.count; level = levels[depth]) {
    const first = scale.pixel((level.start[block] ?? 0) + shift);
    // Everything further right is not visible.
    if (first >= sizes.length) break;
    // Includes the pixel of the end, where an event without length can be.
    const last = scale.pixel((level.maxEnd[block] ?? 0) + shift);
    const value = (level.maxSize[block] ?? 0) + 1;
    if (first === last) {
      if (first >= 0 && (sizes[first] ?? 0) < value) sizes[first] = value;
    } else if (last >= 0 && smallestIn(sizes, first, last) < value) {
      if (depth > 0) {
        depth--;
        block *= FANOUT;
        continue;
      } else {
        paintSpan(scale, (peakStart[block] ?? 0) + shift, (peakEnd[block] ?? 0) + shift, value, sizes);
        if (!coarse || last > first + 1) {
          if (waiting >= 0) paintBlock(lane, waiting, scale, shift, sizes);
          waiting = block;
        }
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

function paintSpan(scale: TimeScale, start: number, end: number, value: number, sizes: Float64Array): void {
  const first = scale.pixel(start);
  const last = Math.min(lastPixel(scale, end, first), sizes.length - 1);
  for (let x = Math.max(0, first); x <= last; x++) if ((sizes[x] ?? 0) < value) sizes[x] = value;
}

/** The smallest value of the pixels of a range: what is not larger changes none of them. */
function smallestIn(sizes: Float64Array, first: number, last: number): number {
  const to = Math.min(last, sizes.length - 1);
  let smallest = Number.POSITIVE_INFINITY;
  for (let x = Math.max(0, first); x <= to; x++) {
    const size = sizes[x] ?? 0;
    if (size < smallest) smallest = size;
    if (smallest === 0) break;
  }
  return smallest;
}

/** The events of a lowest block that can win, except for its largest one. */
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
  const earliest = (level?.start[block] ?? 0) + shift;
  const latest = (level?.maxEnd[block] ?? 0) + shift;
  const largest = (level?.maxSize[block] ?? 0) + 1;
  // Most events are smaller: looking for their pixels would take most of the time.
  const smallest = smallestIn(sizes, scale.pixel(earliest), scale.pixel(latest));
  if (largest <= smallest) return;
  const to = Math.min(length, from + FANOUT);
  const peak = from + (pyramid.peaks[block] ?? 0);
  const width = sizes.length;
  const removed = scale.removedIn(earliest, latest);
  const linear = !Number.isNaN(removed);
  for (let row = from; row < to; row++) {
    const value = (size[row] ?? 0) + 1;
    if (value <= smallest || row === peak) continue;
    const begin = (start[row] ?? 0) + shift;
    const left = linear ? scale.pixelAfter(removed, begin) : scale.pixel(begin);
    if (left >= width) return;
    const end = begin + (duration[row] ?? 0);
    const right = linear ? scale.xAfter(removed, end) : scale.x(end);
    if (right <= left + 1) {
      if (left >= 0 && (sizes[left] ?? 0) < value) sizes[left] = value;
    } else {
      const last = right < width ? Math.ceil(right) - 1 : width - 1;
      for (let x = Math.max(0, left); x <= last; x++) if ((sizes[x] ?? 0) < value) sizes[x] = value;
    }
  }
}
