/** The statistics of one index on both sides. Pure. */
import type { IndexStats } from '../../../protocol/index-stats.ts';
import type { FigureReading } from '../readings/reading.ts';

export interface OwnReading {
  readonly reading: FigureReading;
  readonly left: IndexStats | undefined;
  readonly right: IndexStats | undefined;
  /** A side builds a new definition of the index. */
  readonly isReplaced: boolean;
}

export function stateText({ state, status, isInvalid }: IndexStats): string {
  if (isInvalid || state === 'Error') return 'Error';
  if (state !== 'Normal' && state !== 'Idle') return state;
  return status === 'Paused' || status === 'Disabled' ? status : 'Running';
}
