/**
 * Statistics per kind: count, size, throughput, duration. Covers events that start in the range; aggregated history
 * is only counted.
 */
import type { EventStore, TimelineGroup, ViewWindow } from '../../../charts/timeline/data.ts';
import { ioKinds, type IoKind } from '../io-kinds.ts';
import { ROWS_PER_SLICE } from './in-slices.ts';
import { Durations } from './percentiles.ts';

export interface KindStatistics {
  readonly kind: IoKind;
  readonly count: number;
  readonly bytes: number;
  /** Total duration in milliseconds. */
  readonly total: number;
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** Bytes per second of active time. */
  readonly speed: number;
  /** Bytes per second of the full range. */
  readonly throughput: number;
  /** Aggregated history in the range: not part of the figures above, because its individual durations are lost. */
  readonly folded: number;
  readonly durations: Durations;
}

export type StatisticsGroup = Pick<TimelineGroup, 'id' | 'shift'>;

export function* statisticsOf(
  store: EventStore,
  groups: readonly StatisticsGroup[],
  range: ViewWindow,
): Generator<undefined, readonly KindStatistics[]> {
  const found: KindStatistics[] = [];
  for (const [number, kind] of ioKinds.entries()) {
    const durations = new Durations();
    let bytes = 0;
    let folded = 0;
    for (const { id, shift } of groups) {
      folded += store
        .folded(id, number)
        .filter(({ start, end }) => start + shift <= range.to && end + shift >= range.from).length;
      const lane = store.lane(id, number);
      if (!lane) continue;
      const { duration, size } = lane.rows;
      const to = lane.firstAtOrAfter(range.to - shift);
      for (let row = lane.firstAtOrAfter(range.from - shift); row < to; row++) {
        durations.add(duration[row] ?? 0);
        bytes += size[row] ?? 0;
        if (row % ROWS_PER_SLICE === 0) yield;
      }
    }
    const [p50 = 0, p95 = 0, p99 = 0] = durations.percentiles([0.5, 0.95, 0.99]);
    const { count, total, mean, max } = durations;
    const seconds = Math.max(0.001, (range.to - range.from) / 1000);
    found.push({
      ...{ kind, count, bytes, total, mean, p50, p95, p99, max, folded, durations },
      speed: total > 0 ? (bytes / total) * 1000 : 0,
      throughput: bytes / seconds,
    });
    yield;
  }
  return found;
}
