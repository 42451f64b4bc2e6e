/** Finds the item at a point. CSS pixels. */
import { AXIS_HEIGHT } from './timeline-frame.ts';
import type { EventRef, EventStore } from './event-store.ts';
import { spanAt, type FlameSpan } from './flame-spans.ts';
import type { FoldedSpan } from './event-store.ts';
import { FLAME_STEP, rowAt, type LaneRow, type TimelineGroup, type TimelineRow } from './row-layout.ts';
import type { TimeScale } from './time-scale.ts';

/** Tolerance around the pointer. */
const REACH_PX = 3;
/** Maximum events examined per point: a pixel can stand for thousands. */
const MAX_EXAMINED = 20_000;

export type Hit =
  | { readonly type: 'event'; readonly group: TimelineGroup; readonly event: EventRef }
  | {
      readonly type: 'folded';
      readonly group: TimelineGroup;
      readonly kind: number;
      readonly span: FoldedSpan;
    }
  | { readonly type: 'flame'; readonly group: TimelineGroup; readonly span: FlameSpan };

export interface HitFrame {
  readonly gutter: number;
  readonly scroll: number;
  /** CSS pixels of the plot. */
  readonly scale: TimeScale;
  readonly rows: readonly TimelineRow[];
  readonly store: EventStore;
}

export function hitAt(point: { readonly x: number; readonly y: number }, frame: HitFrame): Hit | undefined {
  if (point.y < AXIS_HEIGHT || point.x < frame.gutter) return undefined;
  const y = point.y - AXIS_HEIGHT + frame.scroll;
  const row = rowAt(frame.rows, y);
  if (!row || row.type === 'group') return undefined;
  const { group } = row;
  const time = frame.scale.time(point.x - frame.gutter) - group.shift;
  const reach = REACH_PX * frame.scale.msPerPixel;
  if (row.type === 'flame') {
    const span = spanAt(row.flame, time, Math.floor((y - row.top - 2) / FLAME_STEP), reach);
    return span && { type: 'flame', group, span };
  }
  const event = eventNear(frame.store, row, time, reach);
  if (event) return { type: 'event', group, event };
  const span = frame.store
    .folded(group.id, row.kind.id)
    .find(({ start, end }) => start - reach <= time && end + reach >= time);
  return span && { type: 'folded', group, kind: row.kind.id, span };
}

/** The nearest event in reach, then the largest, which is drawn on top. */
function eventNear(store: EventStore, row: LaneRow, time: number, reach: number): EventRef | undefined {
  const lane = store.lane(row.group.id, row.kind.id);
  if (!lane) return undefined;
  let best: { row: number; distance: number; size: number } | undefined;
  let looked = 0;
  lane.visit(time - reach, time + reach, (index) => {
    const start = lane.start(index);
    const end = lane.end(index);
    const distance = time < start ? start - time : time > end ? time - end : 0;
    const size = lane.rows.size[index] ?? 0;
    if (!best || distance < best.distance || (distance === best.distance && size > best.size))
      best = { row: index, distance, size };
    return ++looked < MAX_EXAMINED;
  });
  return best && { lane, row: best.row };
}
