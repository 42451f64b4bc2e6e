/** The events of several lanes as one list sorted by time, for the table. */
import type { EventRef, EventStore, TimelineGroup, ViewWindow } from '../../charts/timeline/data.ts';
import { ROWS_PER_SLICE } from './analysis/in-slices.ts';
import { ioKinds } from './io-kinds.ts';

export interface OrderedEvents {
  readonly events: readonly EventRef[];
  /** The number in the range; the list can be shorter. */
  readonly count: number;
}

/** Row limit of the table; the user can select a smaller range. */
export const MAX_ROWS = 100_000;

export function* orderedEvents(
  store: EventStore,
  groups: readonly TimelineGroup[],
  hiddenKinds: readonly number[],
  range: ViewWindow,
): Generator<undefined, OrderedEvents> {
  const heads = groups.flatMap(({ id, shift }) =>
    [...ioKinds.keys()].flatMap((kind) => {
      const lane = hiddenKinds.includes(kind) ? undefined : store.lane(id, kind);
      if (!lane) return [];
      const row = lane.firstAtOrAfter(range.from - shift);
      const end = lane.firstAtOrAfter(range.to - shift);
      return row < end ? [{ lane, shift, row, end }] : [];
    }),
  );
  const count = heads.reduce((sum, { row, end }) => sum + end - row, 0);
  const events: EventRef[] = [];
  while (events.length < MAX_ROWS) {
    let next: (typeof heads)[number] | undefined;
    let time = Number.POSITIVE_INFINITY;
    for (const head of heads) {
      if (head.row >= head.end) continue;
      const start = head.lane.start(head.row) + head.shift;
      if (start < time) {
        time = start;
        next = head;
      }
    }
    if (!next) break;
    events.push({ lane: next.lane, row: next.row++ });
    if (events.length % (ROWS_PER_SLICE / 10) === 0) yield;
  }
  return { events, count };
}
