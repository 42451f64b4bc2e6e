/** The sparse way to draw a lane: a shape per event, the largest last so that it lies on top. Knows arithmetic and no canvas. */
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
  // By pixels and not by the window: where that begins or ends in a folded pause, the moment is wider than it says.
  lane.visit(scale.time(-1) - shift, scale.time(scale.width) - shift, (row) => {
    const x = firstPixel(scale, lane.start(row) + shift);
    const last = lastPixel(scale, lane.end(row) + shift, x);
    if (last >= 0 && x < scale.width)
      shapes.push({ x, width: last - x + 1, size: lane.rows.size[row] ?? 0, row });
    return true;
  });
  return shapes.sort((a, b) => a.size - b.size);
}
