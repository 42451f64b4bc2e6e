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
 * not on events.
 */
export function paintLargest(lane: LaneColumns, scale: TimeScale, shift: number, sizes: Float64Array): void {
  sizes.fill(0);
  const { levels } = lane.pyramid;
  const { start, duration, size } = lane.rows;
  const width = sizes.length;
  const { length } = lane;

  function cover(first: number, last: number, value: number): void {
    const to = Math.min(last, width - 1);
    for (let x = Math.max(0, first); x <= to; x++) if ((sizes[x] ?? 0) < value) sizes[x] = value;
  }

  /** Whether a pixel in between could still change. */
  function wins(first: number, last: number, value: number): boolean {
    const to = Math.min(last, width - 1);
    for (let x = Math.max(0, first); x <= to; x++) if ((sizes[x] ?? 0) < value) return true;
    return false;
  }

  /** False when everything further right is not visible. */
  function paint(depth: number, block: number): boolean {
    const level = levels[depth];
    const firstRow = block * FANOUT ** (depth + 1);
    const first = firstPixel(scale, (start[firstRow] ?? 0) + shift);
    if (first >= width) return false;
    // Includes the pixel of the end, where an event without length can be.
    const last = firstPixel(scale, (level?.maxEnd[block] ?? 0) + shift);
    if (last < 0) return true;
    const value = (level?.maxSize[block] ?? 0) + 1;
    if (first === last) {
      cover(first, last, value);
      return true;
    }
    if (!wins(first, last, value)) return true;
    if (depth > 0) {
      const to = Math.min(levels[depth - 1]?.count ?? 0, (block + 1) * FANOUT);
      for (let i = block * FANOUT; i < to; i++) if (!paint(depth - 1, i)) return false;
      return true;
    }
    const to = Math.min(length, (block + 1) * FANOUT);
    for (let row = block * FANOUT; row < to; row++) {
      const begin = (start[row] ?? 0) + shift;
      const left = firstPixel(scale, begin);
      if (left >= width) return false;
      cover(left, lastPixel(scale, begin + (duration[row] ?? 0), left), (size[row] ?? 0) + 1);
    }
    return true;
  }

  if (length > 0) paint(levels.length - 1, 0);
}
