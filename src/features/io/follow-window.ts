/** The window that follows live events. Pure. */
import type { PauseList, ViewWindow } from '../../charts/timeline/index.ts';

/** All times in milliseconds. */
export const FOLLOW_WIDTH = 60_000;
const WIDEST = 3_600_000;
const NARROWEST = 1_000;
/** A recording of a moment: single events would fill the screen. */
const SHORTEST_RECORDING = 5_000;
/** Share of the window to the right of the newest event. */
const AHEAD = 0.03;

export interface FollowOptions {
  readonly now: number;
  /** The width that the user chose; undefined for the default. */
  readonly chosen: number | undefined;
  /** Start of the recording. */
  readonly start: number;
  readonly pauses: PauseList;
}

/**
 * A window that ends at the newest event. It is not wider than the recording: empty time before its start would take
 * the width from the events.
 */
export function followWindow({ now, chosen, start, pauses }: FollowOptions): ViewWindow {
  const recorded = Math.max(SHORTEST_RECORDING, pauses.fold(now) - pauses.fold(start)) * (1 + AHEAD);
  const width = Math.max(NARROWEST, Math.min(chosen ?? FOLLOW_WIDTH, WIDEST, recorded));
  const to = now + width * AHEAD;
  return { from: pauses.unfold(pauses.fold(to) - width), to };
}
