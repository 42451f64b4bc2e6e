/** Rate and remaining time of a run from its recent progress. Pure. */

export interface ProgressPoint {
  /** Milliseconds. */
  readonly at: number;
  readonly done: number;
}

/** Old points would hide that a run became slower or faster. */
const WINDOW_MS = 10_000;
/** Two points that are closer give no usable rate. */
const SHORTEST_MS = 500;

export function addPoint(points: readonly ProgressPoint[], point: ProgressPoint): readonly ProgressPoint[] {
  const recent = points.filter((each) => point.at - each.at <= WINDOW_MS);
  // One older point stays, so that a run with rare reports has a rate.
  const older = points.filter((each) => point.at - each.at > WINDOW_MS).slice(-1);
  return [...(recent.length < 2 ? older : []), ...recent, point];
}

/** Documents per second; null while it is unknown. */
export function rateOf(points: readonly ProgressPoint[]): number | null {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || last.at - first.at < SHORTEST_MS) return null;
  return ((last.done - first.done) * 1000) / (last.at - first.at);
}

/** Milliseconds; null while it is unknown. */
export function remainingMs(points: readonly ProgressPoint[], total: number | null): number | null {
  const rate = rateOf(points);
  const last = points.at(-1);
  if (rate === null || rate <= 0 || total === null || !last) return null;
  return (Math.max(0, total - last.done) / rate) * 1000;
}
