import type { ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';
import type { GridColumn } from './grid-column.ts';

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

/** Checkboxes of the rows and of the header. For the pointer: the keyboard uses Space, Shift and Ctrl+A. */
export function selectionColumn<R>(selection: GridSelection): GridColumn<R> {
  return {
    id: '@select',
    title: 'Select',
    width: 44,
    header: <SelectAll selection={selection} />,
    render: (_row, index) => (
      <Checkbox
        hideLabel
        tabIndex={-1}
        label={`Select ${selection.nameOf(index)}`}
        checked={selection.has(index)}
        onChange={() => selection.toggle(index)}
      />
    ),
  };
}

function SelectAll({ selection }: { readonly selection: GridSelection }): ReactNode {
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
