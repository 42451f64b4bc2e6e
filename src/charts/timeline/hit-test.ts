import type { EventColumns } from './event-columns.ts';
import type { LaneIndex } from './lane-index.ts';
import { AXIS_HEIGHT } from './draw-timeline.ts';
import { rowAt, type TimelineRow } from './row-layout.ts';
import { timeAt, widthOf, type ViewWindow } from './view-window.ts';

/** A hand is not exact to the pixel. */
const REACH_PX = 3;

/** The event under a point, the nearest (then largest) when several are within reach. */
export function eventAt(
  point: { readonly x: number; readonly y: number },
  frame: {
    readonly width: number;
    readonly gutter: number;
    readonly scroll: number;
    readonly view: ViewWindow;
    readonly rows: readonly TimelineRow[];
    readonly columns: EventColumns;
    readonly lanes: LaneIndex;
  },
): number | undefined {
  if (point.y < AXIS_HEIGHT || point.x < frame.gutter) return undefined;
  const row = rowAt(frame.rows, point.y - AXIS_HEIGHT + frame.scroll);
  if (row?.type !== 'lane') return undefined;
  const plot = frame.width - frame.gutter;
  const time = timeAt(frame.view, point.x - frame.gutter, plot);
  const reach = (REACH_PX / plot) * widthOf(frame.view);
  let best: { row: number; distance: number; size: number } | undefined;
  frame.lanes.lane(row.group.id, row.kind.id)?.visit(time - reach, time + reach, (index) => {
    const start = frame.columns.start[index] ?? 0;
    const end = start + (frame.columns.duration[index] ?? 0);
    const distance = time < start ? start - time : time > end ? time - end : 0;
    const size = frame.columns.size[index] ?? 0;
    if (!best || distance < best.distance || (distance === best.distance && size > best.size))
      best = { row: index, distance, size };
    return true;
  });
  return best?.row;
}
