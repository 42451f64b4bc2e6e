/** The input of one timeline drawing. */
import type { ColourRamp } from './colour-ramp.ts';
import type { EventRef, EventStore } from './event-store.ts';
import type { FlameItem } from './flame-spans.ts';
import type { TimelineKind, TimelineRow } from './row-layout.ts';
import type { AxisTick } from './time-axis.ts';
import type { TimeScale } from './time-scale.ts';
import type { ViewWindow } from './view-window.ts';

export const AXIS_HEIGHT = 24;

/** Colours of everything except events, resolved from the page's tokens. */
export interface TimelineTheme {
  readonly surface: string;
  readonly stripe: string;
  readonly line: string;
  readonly text: string;
  readonly mutedText: string;
  readonly focus: string;
  readonly font: string;
  /** Text on a bright bar. */
  readonly ink: string;
}

export interface DrawnKind extends TimelineKind {
  readonly ramp: ColourRamp;
  readonly largest: number;
}

export interface TimelineFrame {
  /**
   * Device pixels per CSS pixel; width, height, gutter and scroll are CSS pixels, the width of the scale is device
   * pixels.
   */
  readonly ratio: number;
  readonly width: number;
  readonly height: number;
  readonly scroll: number;
  readonly gutter: number;
  readonly scale: TimeScale;
  readonly utc: boolean;
  /** Of the axis, which has a grid line at each. */
  readonly ticks: readonly AxisTick[];
  readonly rows: readonly TimelineRow[];
  readonly kinds: readonly DrawnKind[];
  readonly store: EventStore;
  readonly theme: TimelineTheme;
  readonly cursor: EventRef | undefined;
  readonly flagged: readonly EventRef[];
  readonly range: ViewWindow | undefined;
  /** The outlined item of a flame. */
  readonly selected?: FlameItem | undefined;
  /** Names of groups and lanes in the gutter; on the page they are elements instead. */
  readonly names: boolean;
  readonly pauseLabel: (ms: number) => string;
}
