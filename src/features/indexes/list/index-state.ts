/** What an index is and how it is: its kind, its most important state, and the filters over both. Pure. */
import type { IndexStats } from '../../../protocol/index-stats.ts';
import type { BadgeTone } from '../../../ui/index.ts';

export type IndexStateId =
  'faulty' | 'error' | 'disabled' | 'paused' | 'pending' | 'idle' | 'running' | 'other';

export interface IndexState {
  readonly id: IndexStateId;
  readonly label: string;
  readonly tone: BadgeTone;
  readonly description: string;
}

const states: Readonly<Record<Exclude<IndexStateId, 'other'>, Omit<IndexState, 'id'>>> = {
  faulty: {
    label: 'Faulty',
    tone: 'danger',
    description: 'The server cannot open the files of this index. Reset or delete it.',
  },
  error: {
    label: 'Error',
    tone: 'danger',
    description:
      'More than 15 % of its documents or groups failed: it neither indexes nor answers queries. Fix the definition or the documents, then reset it.',
  },
  disabled: {
    label: 'Disabled',
    tone: 'warning',
    description: 'Indexes nothing until it is enabled, also after a restart.',
  },
  paused: {
    label: 'Paused',
    tone: 'warning',
    description: 'Indexes nothing on this node until it is resumed or the server restarts.',
  },
  pending: {
    label: 'Pending',
    tone: 'info',
    description: 'Waits for its turn in a rolling deployment.',
  },
  idle: {
    label: 'Idle',
    tone: 'neutral',
    description: 'An auto index without recent queries. The server deletes it after a longer time.',
  },
  running: { label: 'Running', tone: 'success', description: 'This index processes changed documents.' },
};

/** The most severe state; values of newer servers are shown unchanged. */
export function indexState(index: IndexStats): IndexState {
  const id = stateId(index);
  if (id !== 'other') return { id, ...states[id] };
  const label = index.state === 'Normal' ? index.status : index.state;
  return { id, label, tone: 'neutral', description: 'A state that this version does not know.' };
}

function stateId({ type, state, status, isInvalid }: IndexStats): IndexStateId {
  if (type === 'Faulty') return 'faulty';
  if (state === 'Error' || isInvalid) return 'error';
  if (state === 'Disabled' || status === 'Disabled') return 'disabled';
  if (status === 'Paused') return 'paused';
  if (status === 'Pending') return 'pending';
  if (state === 'Idle') return 'idle';
  return state === 'Normal' && status === 'Running' ? 'running' : 'other';
}

/** Whether it indexes now, so that a lag can shrink. */
export function isIndexing(index: IndexStats): boolean {
  const { id } = indexState(index);
  return id === 'running' || id === 'idle' || id === 'other';
}

const types: Readonly<Record<string, string>> = {
  Map: 'Map',
  MapReduce: 'Map-reduce',
  AutoMap: 'Auto map',
  AutoMapReduce: 'Auto map-reduce',
  JavaScriptMap: 'JavaScript map',
  JavaScriptMapReduce: 'JavaScript map-reduce',
  Faulty: 'Faulty',
};

export function typeLabel({ type }: Pick<IndexStats, 'type'>): string {
  return types[type] ?? type;
}

export function isAuto({ name, type }: Pick<IndexStats, 'name' | 'type'>): boolean {
  return type.startsWith('Auto') || name.startsWith('Auto/');
}

const REPLACEMENT = 'ReplacementOf/';

/** The name of the index that a side-by-side replacement will replace; null for any other index. */
export function replacedIndex(name: string): string | null {
  return name.toLowerCase().startsWith(REPLACEMENT.toLowerCase()) ? name.slice(REPLACEMENT.length) : null;
}

export function replacementName(name: string): string {
  return REPLACEMENT + name;
}

const locks: Readonly<Record<string, string>> = {
  Unlock: 'Unlocked',
  LockedIgnore: 'Locked, ignores changes',
  LockedError: 'Locked, refuses changes',
};

export function lockLabel(lockMode: string): string {
  return locks[lockMode] ?? lockMode;
}

const shortLocks: Readonly<Record<string, string>> = {
  Unlock: 'Unlocked',
  LockedIgnore: 'Ignores changes',
  LockedError: 'Refuses changes',
};

/** For a column that is named Lock. */
export function shortLockLabel(lockMode: string): string {
  return shortLocks[lockMode] ?? lockMode;
}

export function isLocked({ lockMode }: Pick<IndexStats, 'lockMode'>): boolean {
  return lockMode !== null && lockMode !== 'Unlock';
}

export const indexFilters = [
  'running',
  'stale',
  'paused',
  'disabled',
  'error',
  'faulty',
  'errors',
  'auto',
] as const;
export type IndexFilter = (typeof indexFilters)[number];

export const filterLabels: Readonly<Record<IndexFilter, string>> = {
  running: 'Running',
  stale: 'Stale',
  paused: 'Paused',
  disabled: 'Disabled',
  error: 'Error',
  faulty: 'Faulty',
  errors: 'With errors',
  auto: 'Auto',
};

export function matchesFilter(index: IndexStats, filter: IndexFilter): boolean {
  switch (filter) {
    case 'running':
      return isIndexing(index);
    case 'stale':
      return index.isStale;
    case 'errors':
      return (index.errors ?? 0) > 0;
    case 'auto':
      return isAuto(index);
    default:
      return indexState(index).id === filter;
  }
}

/** How many indexes each filter would show. */
export function filterCounts(indexes: readonly IndexStats[]): Readonly<Record<IndexFilter, number>> {
  const count = (filter: IndexFilter): number =>
    indexes.filter((index) => matchesFilter(index, filter)).length;
  return {
    running: count('running'),
    stale: count('stale'),
    paused: count('paused'),
    disabled: count('disabled'),
    error: count('error'),
    faulty: count('faulty'),
    errors: count('errors'),
    auto: count('auto'),
  };
}
