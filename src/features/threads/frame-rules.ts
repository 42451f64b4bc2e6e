/** How a tab wants frames read: what is its own code, what is left out, whether waiting stacks are folded. Pure. */
import { readPatterns, reshapeStacks, type FrameLook, type StackInput } from '../../charts/flame/index.ts';
import { pluralize } from '../../ui/format.ts';
import { idleReason } from './idle-waits.ts';
import { isOwnFrame, shortFrame } from './own-code.ts';
import type { ThreadsState } from './threads-state.ts';

export type FrameChoices = Pick<ThreadsState, 'own' | 'hide' | 'ownOnly' | 'foldIdle'>;

export interface FrameRules {
  readonly isOwn: (frame: string) => boolean;
  readonly shape: (stacks: readonly StackInput[]) => StackInput[];
  /** Pattern lines that cannot be read. */
  readonly wrong: readonly string[];
}

/** The outermost frame of everything that waits for work. */
export const IDLE = 'Waiting for work';

export function frameRules({ own, hide, ownOnly, foldIdle }: FrameChoices): FrameRules {
  const owned = readPatterns(own);
  const hidden = readPatterns(hide);
  const isOwn = own.trim() === '' ? isOwnFrame : owned.matches;
  return {
    isOwn,
    shape: (stacks) =>
      reshapeStacks(stacks, {
        hide: (frame) => hidden.matches(frame) || (ownOnly && !isOwn(frame)),
        idle: foldIdle ? idleReason : null,
        idleName: IDLE,
      }),
    wrong: [...owned.wrong, ...hidden.wrong],
  };
}

export function frameLook(rules: FrameRules, unit: 'thread' | 'sample'): FrameLook {
  return {
    shortName: shortFrame,
    isOwn: rules.isOwn,
    countText: (count) => pluralize(count, unit),
    rootName: unit === 'thread' ? 'All threads' : 'All samples',
  };
}
