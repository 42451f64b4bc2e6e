/** Busy periods as disjoint intervals: built once, queried for each write. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

export class BusyTimes {
  private readonly from: Float64Array;
  private readonly to: Float64Array;

  /** Periods in any order, overlapping or not. */
  constructor(stretches: readonly Period[]) {
    const joined: { from: number; to: number }[] = [];
    // Events without duration block nothing.
    const lasting = stretches.filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from);
    for (const { from, to } of lasting) {
      const last = joined.at(-1);
      if (last && from <= last.to) last.to = Math.max(last.to, to);
      else joined.push({ from, to });
    }
    this.from = Float64Array.from(joined, (each) => each.from);
    this.to = Float64Array.from(joined, (each) => each.to);
  }

  get count(): number {
    return this.from.length;
  }

  /** The busy time within [from, to]. */
  overlap(from: number, to: number): number {
    let sum = 0;
    for (let i = this.firstEndingAfter(from); i < this.from.length && (this.from[i] ?? 0) < to; i++)
      sum += Math.min(to, this.to[i] ?? 0) - Math.max(from, this.from[i] ?? 0);
    return sum;
  }

  /** Whether they share more than an edge; an event without length counts when it lies inside. */
  touches(from: number, to: number): boolean {
    const i = this.firstEndingAfter(from);
    return i < this.from.length && ((this.from[i] ?? 0) < to || (from === to && (this.from[i] ?? 0) <= from));
  }

  private firstEndingAfter(time: number): number {
    let low = 0;
    let high = this.to.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.to[middle] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
