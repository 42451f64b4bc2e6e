import type { EventColumns, ViewWindow } from '../../charts/timeline/index.ts';
import { ioKinds, type IoKind } from './io-kinds.ts';

export interface KindStatistics {
  readonly kind: IoKind;
  readonly count: number;
  readonly bytes: number;
  /** Milliseconds spent in it, summed. */
  readonly total: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** Bytes per second while it was at work. */
  readonly speed: number;
  /** Folded history within the window: counted in nothing above, since its single durations are gone. */
  readonly folded: number;
}

/** Per kind, over the events that begin in the window. */
export function statisticsOf(columns: EventColumns, view: ViewWindow): readonly KindStatistics[] {
  const durations = ioKinds.map((): number[] => []);
  const bytes = ioKinds.map(() => 0);
  const folded = ioKinds.map(() => 0);
  for (let row = 0; row < columns.length; row++) {
    const start = columns.start[row] ?? 0;
    if (start < view.from || start > view.to) continue;
    const kind = columns.kind[row] ?? 0;
    if (columns.folded[row] === 1) {
      folded[kind] = (folded[kind] ?? 0) + 1;
      continue;
    }
    durations[kind]?.push(columns.duration[row] ?? 0);
    bytes[kind] = (bytes[kind] ?? 0) + (columns.size[row] ?? 0);
  }
  return ioKinds.map((kind, index) => {
    const sorted = (durations[index] ?? []).sort((a, b) => a - b);
    const total = sorted.reduce((sum, each) => sum + each, 0);
    return {
      kind,
      count: sorted.length,
      bytes: bytes[index] ?? 0,
      total,
      p50: nearestRank(sorted, 0.5),
      p95: nearestRank(sorted, 0.95),
      p99: nearestRank(sorted, 0.99),
      max: sorted.at(-1) ?? 0,
      speed: total > 0 ? ((bytes[index] ?? 0) / total) * 1000 : 0,
      folded: folded[index] ?? 0,
    };
  });
}

/** The smallest value that at least the share p of all values does not exceed; 0 of nothing. */
export function nearestRank(sorted: readonly number[], p: number): number {
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? 0;
}
