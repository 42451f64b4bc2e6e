/** Events as columns: 45 bytes each, no object per event. Rows are only ever appended; a row number names an event. */
export interface TimelineEvent {
  /** Milliseconds since 1970, with a fraction. */
  readonly start: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly size: number;
  readonly group: number;
  readonly kind: number;
  /** Number of the source (a file, say) within the recording. */
  readonly source: number;
  /** Stands for many events that were folded into one; drawn hatched. */
  readonly folded: boolean;
  /** Two more numbers the chart does not read: the feature's own (allocated size, compressed size). */
  readonly extraA: number;
  readonly extraB: number;
}

const INITIAL = 1024;

export class EventColumns {
  start = new Float64Array(INITIAL);
  duration = new Float32Array(INITIAL);
  size = new Float64Array(INITIAL);
  group = new Uint16Array(INITIAL);
  kind = new Uint8Array(INITIAL);
  source = new Uint32Array(INITIAL);
  folded = new Uint8Array(INITIAL);
  extraA = new Float64Array(INITIAL);
  extraB = new Float64Array(INITIAL);
  length = 0;
  /** Earliest start and latest end of all events; meaningless while empty. */
  firstStart = Number.POSITIVE_INFINITY;
  lastEnd = Number.NEGATIVE_INFINITY;
  largestSize = 0;

  append(event: TimelineEvent): number {
    if (this.length === this.start.length) this.grow();
    const row = this.length++;
    this.start[row] = event.start;
    this.duration[row] = event.duration;
    this.size[row] = event.size;
    this.group[row] = event.group;
    this.kind[row] = event.kind;
    this.source[row] = event.source;
    this.folded[row] = event.folded ? 1 : 0;
    this.extraA[row] = event.extraA;
    this.extraB[row] = event.extraB;
    this.firstStart = Math.min(this.firstStart, event.start);
    this.lastEnd = Math.max(this.lastEnd, event.start + event.duration);
    // A folded event's size is the sum of many; it would make every real one look small.
    if (!event.folded) this.largestSize = Math.max(this.largestSize, event.size);
    return row;
  }

  at(row: number): TimelineEvent {
    if (row < 0 || row >= this.length) throw new RangeError(`no event ${row} among ${this.length}`);
    return {
      start: this.start[row] ?? 0,
      duration: this.duration[row] ?? 0,
      size: this.size[row] ?? 0,
      group: this.group[row] ?? 0,
      kind: this.kind[row] ?? 0,
      source: this.source[row] ?? 0,
      folded: this.folded[row] === 1,
      extraA: this.extraA[row] ?? 0,
      extraB: this.extraB[row] ?? 0,
    };
  }

  private grow(): void {
    const capacity = this.start.length * 2;
    const wider = <T extends { set(from: T): void }>(fresh: T, old: T): T => {
      fresh.set(old);
      return fresh;
    };
    this.start = wider(new Float64Array(capacity), this.start);
    this.duration = wider(new Float32Array(capacity), this.duration);
    this.size = wider(new Float64Array(capacity), this.size);
    this.group = wider(new Uint16Array(capacity), this.group);
    this.kind = wider(new Uint8Array(capacity), this.kind);
    this.source = wider(new Uint32Array(capacity), this.source);
    this.folded = wider(new Uint8Array(capacity), this.folded);
    this.extraA = wider(new Float64Array(capacity), this.extraA);
    this.extraB = wider(new Float64Array(capacity), this.extraB);
  }
}
