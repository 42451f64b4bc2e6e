/** Exact percentiles without sorting: two counting passes over the bits of the floats. */

/** The bits of non-negative floats have the same order as the floats. */
const bits = new Uint32Array(1);
const floats = new Float32Array(bits.buffer);
const bitsOf = (value: number): number => {
  floats[0] = value;
  return bits[0] ?? 0;
};

/** Collects non-negative 32-bit floats, then computes nearest-rank percentiles. */
export class Durations {
  count = 0;
  total = 0;
  max = 0;
  private values = new Float32Array(256);

  add(value: number): void {
    if (this.count === this.values.length) {
      const wider = new Float32Array(this.count * 2);
      wider.set(this.values);
      this.values = wider;
    }
    this.values[this.count++] = value;
    this.total += value;
    if (value > this.max) this.max = value;
  }

  get mean(): number {
    return this.count === 0 ? 0 : this.total / this.count;
  }

  /** The smallest value such that at least the share p does not exceed it; 0 without values. */
  percentile(p: number): number {
    return this.percentiles([p])[0] ?? 0;
  }

  percentiles(shares: readonly number[]): readonly number[] {
    const { count } = this;
    if (count === 0) return shares.map(() => 0);
    const values = this.values.subarray(0, count);
    const high = new Uint32Array(65_536);
    for (const value of values) {
      const bucket = bitsOf(value) >>> 16;
      high[bucket] = (high[bucket] ?? 0) + 1;
    }
    return shares.map((p) => {
      const rank = Math.max(1, Math.ceil(p * count));
      const coarse = place(high, rank);
      const low = new Uint32Array(65_536);
      for (const value of values) {
        const all = bitsOf(value);
        if (all >>> 16 === coarse.bucket) low[all & 0xffff] = (low[all & 0xffff] ?? 0) + 1;
      }
      bits[0] = ((coarse.bucket << 16) | place(low, rank - coarse.before).bucket) >>> 0;
      return floats[0] ?? 0;
    });
  }

  /** Counts per bin between consecutive bounds. */
  histogram(bounds: readonly number[]): readonly number[] {
    const counts = new Array<number>(Math.max(0, bounds.length - 1)).fill(0);
    for (const value of this.values.subarray(0, this.count)) {
      let low = 0;
      let high = bounds.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((bounds[middle] ?? 0) <= value) low = middle + 1;
        else high = middle;
      }
      const at = Math.min(counts.length - 1, Math.max(0, low - 1));
      counts[at] = (counts[at] ?? 0) + 1;
    }
    return counts;
  }
}

function place(counts: Uint32Array, rank: number): { bucket: number; before: number } {
  let before = 0;
  for (let bucket = 0; bucket < counts.length; bucket++) {
    const here = counts[bucket] ?? 0;
    if (before + here >= rank) return { bucket, before };
    before += here;
  }
  return { bucket: counts.length - 1, before };
}
