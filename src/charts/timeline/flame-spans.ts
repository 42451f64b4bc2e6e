/** Nested spans over time: a batch and its steps, each step one level deeper. */
import type { ViewWindow } from './view-window.ts';

export interface FlameSpan {
  readonly start: number;
  readonly end: number;
  /** 0 is the outermost. */
  readonly depth: number;
  readonly name: string;
  /** Selects the colour: spans with one name look alike. */
  readonly tone: number;
  /** Failed spans have an outline. */
  readonly failed: boolean;
  /** Brightness from 0 to 1 instead of the one of the depth. */
  readonly level?: number;
  /** The feature's key of the item that the span is part of, for presses and the selection. */
  readonly item?: string;
}

/** One item of a flame, in its group. */
export interface FlameItem {
  readonly group: number;
  readonly item: string;
}

export interface FlameSpans {
  /** By start, outer before inner. */
  readonly spans: readonly FlameSpan[];
  /** Number of levels. */
  readonly depth: number;
}

export function flameSpans(spans: readonly FlameSpan[]): FlameSpans {
  const sorted = [...spans].sort((a, b) => a.start - b.start || a.depth - b.depth);
  return { spans: sorted, depth: sorted.reduce((deepest, span) => Math.max(deepest, span.depth + 1), 0) };
}

export function flameExtent({ spans }: FlameSpans): ViewWindow {
  return {
    from: spans[0]?.start ?? Number.POSITIVE_INFINITY,
    to: spans.reduce((latest, { end }) => Math.max(latest, end), Number.NEGATIVE_INFINITY),
  };
}

/** The innermost span at a point. */
export const spanAt = (
  { spans }: FlameSpans,
  time: number,
  depth: number,
  reach: number,
): FlameSpan | undefined =>
  spans.find((span) => span.depth === depth && span.start - reach <= time && span.end + reach >= time);
