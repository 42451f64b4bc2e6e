import type { ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';
import type { GridColumn } from './grid-column.ts';
import styles from './data-grid.module.css';

/** The selected rows of a grid. Its owner decides what a row is: an index, an id. */
export interface GridSelection {
  readonly has: (index: number) => boolean;
  readonly state: 'none' | 'some' | 'all';
  readonly toggle: (index: number) => void;
  /** Selects exactly the rows from one to the other, both included. */
  readonly selectRange: (from: number, to: number) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
  /** Names a row for its checkbox. */
  readonly nameOf: (index: number) => string;
}

/** The column of checkboxes; the grid draws its cells. One object, so that rows are not rendered again with each selection. */
const column: GridColumn<unknown> = { id: '@select', title: 'Select', width: 44, render: () => null };

export function withCheckboxes<R>(columns: readonly GridColumn<R>[]): readonly GridColumn<R>[] {
  return [column, ...columns];
}

/**
 * The checkbox of a row. For the pointer: the keyboard uses Space, Shift and Ctrl+A. One native element without layers of its
 * own: thousands pass by in a scroll. The grid handles its change event.
 */
export function RowCheckbox({
  name,
  checked,
}: {
  readonly name: string;
  readonly checked: boolean;
}): ReactNode {
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      className={styles.checkbox}
      aria-label={`Select ${name}`}
      checked={checked}
      onChange={handledByGrid}
    />
  );
}

// React requires a handler on each controlled input.
const handledByGrid = (): void => undefined;

export function SelectAll({ selection }: { readonly selection: GridSelection }): ReactNode {
  const { state } = selection;
  return (
    <Checkbox
      hideLabel
      tabIndex={-1}
      label="Select all rows"
      checked={state === 'all'}
      mixed={state === 'some'}
      onChange={() => (state === 'all' ? selection.clear() : selection.selectAll())}
    />
  );
}
