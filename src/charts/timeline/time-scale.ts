/** Converts between times and pixels, with pauses removed. The visible window is always in real time. */
import { PauseList, type Pause } from './pauses.ts';
import { WIDEST_MS, NARROWEST_MS, type ViewWindow } from './view-window.ts';

export class TimeScale {
  readonly view: ViewWindow;
  readonly width: number;
  readonly pauses: PauseList;
  private readonly origin: number;
  private readonly perMs: number;
  private readonly plain: boolean;

  constructor(view: ViewWindow, width: number, pauses: PauseList = PauseList.none) {
    this.view = view;
    this.width = width;
    this.pauses = pauses;
    this.plain = pauses.pauses.length === 0;
    this.origin = pauses.fold(view.from);
    this.perMs = width / Math.max(NARROWEST_MS, pauses.fold(view.to) - this.origin);
  }

  /** Pixels from the left edge; outside of 0..width when not visible. */
  x(time: number): number {
    return ((this.plain ? time : this.pauses.fold(time)) - this.origin) * this.perMs;
  }

  /** The pixel of a time as a small whole number: -1 before the first pixel, the whole width after the last one. */
  pixel(time: number): number {
    return this.pixelAfter(0, this.plain ? time : this.pauses.fold(time));
  }

  /** The same for a time of a range whose removed time is known. */
  pixelAfter(removed: number, time: number): number {
    const x = (time - removed - this.origin) * this.perMs;
    return x < 0 ? -1 : x < this.width ? x | 0 : this.width | 0;
  }

  /** The time that is removed before all times of a range; NaN when a pause separates them. */
  removedIn(from: number, to: number): number {
    return this.plain ? 0 : this.pauses.removedIn(from, to);
  }

  /** The same as x for a time of such a range, without a search in the pauses. */
  xAfter(removed: number, time: number): number {
    return (time - removed - this.origin) * this.perMs;
  }

  time(x: number): number {
    const folded = this.origin + x / this.perMs;
    return this.plain ? folded : this.pauses.unfold(folded);
  }

  /** Unfolded time per pixel. */
  get msPerPixel(): number {
    return 1 / this.perMs;
  }

  /** The visible pauses with their pixel positions. */
  marks(): readonly { readonly pause: Pause; readonly x: number }[] {
    return this.pauses.pauses.flatMap((pause) => {
      const x = this.x(pause.from);
      return x >= 0 && x <= this.width ? [{ pause, x }] : [];
    });
  }

  /** The window moved by pixels. */
  panned(pixels: number): ViewWindow {
    return this.between(this.origin + pixels / this.perMs, this.width / this.perMs);
  }

  /** Scaled around a pixel whose time stays fixed; factor < 1 zooms in. */
  zoomed(x: number, factor: number): ViewWindow {
    const width = Math.min(WIDEST_MS, Math.max(NARROWEST_MS, (this.width / this.perMs) * factor));
    const fixed = this.origin + x / this.perMs;
    return this.between(fixed - (x / this.width) * width, width);
  }

  /** With the current width, centred on the time unless it is visible already. */
  revealed(time: number): ViewWindow {
    const x = this.x(time);
    return x >= 0 && x <= this.width ? this.view : this.panned(x - this.width / 2);
  }

  private between(folded: number, width: number): ViewWindow {
    const { pauses } = this;
    return this.plain
      ? { from: folded, to: folded + width }
      : { from: pauses.unfold(folded), to: pauses.unfold(folded + width) };
  }
}
