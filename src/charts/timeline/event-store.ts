/**
 * All lanes of a chart, merged as events arrive, with a limit: the oldest events are dropped first, and the store
 * reports since when it is complete.
 */
import type { LaneBatch } from './lane-batch.ts';
import { LaneColumns } from './lane-columns.ts';
import type { ViewWindow } from './view-window.ts';

/** Many events aggregated by the recorder: their individual times are lost. */
export interface FoldedSpan {
  readonly start: number;
  readonly end: number;
  readonly size: number;
  readonly source: number;
  /** A number that the feature uses to find its own data. */
  readonly note: number;
}

/** Identifies an event until the next change. */
export interface EventRef {
  readonly lane: LaneColumns;
  readonly row: number;
}

export const MAX_EVENTS = 5_000_000;

export class EventStore {
  /** Incremented on every change. */
  version = 0;
  count = 0;
  /** How many events were dropped because of the limit, and since when the store is complete. */
  dropped = 0;
  completeSince: number | undefined;
  readonly limit: number;
  private readonly lanes = new Map<number, LaneColumns>();
  private readonly folds = new Map<number, FoldedSpan[]>();

  constructor(limit: number = MAX_EVENTS) {
    this.limit = limit;
  }

  /** Returns how many were new. */
  add(group: number, kind: number, batch: LaneBatch): number {
    const key = keyOf(group, kind);
    let lane = this.lanes.get(key);
    if (!lane) {
      if (batch.start.length === 0) return 0;
      lane = new LaneColumns(group, kind);
      this.lanes.set(key, lane);
    }
    const added = lane.merge(batch);
    if (added > 0) {
      this.count += added;
      this.version++;
      // The limit may be exceeded a little, so that not every delta moves millions of rows.
      if (this.count > this.limit * 1.02) this.dropOldest();
    }
    return added;
  }

  addFolded(group: number, kind: number, span: FoldedSpan): boolean {
    const key = keyOf(group, kind);
    const spans = this.folds.get(key) ?? [];
    const known = spans.some(
      ({ start, end, source }) => start === span.start && end === span.end && source === span.source,
    );
    if (known) return false;
    spans.push(span);
    spans.sort((a, b) => a.start - b.start);
    this.folds.set(key, spans);
    this.version++;
    return true;
  }

  removeGroup(group: number): void {
    for (const [key, lane] of this.lanes)
      if (lane.group === group) {
        this.count -= lane.length;
        this.lanes.delete(key);
      }
    for (const key of this.folds.keys()) if (Math.floor(key / 256) === group) this.folds.delete(key);
    this.version++;
  }

  lane(group: number, kind: number): LaneColumns | undefined {
    return this.lanes.get(keyOf(group, kind));
  }

  folded(group: number, kind: number): readonly FoldedSpan[] {
    return this.folds.get(keyOf(group, kind)) ?? [];
  }

  has(group: number, kind: number): boolean {
    return this.lanes.has(keyOf(group, kind)) || this.folds.has(keyOf(group, kind));
  }

  all(): Iterable<LaneColumns> {
    return this.lanes.values();
  }

  allFolded(): Iterable<readonly [group: number, kind: number, spans: readonly FoldedSpan[]]> {
    return [...this.folds].map(([key, spans]) => [Math.floor(key / 256), key % 256, spans] as const);
  }

  /** The largest single event of a kind: the reference of the brightest colour. */
  largest(kind: number): number {
    let largest = 0;
    for (const lane of this.lanes.values())
      if (lane.kind === kind) largest = Math.max(largest, lane.pyramid.largestSize);
    return largest;
  }

  /** First start and last end of all events, with the shift of each group; `from` > `to` while empty. */
  extent(shiftOf: (group: number) => number = () => 0): ViewWindow {
    let from = Number.POSITIVE_INFINITY;
    let to = Number.NEGATIVE_INFINITY;
    for (const lane of this.lanes.values()) {
      if (lane.length === 0) continue;
      from = Math.min(from, lane.start(0) + shiftOf(lane.group));
      to = Math.max(to, lane.pyramid.latestEnd + shiftOf(lane.group));
    }
    for (const [group, , spans] of this.allFolded())
      for (const { start, end } of spans) {
        from = Math.min(from, start + shiftOf(group));
        to = Math.max(to, end + shiftOf(group));
      }
    return { from, to };
  }

  get bytes(): number {
    let bytes = 0;
    for (const lane of this.lanes.values()) bytes += lane.bytes;
    return bytes;
  }

  /** Finds the time that leaves exactly the limit across all lanes: one ring, not one per lane. */
  private dropOldest(): void {
    let { from: low, to: high } = this.extent();
    for (let i = 0; i < 60 && high - low > 0.001; i++) {
      const middle = (low + high) / 2;
      if (this.keptSince(middle) > this.limit) low = middle;
      else high = middle;
    }
    for (const lane of this.lanes.values()) {
      const gone = lane.dropBefore(high);
      this.dropped += gone;
      this.count -= gone;
    }
    this.completeSince = high;
  }

  private keptSince(time: number): number {
    let kept = 0;
    for (const lane of this.lanes.values()) kept += lane.length - lane.firstAtOrAfter(time);
    return kept;
  }
}

const keyOf = (group: number, kind: number): number => group * 256 + kind;
