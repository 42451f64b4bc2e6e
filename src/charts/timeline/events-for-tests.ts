/** Hand-written lanes for tests. */
import { emptyBatch, type LaneBatch } from './lane-batch.ts';
import { LaneColumns } from './lane-columns.ts';
import { orderBatch } from './order-batch.ts';

export interface TestEvent {
  readonly start: number;
  readonly duration: number;
  readonly size: number;
  readonly source: number;
}

export function batchOf(events: readonly TestEvent[]): LaneBatch {
  const batch = emptyBatch(events.length);
  events.forEach(({ start, duration, size, source }, i) => {
    batch.start[i] = start;
    batch.duration[i] = duration;
    batch.size[i] = size;
    batch.source[i] = source;
    batch.extra[i] = size * 3;
  });
  return orderBatch(batch);
}

export function laneOf(events: readonly TestEvent[]): LaneColumns {
  const lane = new LaneColumns(0, 0);
  lane.merge(batchOf(events));
  return lane;
}

export function eventsIn(lane: LaneColumns): TestEvent[] {
  const { start, duration, size, source } = lane.rows;
  return Array.from({ length: lane.length }, (_, row) => ({
    start: start[row] ?? 0,
    duration: duration[row] ?? 0,
    size: size[row] ?? 0,
    source: source[row] ?? 0,
  }));
}

/** The expected result, computed the simple way: each event once, in order. */
export function expectedEvents(events: readonly TestEvent[]): TestEvent[] {
  const seen = new Map(events.map((event) => [JSON.stringify(Object.values(event)), event]));
  return [...seen.values()].sort(
    (a, b) => a.start - b.start || a.duration - b.duration || a.size - b.size || a.source - b.source,
  );
}
