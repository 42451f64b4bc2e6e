/** The hidden columns of the visible result: remembered for its source in all tabs of the database. */
import { useEffect, useMemo, useRef } from 'react';
import type { QueryState } from '../runs/query-state.ts';
import { columnSource, useColumnMemory, withHidden } from './column-memory.ts';

export interface HiddenColumnsState {
  readonly hiddenFor: (query: string) => readonly string[];
  readonly onHidden: (names: readonly string[]) => void;
}

const none: readonly string[] = [];

/** `place` is the key of the database; `query` the text of the visible result. */
export function useHiddenColumns(
  place: string,
  state: QueryState,
  change: (part: Partial<QueryState>) => void,
  query: string,
): HiddenColumnsState {
  const known = useColumnMemory(({ hidden }) => hidden.get(place));
  const restored = useRef(state.hiddenColumns);
  useEffect(() => useColumnMemory.getState().merge(place, restored.current), [place]);
  const source = useMemo(() => columnSource(query), [query]);
  const own = useRef(state.hiddenColumns);
  useEffect(() => {
    own.current = state.hiddenColumns;
  }, [state.hiddenColumns]);
  return useMemo(
    () => ({
      hiddenFor: (of) => known?.[columnSource(of)] ?? none,
      onHidden: (names) => {
        useColumnMemory.getState().put(place, source, names);
        const saved = withHidden(own.current, source, names);
        change({
          hiddenColumns: Object.fromEntries(Object.entries(saved).map(([each, list]) => [each, [...list]])),
        });
      },
    }),
    [known, place, source, change],
  );
}
