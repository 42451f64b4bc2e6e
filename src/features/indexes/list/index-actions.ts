/** What can be done with indexes, and for which of them: one request per index, so that each failure has a name. */
import {
  deleteIndex,
  disableIndex,
  enableIndex,
  pauseIndex,
  replaceIndexNow,
  resetIndex,
  resumeIndex,
  setIndexLockMode,
  setIndexPriority,
  type IndexLockMode,
  type IndexPriority,
} from '../../../protocol/index-commands.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import { indexState, isAuto, isLocked, lockLabel, replacedIndex, replacementName } from './index-state.ts';

export interface IndexAction {
  readonly id: string;
  /** On menus and buttons: "Pause". */
  readonly label: string;
  /** "Paused 3 indexes", "3 indexes were not paused". */
  readonly done: string;
  readonly danger: boolean;
  /** A dialog states this first; null for actions that can be reverted. */
  readonly confirm: string | null;
  /** Menus leave it out where it does not apply: its counterpart is there, or the reason is obvious. */
  readonly hiddenWhenRefused: boolean;
  /** Why the action has nothing to do for an index; null when it applies. */
  readonly refusal: (index: IndexStats, all: readonly IndexStats[]) => string | null;
  readonly run: (db: DatabaseClient, name: string, signal: AbortSignal) => Promise<void>;
}

const base = { danger: false, confirm: null, hiddenWhenRefused: false };

export const pause: IndexAction = {
  ...base,
  id: 'pause',
  hiddenWhenRefused: true,
  label: 'Pause',
  done: 'paused',
  refusal: (index) => {
    const { id, label } = indexState(index);
    if (id === 'error') return 'It is in the state Error and indexes nothing.';
    return id === 'paused' || id === 'disabled' || id === 'faulty' ? `It is ${label.toLowerCase()}.` : null;
  },
  run: (db, name, signal) => pauseIndex(db, name, { signal }),
};

export const resume: IndexAction = {
  ...base,
  id: 'resume',
  hiddenWhenRefused: true,
  label: 'Resume',
  done: 'resumed',
  refusal: (index) => {
    // Servers ignore a start in this state.
    if (indexState(index).id === 'error') return 'It is in the state Error. Enable or reset it.';
    return index.status === 'Paused' && index.type !== 'Faulty' ? null : 'It is not paused.';
  },
  run: (db, name, signal) => resumeIndex(db, name, { signal }),
};

export const disable: IndexAction = {
  ...base,
  id: 'disable',
  hiddenWhenRefused: true,
  label: 'Disable',
  done: 'disabled',
  refusal: (index) => (indexState(index).id === 'disabled' ? 'It is disabled.' : null),
  run: (db, name, signal) => disableIndex(db, name, { signal }),
};

export const enable: IndexAction = {
  ...base,
  id: 'enable',
  hiddenWhenRefused: true,
  label: 'Enable',
  done: 'enabled',
  refusal: (index) => {
    const { id } = indexState(index);
    return id === 'disabled' || id === 'error' ? null : 'It is not disabled.';
  },
  run: (db, name, signal) => enableIndex(db, name, { signal }),
};

const lock = (mode: IndexLockMode): IndexAction => ({
  ...base,
  id: `lock-${mode}`,
  label: lockLabel(mode),
  done: mode === 'Unlock' ? 'unlocked' : 'locked',
  refusal: (index) => {
    if (isAuto(index)) return 'Auto indexes have no lock mode.';
    return index.lockMode === mode ? 'It has this lock mode.' : null;
  },
  run: (db, name, signal) => setIndexLockMode(db, name, mode, { signal }),
});
export const locks = [lock('Unlock'), lock('LockedIgnore'), lock('LockedError')] as const;

const priority = (level: IndexPriority): IndexAction => ({
  ...base,
  id: `priority-${level}`,
  label: `${level} priority`,
  done: `set to ${level.toLowerCase()} priority`,
  refusal: (index) => (index.priority === level ? 'It has this priority.' : null),
  run: (db, name, signal) => setIndexPriority(db, name, level, { signal }),
});
export const priorities = [priority('High'), priority('Normal'), priority('Low')] as const;

export const resetInPlace: IndexAction = {
  ...base,
  id: 'reset',
  label: 'Reset in place',
  done: 'reset',
  danger: true,
  confirm:
    'All entries are discarded and every document is indexed again. Until that is done, queries return incomplete results.',
  refusal: () => null,
  run: (db, name, signal) => resetIndex(db, name, 'InPlace', { signal }),
};

export const resetSideBySide: IndexAction = {
  ...base,
  id: 'reset-side-by-side',
  label: 'Reset side by side',
  done: 'reset side by side',
  refusal: (index, all) => {
    if (isAuto(index)) return 'Servers reset auto indexes in place only.';
    if (replacedIndex(index.name) !== null) return 'It is a replacement already.';
    if (index.type === 'Faulty') return 'A faulty index can be reset in place only.';
    return hasReplacement(index.name, all) ? 'Its replacement is being built.' : null;
  },
  run: (db, name, signal) => resetIndex(db, name, 'SideBySide', { signal }),
};

export const swapNow: IndexAction = {
  ...base,
  id: 'swap',
  hiddenWhenRefused: true,
  label: 'Swap in the replacement now',
  done: 'replaced',
  danger: true,
  confirm:
    'The replacement takes over immediately, and the old entries are deleted. If it is still stale, queries return incomplete results until it has caught up.',
  refusal: (index, all) =>
    replacedIndex(index.name) !== null || hasReplacement(index.name, all)
      ? null
      : 'It has no side-by-side replacement.',
  run: (db, name, signal) => replaceIndexNow(db, replacedIndex(name) ?? name, { signal }),
};

export const remove: IndexAction = {
  ...base,
  id: 'delete',
  label: 'Delete',
  done: 'deleted',
  danger: true,
  confirm:
    'The definition and all entries are deleted. Queries that name the index will fail; a deleted auto index is created again by the next query that needs it.',
  // Servers answer a deletion of an index locked with "ignore" with success, and keep the index.
  refusal: (index) => (isLocked(index) ? 'It is locked. Unlock it first.' : null),
  run: (db, name, signal) => deleteIndex(db, name, { signal }),
};

/** Menus plan every action for every selected index, so the names of a list are collected once. */
const namesOfLists = new WeakMap<readonly IndexStats[], ReadonlySet<string>>();

function hasReplacement(name: string, all: readonly IndexStats[]): boolean {
  const names = namesOfLists.get(all) ?? new Set(all.map((each) => each.name.toLowerCase()));
  namesOfLists.set(all, names);
  return names.has(replacementName(name).toLowerCase());
}

export interface ActionPlan {
  readonly action: IndexAction;
  readonly names: readonly string[];
  /** Selected indexes to which the action does not apply. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
}

export function planAction(
  action: IndexAction,
  indexes: readonly IndexStats[],
  all: readonly IndexStats[],
): ActionPlan {
  const names: string[] = [];
  const refused: { name: string; reason: string }[] = [];
  const targets = new Set<string>();
  for (const index of indexes) {
    const reason = action.refusal(index, all);
    if (reason !== null) {
      refused.push({ name: index.name, reason });
      continue;
    }
    // An index and its replacement are swapped by the same request.
    const target = action === swapNow ? (replacedIndex(index.name) ?? index.name) : index.name;
    if (!targets.has(target)) names.push(target);
    targets.add(target);
  }
  return { action, names, refused };
}
