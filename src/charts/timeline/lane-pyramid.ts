/**
 * Aggregates over blocks of sixteen events, blocks of sixteen blocks and so on: the first start, the latest end and the
 * largest size; of the lowest blocks also which event is the largest, and its times. Less than three bytes per event.
 */
import type { LaneBatch } from './lane-batch.ts';

export const FANOUT = 16;

/**
 * Times are copies of those of events: the ones that a drawing needs are close together here. With millions of events, reading
 * them from the columns would take most of the time, because each is in another line of the processor's cache.
 */
export interface PyramidLevel {
  start: Float64Array;
  maxEnd: Float64Array;
  maxSize: Uint32Array;
  count: number;
}

export class LanePyramid {
  readonly levels: PyramidLevel[] = [];
  /** For each lowest block, the place of its largest event within it. */
  peaks = new Uint8Array(0);
  /** Start and end of these events. */
  peakStart = new Float64Array(0);
  peakEnd = new Float64Array(0);

  get bytes(): number {
    return this.levels.reduce((sum, { maxEnd }) => sum + maxEnd.length * 20, this.peaks.length * 17);
  }

  get latestEnd(): number {
    return this.levels.at(-1)?.maxEnd[0] ?? Number.NEGATIVE_INFINITY;
  }

  get largestSize(): number {
    return this.levels.at(-1)?.maxSize[0] ?? 0;
  }

  /** Updates after rows from `dirty` on have changed; the top level is one block. */
  update(rows: LaneBatch, dirty: number, length: number): void {
    let below = length;
    let from = Math.floor(dirty / FANOUT);
    for (let depth = 0; depth === 0 || below > 1; depth++) {
      const count = Math.ceil(below / FANOUT);
      const level = this.room(depth, count);
      const under = this.levels[depth - 1];
      for (let block = Math.min(from, level.count); block < count; block++) {
        let maxEnd = Number.NEGATIVE_INFINITY;
        let maxSize = 0;
        let peak = block * FANOUT;
        const last = Math.min(below, (block + 1) * FANOUT);
        for (let i = block * FANOUT; i < last; i++) {
          const end = under ? (under.maxEnd[i] ?? 0) : (rows.start[i] ?? 0) + (rows.duration[i] ?? 0);
          const size = (under ? under.maxSize[i] : rows.size[i]) ?? 0;
          if (end > maxEnd) maxEnd = end;
          if (size > maxSize) {
            maxSize = size;
            peak = i;
          }
        }
        level.start[block] = (under ? under.start : rows.start)[block * FANOUT] ?? 0;
        level.maxEnd[block] = maxEnd;
        level.maxSize[block] = maxSize;
        if (depth === 0) {
          this.peaks[block] = peak - block * FANOUT;
          this.peakStart[block] = rows.start[peak] ?? 0;
          this.peakEnd[block] = (rows.start[peak] ?? 0) + (rows.duration[peak] ?? 0);
        }
      }
      level.count = count;
      below = count;
      from = Math.floor(from / FANOUT);
      if (count <= 1) {
        this.levels.length = depth + 1;
        break;
      }
    }
  }

  /** A row at or after `after` such that no skipped row ends at `time` or later. */
  firstReaching(time: number, rows: LaneBatch, length: number, after = 0): number {
    return this.search(this.levels.length - 1, 0, time, rows, length, after);
  }

  private search(
    depth: number,
    block: number,
    time: number,
    rows: LaneBatch,
    length: number,
    after: number,
  ): number {
    const span = FANOUT ** (depth + 1);
    if ((block + 1) * span <= after) return length;
    if ((this.levels[depth]?.maxEnd[block] ?? Number.NEGATIVE_INFINITY) < time) return length;
    const below = depth === 0 ? length : (this.levels[depth - 1]?.count ?? 0);
    const last = Math.min(below, (block + 1) * FANOUT);
    for (let i = block * FANOUT; i < last; i++) {
      if (depth === 0) {
        if (i >= after && (rows.start[i] ?? 0) + (rows.duration[i] ?? 0) >= time) return i;
      } else {
        const found = this.search(depth - 1, i, time, rows, length, after);
        if (found < length) return found;
      }
    }
    return length;
  }

  private room(depth: number, count: number): PyramidLevel {
    let level = this.levels[depth];
    if (!level) {
      level = {
        start: new Float64Array(count),
        maxEnd: new Float64Array(count),
        maxSize: new Uint32Array(count),
        count: 0,
      };
      this.levels[depth] = level;
    } else if (level.maxEnd.length < count) {
      const capacity = Math.ceil(count * 1.25);
      level.start = longer(level.start.subarray(0, level.count), new Float64Array(capacity));
      level.maxEnd = longer(level.maxEnd.subarray(0, level.count), new Float64Array(capacity));
      level.maxSize = longer(level.maxSize.subarray(0, level.count), new Uint32Array(capacity));
    }
    if (depth === 0 && this.peaks.length < level.maxEnd.length) {
      this.peaks = longer(this.peaks, new Uint8Array(level.maxEnd.length));
      this.peakStart = longer(this.peakStart, new Float64Array(level.maxEnd.length));
      this.peakEnd = longer(this.peakEnd, new Float64Array(level.maxEnd.length));
    }
    return level;
  }
}

function longer<T extends Uint8Array | Uint32Array | Float64Array>(before: T, after: T): T {
  after.set(before);
  return after;
}
