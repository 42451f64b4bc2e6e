/** The stretch of time on screen, in milliseconds since 1970. Moving it with pauses folded is the time scale's: time-scale.ts. */
export interface ViewWindow {
  readonly from: number;
  readonly to: number;
}

/** One microsecond across is as near as a double at today's dates can show; ten years is as far as anyone looks. */
export const NARROWEST_MS = 0.001;
export const WIDEST_MS = 10 * 365 * 86_400_000;

export const widthOf = (view: ViewWindow): number => view.to - view.from;

/** Everything with a little air on both sides; never an empty stretch. */
export function fitAll({ from, to }: ViewWindow): ViewWindow {
  if (!(to >= from)) return { from: 0, to: 1000 };
  const width = Math.max(to - from, 1);
  return { from: from - width * 0.02, to: to + width * 0.02 };
}
