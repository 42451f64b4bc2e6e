/** Sparse drawing: one shape per event, the largest last so that it is on top. Pure arithmetic, no canvas. */
import type { LaneColumns } from './lane-columns.ts';
import { firstPixel, lastPixel } from './lane-pixels.ts';
import type { TimeScale } from './time-scale.ts';

export interface LaneShape {
  readonly x: number;
  readonly width: number;
  readonly size: number;
  readonly row: number;
}

export function laneShapes(lane: LaneColumns, scale: TimeScale, shift: number): readonly LaneShape[] {
  const shapes: LaneShape[] = [];
  // By pixels and not by the window: at the edge of a folded pause, the instant spans more time.
  lane.visit(scale.time(-1) - shift, scale.time(scale.width) - shift, (row) => {
    const x = firstPixel(scale, lane.start(row) + shift);
    const last = lastPixel(scale, lane.end(row) + shift, x);
    if (last >= 0 && x < scale.width)
      shapes.push({ x, width: last - x + 1, size: lane.rows.size[row] ?? 0, row });
    return true;
  });
  return shapes.sort((a, b) => a.size - b.size);
}
