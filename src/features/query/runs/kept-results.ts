/**
 * Results that the user keeps to look at again beside later ones of the same tab. In memory only: a result can be
 * large, and the query of a restored tab can be run again.
 */
import { create } from 'zustand';
import type { CompletedRun } from './query-runs.ts';

export interface KeptOfTab {
  readonly results: readonly CompletedRun[];
  /** The kept result on the screen; null for the current one. */
  readonly shown: CompletedRun | null;
}

interface KeptResults {
  readonly tabs: ReadonlyMap<string, KeptOfTab>;
  /** Keeps a result. At the limit, the oldest kept result of all tabs is discarded. */
  keep(tabId: string, result: CompletedRun): void;
  show(tabId: string, result: CompletedRun | null): void;
  discard(tabId: string, result: CompletedRun): void;
}

/** In all tabs together. */
export const MAX_KEPT_RESULTS = 16;

export const nothingKept: KeptOfTab = { results: [], shown: null };

export const useKeptResults = create<KeptResults>((set, get) => {
  const put = (tabId: string, next: KeptOfTab) => {
    const tabs = new Map(get().tabs);
    if (next.results.length === 0) tabs.delete(tabId);
    else tabs.set(tabId, next);
    set({ tabs });
  };
  const of = (tabId: string) => get().tabs.get(tabId) ?? nothingKept;
  return {
    tabs: new Map(),
    keep(tabId, result) {
      const { results, shown } = of(tabId);
      if (results.includes(result)) return;
      put(tabId, { results: [...results, result], shown });
      const all = [...get().tabs].flatMap(([tab, kept]) => kept.results.map((each) => ({ tab, each })));
      if (all.length <= MAX_KEPT_RESULTS) return;
      const oldest = all.reduce((first, next) => (next.each.at < first.each.at ? next : first));
      get().discard(oldest.tab, oldest.each);
    },
    show(tabId, result) {
      const kept = of(tabId);
      if (kept.shown !== result) put(tabId, { ...kept, shown: result });
    },
    discard(tabId, result) {
      const { results, shown } = of(tabId);
      put(tabId, {
        results: results.filter((each) => each !== result),
        shown: shown === result ? null : shown,
      });
    },
  };
});
