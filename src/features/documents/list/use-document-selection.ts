/** The selected documents of the table, by id: rows move when documents are added or deleted. */
import { useRef, useState } from 'react';
import { type Database, useSession } from '../../../app/registry/index.ts';
import { pluralize, type GridSelection } from '../../../ui/index.ts';
import { MAX_SELECTED, type QuerySelection } from './query-selection.ts';
import { readIds, type CollectionRows, type RowSource } from './collection-rows.ts';

export interface DocumentSelection {
  readonly ids: ReadonlySet<string>;
  /** Where a query selected them; for a large one without ids. Any other change of the selection ends it. */
  readonly matches: QuerySelection | null;
  readonly count: number;
  readonly grid: GridSelection;
  readonly clear: () => void;
  readonly select: (matches: QuerySelection) => void;
  /** Selects the document of a row, and no other. */
  readonly only: (index: number) => void;
}

export function useDocumentSelection(
  database: Database,
  source: RowSource,
  rows: CollectionRows,
): DocumentSelection {
  const session = useSession();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [matches, setMatches] = useState<QuerySelection | null>(null);
  /** Of the newest selection: an older one that still loads ids is dropped. */
  const turn = useRef(0);
  const idOf = (index: number): string | undefined => rows.row(index)?.metadata.id;

  const change = (next: ReadonlySet<string>): void => {
    turn.current++;
    setIds(next);
    setMatches(null);
  };
  /** Ids of rows that are not loaded are read from the server. */
  const selectBetween = async (first: number, last: number): Promise<void> => {
    const count = Math.min(last - first + 1, MAX_SELECTED);
    const own = ++turn.current;
    setMatches(null);
    const loaded = Array.from({ length: count }, (_, offset) => idOf(first + offset));
    if (loaded.every((id) => id !== undefined)) {
      setIds(new Set(loaded));
      return;
    }
    try {
      const read = await readIds(database, source, first, count);
      if (turn.current !== own) return;
      setIds(new Set(read));
      if (last - first + 1 > MAX_SELECTED)
        session.notify({
          kind: 'info',
          message: `Selected the first ${pluralize(MAX_SELECTED, 'document')}. Use a query for more.`,
        });
    } catch (thrown) {
      session.reportError(thrown, 'Selecting documents');
    }
  };

  const toggle = (index: number): void => {
    const id = idOf(index);
    if (id === undefined) return;
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    change(next);
  };
  return {
    ids,
    matches,
    count: matches?.total ?? ids.size,
    select: (found) => {
      change(new Set(found.ids ?? []));
      setMatches(found);
    },
    clear: () => change(new Set()),
    only: (index) => {
      const id = idOf(index);
      if (id !== undefined) change(new Set([id]));
    },
    grid: {
      has: (index) => {
        const id = idOf(index);
        return id !== undefined && ids.has(id);
      },
      state: ids.size === 0 ? 'none' : rows.countIsFinal && ids.size >= rows.count ? 'all' : 'some',
      toggle,
      selectRange: (from, to) => void selectBetween(Math.min(from, to), Math.max(from, to)),
      selectAll: () => void selectBetween(0, rows.countIsFinal ? rows.count - 1 : MAX_SELECTED - 1),
      clear: () => change(new Set()),
      nameOf: (index) => idOf(index) ?? `row ${index + 1}`,
    },
  };
}
