/** The selected documents of the table, by id: rows move when documents are added or deleted. */
import { useRef, useState } from 'react';
import { type Database, useSession } from '../../../app/registry/index.ts';
import { MAX_EXPORTED_IDS, PortError } from '../../../contract/index.ts';
import { pluralize, type GridSelection } from '../../../ui/index.ts';
import { MAX_QUERY_IDS, selectByQuery, type QuerySelection } from './query-selection.ts';
import { readIds, type CollectionRows, type RowSource } from './collection-rows.ts';
import { sourceQuery } from './source-query.ts';

/** The most ids that a range of rows selects: each is held, and sent by the actions. */
export const MAX_SELECTED = MAX_EXPORTED_IDS;

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

interface Matches {
  readonly found: QuerySelection;
  /** The query finds every row of the table. */
  readonly isWhole: boolean;
}

export function useDocumentSelection(
  database: Database,
  source: RowSource,
  rows: CollectionRows,
): DocumentSelection {
  const session = useSession();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [matches, setMatches] = useState<Matches | null>(null);
  /** Of the newest selection: an older one that still loads ids is dropped. */
  const turn = useRef(0);
  const idOf = (index: number): string | undefined => rows.row(index)?.metadata.id;
  /** Every row is selected, by the query of the table instead of by ids. */
  const isWhole = matches?.isWhole === true && matches.found.ids === null;

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
      const read = await session.runOperation(`Selecting ${pluralize(count, 'document')}`, (control) =>
        readIds(database, source, first, count, {
          signal: control.signal,
          onProgress: (done) => control.report({ done, total: count }),
        }),
      );
      if (turn.current !== own) return;
      setIds(new Set(read));
      if (last - first + 1 > MAX_SELECTED)
        session.notify({
          kind: 'info',
          message: `Selected the first ${pluralize(MAX_SELECTED, 'document')}. Select all, or use a query for more.`,
        });
    } catch (thrown) {
      if (!(thrown instanceof PortError && thrown.code === 'cancelled'))
        session.reportError(thrown, 'Selecting documents');
    }
  };
  /** Too many rows to select by id, or an unknown number of them. */
  const selectWhole = async (): Promise<void> => {
    const own = ++turn.current;
    try {
      const found = await selectByQuery(database.client, sourceQuery(source));
      if (turn.current !== own) return;
      setIds(new Set(found.ids ?? []));
      setMatches(found.ids === null ? { found, isWhole: true } : null);
    } catch (thrown) {
      session.reportError(thrown, 'Selecting documents');
    }
  };

  const toggle = (index: number): void => {
    if (isWhole) {
      change(new Set());
      session.notify({
        kind: 'info',
        message: 'Selection cleared: it applied to a query, which has no single rows to deselect.',
      });
      return;
    }
    const id = idOf(index);
    if (id === undefined) return;
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    change(next);
  };
  const state = (): GridSelection['state'] => {
    if (isWhole) return 'all';
    if (ids.size === 0) return 'none';
    return rows.countIsFinal && ids.size >= rows.count ? 'all' : 'some';
  };
  return {
    ids,
    matches: matches?.found ?? null,
    count: matches?.found.total ?? ids.size,
    select: (found) => {
      change(new Set(found.ids ?? []));
      setMatches({ found, isWhole: false });
    },
    clear: () => change(new Set()),
    only: (index) => {
      const id = idOf(index);
      if (id !== undefined) change(new Set([id]));
    },
    grid: {
      has: (index) => {
        const id = idOf(index);
        return id !== undefined && (isWhole || ids.has(id));
      },
      state: state(),
      toggle,
      selectRange: (from, to) => void selectBetween(Math.min(from, to), Math.max(from, to)),
      selectAll: () =>
        void (rows.countIsFinal && rows.count <= MAX_QUERY_IDS
          ? selectBetween(0, rows.count - 1)
          : selectWhole()),
      clear: () => change(new Set()),
      nameOf: (index) => idOf(index) ?? `row ${index + 1}`,
    },
  };
}
