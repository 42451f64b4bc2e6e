import type { EventColumns } from './event-columns.ts';
import type { LaneIndex } from './lane-index.ts';
import type { TimelineRow } from './row-layout.ts';
import { panBy, widthOf, zoomAt, type ViewWindow } from './view-window.ts';

/** The window after a key, or undefined when the key is not about the window. */
export function viewAfterKey(key: string, view: ViewWindow, all: () => ViewWindow): ViewWindow | undefined {
  const middle = (view.from + view.to) / 2;
  const step = widthOf(view) * 0.15;
  switch (key) {
    case 'ArrowLeft':
    case 'a':
      return panBy(view, -step);
    case 'ArrowRight':
    case 'd':
      return panBy(view, step);
    case '+':
    case '=':
    case 'w':
      return zoomAt(view, middle, 0.7);
    case '-':
    case 's':
      return zoomAt(view, middle, 1 / 0.7);
    case '0':
      return all();
    default:
      return undefined;
  }
}

/**
 * The event after a key: `[` and `]` go along the lane, up and down to the nearest event of the neighbouring lane.
 * Without a cursor, the first event in the window of the first lane that has one.
 */
export function moveCursor(
  key: string,
  cursor: number | undefined,
  view: ViewWindow,
  rows: readonly TimelineRow[],
  columns: EventColumns,
  lanes: LaneIndex,
): number | undefined {
  if (!['[', ']', 'ArrowUp', 'ArrowDown'].includes(key)) return undefined;
  const laneRows = rows.flatMap((row) => (row.type === 'lane' ? [row] : []));
  if (cursor === undefined) {
    for (const row of laneRows) {
      const first = lanes.lane(row.group.id, row.kind.id)?.neighbour(view.from, 1);
      if (first !== undefined) return first;
    }
    return undefined;
  }
  const { start, group, kind } = columns.at(cursor);
  if (key === '[' || key === ']') return lanes.lane(group, kind)?.neighbour(start, key === ']' ? 1 : -1);
  const step = key === 'ArrowDown' ? 1 : -1;
  const here = laneRows.findIndex((row) => row.group.id === group && row.kind.id === kind);
  for (let i = here + step; i >= 0 && i < laneRows.length; i += step) {
    const row = laneRows[i];
    const lane = row && lanes.lane(row.group.id, row.kind.id);
    const found = lane?.neighbour(start, 1) ?? lane?.neighbour(start, -1);
    if (found !== undefined) return found;
  }
  return undefined;
}
