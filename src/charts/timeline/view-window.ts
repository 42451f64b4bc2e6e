/** The stretch of time on screen, in milliseconds since 1970. */
export interface ViewWindow {
  readonly from: number;
  readonly to: number;
}

/** One microsecond across is as near as a double at today's dates can show; ten years is as far as anyone looks. */
const NARROWEST = 0.001;
const WIDEST = 10 * 365 * 86_400_000;

export const widthOf = (view: ViewWindow): number => view.to - view.from;

/** Scales around a time that stays where it is on screen; factor < 1 zooms in. */
export function zoomAt(view: ViewWindow, time: number, factor: number): ViewWindow {
  const width = Math.min(WIDEST, Math.max(NARROWEST, widthOf(view) * factor));
  const share = (time - view.from) / widthOf(view);
  return { from: time - share * width, to: time + (1 - share) * width };
}

export const panBy = (view: ViewWindow, ms: number): ViewWindow => ({
  from: view.from + ms,
  to: view.to + ms,
});

/** Everything with a little air on both sides; never an empty stretch. */
export function fitAll(firstStart: number, lastEnd: number): ViewWindow {
  if (!(lastEnd >= firstStart)) return { from: 0, to: 1000 };
  const width = Math.max(lastEnd - firstStart, 1);
  return { from: firstStart - width * 0.02, to: lastEnd + width * 0.02 };
}

/** Moves the window so that the time is inside, unless it is already. */
export function reveal(view: ViewWindow, time: number): ViewWindow {
  if (time >= view.from && time <= view.to) return view;
  return panBy(view, time - (view.from + view.to) / 2);
}

export const timeAt = (view: ViewWindow, x: number, width: number): number =>
  view.from + (x / width) * widthOf(view);
export const xOf = (view: ViewWindow, time: number, width: number): number =>
  ((time - view.from) / widthOf(view)) * width;
