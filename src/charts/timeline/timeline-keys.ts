/** Keyboard control of window and cursor. */
import type { EventRef, EventStore } from './event-store.ts';
import type { LaneColumns } from './lane-columns.ts';
import type { LaneRow, TimelineRow } from './row-layout.ts';
import type { TimeScale } from './time-scale.ts';
import type { ViewWindow } from './view-window.ts';

/** The window after a key, or undefined when the key does not change the window. */
export function viewAfterKey(key: string, scale: TimeScale, all: () => ViewWindow): ViewWindow | undefined {
  const step = scale.width * 0.15;
  switch (key) {
    case 'ArrowLeft':
    case 'a':
      return scale.panned(-step);
    case 'ArrowRight':
    case 'd':
      return scale.panned(step);
    case '+':
    case '=':
    case 'w':
      return scale.zoomed(scale.width / 2, 0.7);
    case '-':
    case 's':
      return scale.zoomed(scale.width / 2, 1 / 0.7);
    case '0':
      return all();
    default:
      return undefined;
  }
}

/**
 * The event after a key: `[` and `]` move along the lane, up and down to the nearest event of the next lane.
 * Without a cursor, the first visible event of the first lane that has one.
 */
export function moveCursor(
  key: string,
  cursor: EventRef | undefined,
  view: ViewWindow,
  rows: readonly TimelineRow[],
  store: EventStore,
): EventRef | undefined {
  if (!['[', ']', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key)) return undefined;
  const lanes = rows.flatMap((row) => (row.type === 'lane' ? [row] : []));
  const here = cursor && lanes.findIndex((row) => store.lane(row.group.id, row.kind.id) === cursor.lane);
  if (!cursor || here === undefined || here === -1) return firstInSight(lanes, view, store);
  const { lane } = cursor;
  if (key === '[' || key === ']') return at(lane, cursor.row + (key === ']' ? 1 : -1));
  if (key === 'Home') return at(lane, 0);
  if (key === 'End') return at(lane, lane.length - 1);
  const step = key === 'ArrowDown' ? 1 : -1;
  const time = lane.start(cursor.row) + (lanes[here]?.group.shift ?? 0);
  for (let i = here + step; i >= 0 && i < lanes.length; i += step) {
    const row = lanes[i];
    const next = row && store.lane(row.group.id, row.kind.id);
    if (row && next && next.length > 0) return nearest(next, time - row.group.shift);
  }
  return undefined;
}

const at = (lane: LaneColumns, row: number): EventRef | undefined =>
  row >= 0 && row < lane.length ? { lane, row } : undefined;

function nearest(lane: LaneColumns, time: number): EventRef {
  const after = Math.min(lane.length - 1, lane.firstAtOrAfter(time));
  const before = Math.max(0, after - 1);
  return { lane, row: time - lane.start(before) < lane.start(after) - time ? before : after };
}

function firstInSight(lanes: readonly LaneRow[], view: ViewWindow, store: EventStore): EventRef | undefined {
  for (const { group, kind } of lanes) {
    const lane = store.lane(group.id, kind.id);
    if (!lane || lane.length === 0) continue;
    const row = lane.firstAtOrAfter(view.from - group.shift);
    if (row < lane.length && lane.start(row) <= view.to - group.shift) return { lane, row };
  }
  for (const { group, kind } of lanes) {
    const lane = store.lane(group.id, kind.id);
    if (lane && lane.length > 0) return { lane, row: 0 };
  }
  return undefined;
}
