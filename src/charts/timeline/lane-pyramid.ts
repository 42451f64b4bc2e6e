/**
 * Aggregates over blocks of sixteen events, blocks of sixteen blocks and so on: the latest end and the largest
 * size; of the lowest blocks also which event is the largest. Less than one byte per event.
 */
import type { LaneBatch } from './lane-batch.ts';

export const FANOUT_BITS = 4;
export const FANOUT = 1 << FANOUT_BITS;

export interface PyramidLevel {
  maxEnd: Float64Array;
  maxSize: Uint32Array;
  count: number;
}

export class LanePyramid {
  readonly levels: PyramidLevel[] = [];
  /** For each lowest block, the place of its largest event within it. */
  peaks = new Uint8Array(0);

  get bytes(): number {
    return this.levels.reduce((sum, { maxEnd }) => sum + maxEnd.length * 12, this.peaks.length);
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
        level.maxEnd[block] = maxEnd;
        level.maxSize[block] = maxSize;
        if (depth === 0) this.peaks[block] = peak - block * FANOUT;
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
      level = { maxEnd: new Float64Array(count), maxSize: new Uint32Array(count), count: 0 };
      this.levels[depth] = level;
    } else if (level.maxEnd.length < count) {
      const capacity = Math.ceil(count * 1.25);
      const maxEnd = new Float64Array(capacity);
      const maxSize = new Uint32Array(capacity);
      maxEnd.set(level.maxEnd.subarray(0, level.count));
      maxSize.set(level.maxSize.subarray(0, level.count));
      level.maxEnd = maxEnd;
      level.maxSize = maxSize;
    }
    if (depth === 0 && this.peaks.length < level.maxEnd.length) {
      const peaks = new Uint8Array(level.maxEnd.length);
      peaks.set(this.peaks);
      this.peaks = peaks;
    }
    return level;
  }
}
