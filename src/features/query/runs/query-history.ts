/**
 * The query history of each database, shared by its open tabs and saved in the browser's storage: it outlives a closed
 * tab. Each tab also saves a copy in its state.
 */
import { z } from 'zod';
import { create } from 'zustand';
import { addToHistory, mergeHistories, pastRun, type PastRun } from './query-state.ts';

interface QueryHistory {
  readonly lists: ReadonlyMap<string, readonly PastRun[]>;
  add(place: string, past: PastRun): void;
  /** Merges the history of a restored tab. */
  merge(place: string, list: readonly PastRun[]): void;
}

const STORED = 'rookery.query-history';
/** Databases with a saved history; the one that ran a query longest ago goes first. */
const MOST_PLACES = 30;
/** Characters that are saved; older databases go first. */
const MOST_CHARACTERS = 1_000_000;

const stored = z.array(z.tuple([z.string(), z.array(pastRun)]));
const none: readonly PastRun[] = [];

export const useQueryHistory = create<QueryHistory>((set, get) => {
  const put = (place: string, list: readonly PastRun[]) => {
    // The last place is the one that changed last.
    const lists = new Map([...get().lists].filter(([each]) => each !== place)).set(place, list);
    save(lists);
    set({ lists });
  };
  return {
    lists: readStored(),
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

/** Another version's or damaged content is an empty history. */
export function readStored(): ReadonlyMap<string, readonly PastRun[]> {
  try {
    return new Map(stored.parse(JSON.parse(window.localStorage.getItem(STORED) ?? '[]')));
  } catch {
    return new Map();
  }
}

function save(lists: ReadonlyMap<string, readonly PastRun[]>): void {
  let places = [...lists].slice(-MOST_PLACES);
  let text = JSON.stringify(places);
  while (text.length > MOST_CHARACTERS && places.length > 0) {
    places = places.slice(1);
    text = JSON.stringify(places);
  }
  try {
    window.localStorage.setItem(STORED, text);
  } catch {
    // The browser denies storage or has no space: the history lasts until the window is closed.
  }
}
