/** The frame settings of a tab: own code, hidden frames, idle grouping. Pure. */
import { readPatterns, transformStacks, type FrameLook, type StackInput } from '../../charts/flame/index.ts';
import { pluralize } from '../../ui/format.ts';
import { frameKind } from './frame-kind.ts';
import { idleReason } from './idle-waits.ts';
import { isOwnFrame, shortFrame } from './own-code.ts';
import type { ThreadsState } from './threads-state.ts';

export type FrameChoices = Pick<ThreadsState, 'own' | 'hide' | 'ownOnly' | 'foldIdle'>;

export interface FrameRules {
  readonly isOwn: (frame: string) => boolean;
  readonly shape: (stacks: readonly StackInput[]) => StackInput[];
  /** Invalid pattern lines. */
  readonly wrong: readonly string[];
}

/** The outermost frame of idle stacks. */
export const IDLE = 'Waiting for work';

export function frameRules({ own, hide, ownOnly, foldIdle }: FrameChoices): FrameRules {
  const owned = readPatterns(own);
  const hidden = readPatterns(hide);
  const isOwn = own.trim() === '' ? isOwnFrame : owned.matches;
  return {
    isOwn,
    shape: (stacks) =>
      transformStacks(stacks, {
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
    kindOf: (frame) => (frame === IDLE ? 'waiting' : frameKind(frame, rules.isOwn)),
    countText: (count) => pluralize(count, unit),
    rootName: unit === 'thread' ? 'All threads' : 'All samples',
  };
}
