/** The visible time range in milliseconds since 1970. time-scale.ts moves it when pauses are folded. */
export interface ViewWindow {
  readonly from: number;
  readonly to: number;
}

/** One microsecond is the resolution of a double at today's dates; ten years is the widest useful range. */
export const NARROWEST_MS = 0.001;
export const WIDEST_MS = 10 * 365 * 86_400_000;

export const widthOf = (view: ViewWindow): number => view.to - view.from;

/** The full extent with a margin on both sides; never empty. */
export function fitAll({ from, to }: ViewWindow): ViewWindow {
  if (!(to >= from)) return { from: 0, to: 1000 };
  const width = Math.max(to - from, 1);
  return { from: from - width * 0.02, to: to + width * 0.02 };
}
