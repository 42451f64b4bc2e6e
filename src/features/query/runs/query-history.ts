/**
 * The query history of each database, shared by its open tabs. Each tab saves a copy in its state, which survives a
 * restart.
 */
import { create } from 'zustand';
import { mergeHistories, type PastRun, addToHistory } from './query-state.ts';

interface QueryHistory {
  readonly lists: ReadonlyMap<string, readonly PastRun[]>;
  add(place: string, past: PastRun): void;
  /** Merges the history of a restored tab. */
  merge(place: string, list: readonly PastRun[]): void;
}

const none: readonly PastRun[] = [];

export const useQueryHistory = create<QueryHistory>((set, get) => {
  const put = (place: string, list: readonly PastRun[]) =>
    set({ lists: new Map(get().lists).set(place, list) });
  return {
    lists: new Map(),
    add: (place, past) => put(place, addToHistory(get().lists.get(place) ?? none, past)),
    merge: (place, list) => {
      if (list.length > 0) put(place, mergeHistories([get().lists.get(place) ?? none, list]));
    },
  };
});

export function useHistoryOf(connectionId: string, database: string): readonly PastRun[] {
  return useQueryHistory((state) => state.lists.get(historyKey(connectionId, database)) ?? none);
}

export function historyKey(connectionId: string, database: string): string {
  return `${connectionId}/${database}`;
}
