/** Identifies an event by content, not by row: rows shift when events are added or dropped. */
import type { EventRef, EventStore } from './event-store.ts';

export interface EventKey {
  readonly group: number;
  readonly kind: number;
  readonly start: number;
  readonly duration: number;
  readonly size: number;
  readonly source: number;
}

export function keyOfEvent({ lane, row }: EventRef): EventKey {
  const { start, duration, size, source } = lane.rows;
  return {
    group: lane.group,
    kind: lane.kind,
    start: start[row] ?? 0,
    duration: duration[row] ?? 0,
    size: size[row] ?? 0,
    source: source[row] ?? 0,
  };
}

/** Undefined when the event was dropped. */
export function findEvent(store: EventStore, key: EventKey): EventRef | undefined {
  const lane = store.lane(key.group, key.kind);
  if (!lane) return undefined;
  for (let row = lane.firstAtOrAfter(key.start); row < lane.length && lane.start(row) === key.start; row++)
    if (
      lane.rows.duration[row] === key.duration &&
      lane.rows.size[row] === key.size &&
      lane.rows.source[row] === key.source
    )
      return { lane, row };
  return undefined;
}

export const isSameEvent = (a: EventKey, b: EventKey): boolean =>
  a.group === b.group &&
  a.kind === b.kind &&
  a.start === b.start &&
  a.duration === b.duration &&
  a.size === b.size &&
  a.source === b.source;
