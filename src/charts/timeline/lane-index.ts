import type { EventColumns } from './event-columns.ts';

/** The rows of one lane (group × kind) in order of start, kept sorted as rows are added. */
export class Lane {
  readonly group: number;
  readonly kind: number;
  private readonly columns: EventColumns;
  private rows: number[] = [];
  /** Longest duration seen: how far left of the window an event may begin and still reach into it. */
  private longest = 0;

  constructor(columns: EventColumns, group: number, kind: number) {
    this.columns = columns;
    this.group = group;
    this.kind = kind;
  }

  get length(): number {
    return this.rows.length;
  }

  add(row: number): void {
    const start = this.startOf(row);
    this.longest = Math.max(this.longest, this.columns.duration[row] ?? 0);
    // Events come nearly in order, so the right place is nearly always the end.
    let place = this.rows.length;
    if (place > 0 && this.startOf(this.rows[place - 1] ?? 0) > start) place = this.firstAtOrAfter(start);
    if (place === this.rows.length) this.rows.push(row);
    else this.rows.splice(place, 0, row);
  }

  /** Calls for each row that overlaps [from, to], in order of start, until it returns false. */
  visit(from: number, to: number, each: (row: number) => boolean | undefined): void {
    for (let i = this.firstAtOrAfter(from - this.longest); i < this.rows.length; i++) {
      const row = this.rows[i] ?? 0;
      const start = this.startOf(row);
      if (start > to) return;
      if (start + (this.columns.duration[row] ?? 0) < from) continue;
      if (each(row) === false) return;
    }
  }

  /** The next event after a time (step 1) or the last before it (step -1). */
  neighbour(time: number, step: 1 | -1): number | undefined {
    const next = this.firstAtOrAfter(time);
    if (step === -1) return this.rows[next - 1];
    const row = this.rows[next];
    return row !== undefined && this.startOf(row) === time ? this.rows[next + 1] : row;
  }

  private startOf(row: number): number {
    return this.columns.start[row] ?? 0;
  }

  private firstAtOrAfter(time: number): number {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.startOf(this.rows[middle] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** All lanes of a recording, made as their first event comes. */
export class LaneIndex {
  private readonly columns: EventColumns;
  private readonly lanes = new Map<number, Lane>();

  constructor(columns: EventColumns) {
    this.columns = columns;
  }

  add(row: number): void {
    const group = this.columns.group[row] ?? 0;
    const kind = this.columns.kind[row] ?? 0;
    const key = group * 256 + kind;
    let lane = this.lanes.get(key);
    if (!lane) {
      lane = new Lane(this.columns, group, kind);
      this.lanes.set(key, lane);
    }
    lane.add(row);
  }

  lane(group: number, kind: number): Lane | undefined {
    return this.lanes.get(group * 256 + kind);
  }

  all(): Iterable<Lane> {
    return this.lanes.values();
  }
}
