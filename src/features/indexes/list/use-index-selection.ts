/** The selected indexes, by name: rows move while states and counts change. A group row represents its indexes. */
import { useState } from 'react';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import type { GridSelection } from '../../../ui/index.ts';
import type { Row } from './index-rows.ts';

export interface IndexSelection {
  /** Shown or not, in the order of the list; deleted ones are left out. */
  readonly indexes: readonly IndexStats[];
  readonly grid: GridSelection;
  readonly clear: () => void;
  readonly only: (indexes: readonly IndexStats[]) => void;
}

export function indexesOf(row: Row | undefined): readonly IndexStats[] {
  if (row === undefined) return [];
  return row.kind === 'group' ? row.indexes : [row.index];
}

export function useIndexSelection(all: readonly IndexStats[], rows: readonly Row[]): IndexSelection {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const indexes = all.filter(({ name }) => names.has(name));
  const namesOf = (some: readonly Row[]): readonly string[] =>
    some.flatMap((row) => indexesOf(row).map(({ name }) => name));
  const shown = new Set(namesOf(rows));
  const has = (row: Row | undefined): boolean => {
    const own = indexesOf(row);
    return own.length > 0 && own.every(({ name }) => names.has(name));
  };
  const clear = (): void => setNames(new Set());

  return {
    indexes,
    clear,
    only: (some) => setNames(new Set(some.map(({ name }) => name))),
    grid: {
      has: (at) => has(rows[at]),
      state: indexes.length === 0 ? 'none' : [...shown].every((name) => names.has(name)) ? 'all' : 'some',
      toggle: (at) => {
        const row = rows[at];
        const next = new Set(names);
        const remove = has(row);
        for (const { name } of indexesOf(row)) {
          if (remove) next.delete(name);
          else next.add(name);
        }
        setNames(next);
      },
      selectRange: (from, to) =>
        setNames(
          new Set(
            rows
              .slice(Math.min(from, to), Math.max(from, to) + 1)
              // A range that ends in a group does not take the whole group.
              .flatMap((row) => (row.kind === 'index' ? [row.index.name] : [])),
          ),
        ),
      selectAll: () => setNames(shown),
      clear,
      nameOf: (at) => {
        const row = rows[at];
        if (row === undefined) return `row ${at + 1}`;
        return row.kind === 'group' ? `all of ${row.label}` : row.index.name;
      },
    },
  };
}
