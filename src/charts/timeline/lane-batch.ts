/** Events as numeric columns: 28 bytes each, no object per event. */

/** Columns of equal length. A batch for a lane must be sorted and without duplicates: see order-batch.ts. */
export interface LaneBatch {
  /** Milliseconds since 1970, with a fraction. */
  readonly start: Float64Array<ArrayBuffer>;
  /** Milliseconds. */
  readonly duration: Float32Array<ArrayBuffer>;
  readonly size: Uint32Array<ArrayBuffer>;
  /** Number of the source (a file, say) within the group of the lane. */
  readonly source: Uint32Array<ArrayBuffer>;
  /** A number for the feature; the chart does not read it. */
  readonly extra: Float64Array<ArrayBuffer>;
}

export const BYTES_PER_EVENT = 8 + 4 + 4 + 4 + 8;

export function emptyBatch(length: number): LaneBatch {
  return {
    start: new Float64Array(length),
    duration: new Float32Array(length),
    size: new Uint32Array(length),
    source: new Uint32Array(length),
    extra: new Float64Array(length),
  };
}

/** By start, duration, size and source: events that are equal in all four are duplicates. */
export function compareEvents(a: LaneBatch, i: number, b: LaneBatch, j: number): number {
  return (
    (a.start[i] ?? 0) - (b.start[j] ?? 0) ||
    (a.duration[i] ?? 0) - (b.duration[j] ?? 0) ||
    (a.size[i] ?? 0) - (b.size[j] ?? 0) ||
    (a.source[i] ?? 0) - (b.source[j] ?? 0)
  );
}

export function copyEvent(from: LaneBatch, i: number, to: LaneBatch, j: number): void {
  to.start[j] = from.start[i] ?? 0;
  to.duration[j] = from.duration[i] ?? 0;
  to.size[j] = from.size[i] ?? 0;
  to.source[j] = from.source[i] ?? 0;
  to.extra[j] = from.extra[i] ?? 0;
}

export function sliceBatch(batch: LaneBatch, from: number, to: number): LaneBatch {
  return {
    start: batch.start.slice(from, to),
    duration: batch.duration.slice(from, to),
    size: batch.size.slice(from, to),
    source: batch.source.slice(from, to),
    extra: batch.extra.slice(from, to),
  };
}
