/**
 * Hidden columns by the source of the query, shared by the tabs of one database. Each tab saves a copy in its state, which
 * survives a restart.
 */
import { create } from 'zustand';
import { queriedCollection, queriedIndex } from '../rql/clauses.ts';

export type HiddenColumns = Readonly<Record<string, readonly string[]>>;

/** The collection or index whose columns a query shows; the text itself when it names none. */
export function columnSource(query: string): string {
  const index = queriedIndex(query);
  if (index !== null) return `index ${index}`;
  return queriedCollection(query) ?? query.slice(0, 200);
}

/** Sources kept in a tab's state; the newest stay. */
const MAX_SOURCES = 50;

export function withHidden(hidden: HiddenColumns, source: string, names: readonly string[]): HiddenColumns {
  const others = Object.entries(hidden).filter(([each]) => each !== source);
  const kept = names.length === 0 ? others : [...others, [source, names] as const];
  return Object.fromEntries(kept.slice(-MAX_SOURCES));
}

interface ColumnMemory {
  /** By database, then by source. */
  readonly hidden: ReadonlyMap<string, HiddenColumns>;
  put(place: string, source: string, names: readonly string[]): void;
  /** Adds what a restored tab knows; the choices of this session count more. */
  merge(place: string, hidden: HiddenColumns): void;
}

export const useColumnMemory = create<ColumnMemory>((set, get) => {
  const change = (place: string, hidden: HiddenColumns) =>
    set({ hidden: new Map(get().hidden).set(place, hidden) });
  return {
    hidden: new Map(),
    put: (place, source, names) => change(place, { ...(get().hidden.get(place) ?? {}), [source]: names }),
    merge: (place, hidden) => {
      if (Object.keys(hidden).length > 0) change(place, { ...hidden, ...(get().hidden.get(place) ?? {}) });
    },
  };
});
