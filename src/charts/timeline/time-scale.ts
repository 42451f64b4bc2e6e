/** Between times and pixels, with pauses taken out. The window on screen is always told in real time. */
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

  /** Pixels from the left edge; outside of 0..width when out of sight. */
  x(time: number): number {
    return ((this.plain ? time : this.pauses.fold(time)) - this.origin) * this.perMs;
  }

  time(x: number): number {
    const folded = this.origin + x / this.perMs;
    return this.plain ? folded : this.pauses.unfold(folded);
  }

  /** How much time that is not folded away a pixel stands for. */
  get msPerPixel(): number {
    return 1 / this.perMs;
  }

  /** Pauses in sight, with where they are marked. */
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

  /** Scaled around a pixel whose time stays where it is; factor < 1 looks closer. */
  zoomed(x: number, factor: number): ViewWindow {
    const width = Math.min(WIDEST_MS, Math.max(NARROWEST_MS, (this.width / this.perMs) * factor));
    const fixed = this.origin + x / this.perMs;
    return this.between(fixed - (x / this.width) * width, width);
  }

  /** As wide as now, with the time in the middle unless it is in sight already. */
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
