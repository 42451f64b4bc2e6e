/** A grid of rows that are all known: sorts by each column that has a `value`. */
import { useMemo, useState, type ReactNode } from 'react';
import { DataGrid, type DataGridProps } from './data-grid.tsx';
import type { GridColumn, GridSort } from './grid-column.ts';
import { nextSort, gridOrder, type GridValue } from './grid-order.ts';

export interface ValueColumn<R> extends Omit<GridColumn<R>, 'sortable'> {
  /** What the column is sorted by; numbers by size, text with its numbers by size, missing values last. */
  readonly value?: (row: R) => GridValue;
}

export interface SortedGridProps<R> extends Omit<
  DataGridProps<R>,
  'columns' | 'sort' | 'onSort' | 'selection' | 'onVisibleRange'
> {
  readonly columns: readonly ValueColumn<R>[];
}

/** Indexes in properties and callbacks are those of the given order. */
export function SortedGrid<R>(props: SortedGridProps<R>): ReactNode {
  const { rowCount, row, selected, onSelect, onOpen, rowClassName, onKeyDown, rowMenu } = props;
  const [sort, setSort] = useState<GridSort | null>(null);
  const columns = useMemo(
    () => props.columns.map((column) => ({ ...column, sortable: column.value !== undefined })),
    [props.columns],
  );
  const order = orderOf(props, sort);
  const given = (index: number): number => order?.[index] ?? index;
  const shown = (index: number): number => (order === null ? index : order.indexOf(index));
  return (
    <DataGrid<R>
      {...props}
      columns={columns}
      rowCount={rowCount}
      row={(index) => row(given(index))}
      sort={sort}
      onSort={(column) => setSort(nextSort(sort, column))}
      {...(selected === undefined ? {} : { selected: selected === null ? null : shown(selected) })}
      {...(onSelect && { onSelect: (index: number) => onSelect(given(index)) })}
      {...(onOpen && { onOpen: (index: number) => onOpen(given(index)) })}
      {...(rowClassName && { rowClassName: (each: R, index: number) => rowClassName(each, given(index)) })}
      {...(onKeyDown && {
        onKeyDown: (event, index) => onKeyDown(event, index === null ? null : given(index)),
      })}
      {...(rowMenu && { rowMenu: (index: number) => rowMenu(given(index)) })}
    />
  );
}

/** Null for the given order: without a sort, and while rows load. */
function orderOf<R>(
  { columns, rowCount, row }: SortedGridProps<R>,
  sort: GridSort | null,
): readonly number[] | null {
  const value = columns.find(({ id }) => id === sort?.column)?.value;
  if (sort === null || value === undefined) return null;
  const rows = Array.from({ length: rowCount }, (_, index) => row(index));
  if (rows.includes(undefined)) return null;
  return gridOrder(
    rows.map((each) => (each === undefined ? null : value(each))),
    sort.descending,
  );
}
