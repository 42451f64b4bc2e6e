/** The events of one lane, sorted by start, without duplicates. */
import {
  BYTES_PER_EVENT,
  compareEvents,
  copyEvent,
  emptyBatch,
  sliceBatch,
  type LaneBatch,
} from './lane-batch.ts';
import { LanePyramid } from './lane-pyramid.ts';

export class LaneColumns {
  readonly group: number;
  readonly kind: number;
  length = 0;
  private kept: LaneBatch = emptyBatch(0);
  private readonly summary = new LanePyramid();

  constructor(group: number, kind: number) {
    this.group = group;
    this.kind = kind;
  }

  /** The columns; rows from `length` on are spare capacity. */
  get rows(): LaneBatch {
    return this.kept;
  }

  /** Aggregates of event blocks, to draw without visiting every event. */
  get pyramid(): LanePyramid {
    return this.summary;
  }

  get bytes(): number {
    return this.kept.start.length * BYTES_PER_EVENT + this.summary.bytes;
  }

  start(row: number): number {
    return this.kept.start[row] ?? 0;
  }

  end(row: number): number {
    return (this.kept.start[row] ?? 0) + (this.kept.duration[row] ?? 0);
  }

  /** Merges a batch; returns how many events were new. The first batch becomes the columns without a copy. */
  merge(batch: LaneBatch): number {
    const count = batch.start.length;
    if (count === 0) return 0;
    if (this.length === 0) {
      this.kept = batch;
      this.length = count;
      this.summary.update(this.kept, 0, count);
      return count;
    }
    // Deltas arrive almost in order, so usually only the last few rows move.
    const from = this.firstAtOrAfter(batch.start[0] ?? 0);
    const moved = sliceBatch(this.kept, from, this.length);
    this.makeRoom(this.length + count);
    const before = this.length;
    this.length = this.mergeFrom(from, moved, batch);
    this.summary.update(this.kept, from, this.length);
    return this.length - before;
  }

  /** Drops all events that start before a time; returns how many. */
  dropBefore(time: number): number {
    const count = this.firstAtOrAfter(time);
    if (count === 0) return 0;
    this.kept = sliceBatch(this.kept, count, this.length);
    this.length -= count;
    this.summary.update(this.kept, 0, this.length);
    return count;
  }

  /** The first row that starts at or after the time; `length` when there is none. */
  firstAtOrAfter(time: number): number {
    const { start } = this.kept;
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((start[middle] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Calls back for each row that overlaps [from, to], in order of start, until the callback returns false. */
  visit(from: number, to: number, each: (row: number) => boolean | undefined): void {
    let row = this.summary.firstReaching(from, this.kept, this.length);
    while (row < this.length && this.start(row) <= to) {
      if (this.end(row) >= from && each(row) === false) return;
      row++;
      // Away from the left edge of the window, complete blocks can be skipped.
      if (row % 4096 === 0 && this.start(row) < from)
        row = Math.max(row, this.summary.firstReaching(from, this.kept, this.length, row));
    }
  }

  /** The number of events that start in [from, to), to select the renderer. */
  countIn(from: number, to: number): number {
    return this.firstAtOrAfter(to) - this.firstAtOrAfter(from);
  }

  private mergeFrom(from: number, old: LaneBatch, fresh: LaneBatch): number {
    const oldCount = old.start.length;
    const freshCount = fresh.start.length;
    let at = from;
    let i = 0;
    let j = 0;
    while (i < oldCount || j < freshCount) {
      const order = i === oldCount ? 1 : j === freshCount ? -1 : compareEvents(old, i, fresh, j);
      if (order <= 0) {
        copyEvent(old, i++, this.kept, at++);
        if (order === 0) j++;
      } else copyEvent(fresh, j++, this.kept, at++);
    }
    return at;
  }

  private makeRoom(needed: number): void {
    if (needed <= this.kept.start.length) return;
    // Grows by a quarter to stay within the bytes per event; doubling would not.
    const wider = emptyBatch(Math.max(64, Math.ceil(needed * 1.25)));
    wider.start.set(this.kept.start.subarray(0, this.length));
    wider.duration.set(this.kept.duration.subarray(0, this.length));
    wider.size.set(this.kept.size.subarray(0, this.length));
    wider.source.set(this.kept.source.subarray(0, this.length));
    wider.extra.set(this.kept.extra.subarray(0, this.length));
    this.kept = wider;
  }
}
