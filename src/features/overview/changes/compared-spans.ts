/** Which two spans of time are compared. Pure. */
import type { Span } from './rank-changes.ts';

export const comparisons = ['2', '5', '9', 'moments'] as const;
/** Minutes before the last half minute, or two chosen moments. */
export type ComparisonKind = (typeof comparisons)[number];

/** The present: long enough for a statement about the faster series. */
export const PRESENT_MS = 30_000;
const MINUTE_MS = 60_000;
/** To each side of a chosen moment. */
const HALF_MS = 30_000;

export interface Moments {
  /** Milliseconds since 1970; null until chosen. */
  readonly first: number | null;
  readonly second: number | null;
}

export const noMoments: Moments = { first: null, second: null };

/** A click sets the first moment, then the second; the next one begins again. */
export function withMoment({ first, second }: Moments, at: number): Moments {
  if (first === null || second !== null) return { first: at, second: null };
  return { first, second: at };
}

export interface ComparedSpans {
  readonly before: Span;
  readonly after: Span;
}

/** Null while a moment is missing. The earlier moment is the first span; spans never overlap. */
export function comparedSpans(kind: ComparisonKind, moments: Moments, now: number): ComparedSpans | null {
  if (kind !== 'moments') {
    const start = now - PRESENT_MS;
    return {
      before: { from: start - Number(kind) * MINUTE_MS, to: start },
      after: { from: start, to: now + 1 },
    };
  }
  const { first, second } = moments;
  if (first === null || second === null) return null;
  const half = Math.min(HALF_MS, Math.abs(second - first) / 2);
  const around = (at: number): Span => ({ from: at - half, to: at + half });
  return { before: around(Math.min(first, second)), after: around(Math.max(first, second)) };
}

/** A span without the time before the first sample. */
export function recordedPart({ from, to }: Span, started: number | null): Span {
  return started === null ? { from: to, to } : { from: Math.min(to, Math.max(from, started)), to };
}
