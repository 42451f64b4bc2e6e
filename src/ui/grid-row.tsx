import { memo, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { GridColumn } from './grid-column.ts';
import { pinnedStyle } from './grid-dom.ts';
import { RowCheckbox } from './grid-selection.tsx';
import { StillSkeleton } from './skeleton.tsx';
import styles from './data-grid.module.css';

interface GridRowProps<R> {
  readonly gridId: string;
  readonly index: number;
  /** Undefined while it loads. */
  readonly row: R | undefined;
  readonly columns: readonly GridColumn<R>[];
  /** Of each column, in pixels. */
  readonly widths: readonly number[];
  /** The left edges of the columns that stay in view. */
  readonly pinnedAt: readonly number[];
  readonly isCurrent: boolean;
  /** The current cell, in the current row. */
  readonly currentCell: number | null;
  readonly isMarked: boolean;
  readonly isSelected: boolean;
  /** Names the row for its checkbox in the first cell; null in a grid without a selection. */
  readonly checkboxName: string | null;
  readonly className: string | undefined;
}

function Row<R>({ gridId, index, row, columns, ...shown }: GridRowProps<R>): ReactNode {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={shown.isSelected}
      data-row={index}
      className={classNames(
        styles.row,
        shown.isCurrent && styles.current,
        shown.isMarked && styles.marked,
        shown.className,
      )}
    >
      {columns.map((each, place) => (
        <div
          key={each.id}
          id={`${gridId}-${index}-${place}`}
          role="gridcell"
          aria-colindex={place + 1}
          data-cell={place}
          className={classNames(
            styles.cell,
            each.align === 'end' && styles.end,
            each.mono && styles.mono,
            place === shown.currentCell && styles.here,
            place < shown.pinnedAt.length && styles.pinned,
          )}
          style={{ width: shown.widths[place], ...pinnedStyle(shown.pinnedAt[place]) }}
        >
          {place === 0 && shown.checkboxName !== null ? (
            <RowCheckbox name={shown.checkboxName} checked={shown.isMarked} />
          ) : row === undefined ? (
            <StillSkeleton width={`${40 + ((index * 7 + place * 13) % 45)}%`} />
          ) : (
            each.render(row, index)
          )}
        </div>
      ))}
    </div>
  );
}

/** One row. It is rendered again only when its content changes, not when the grid scrolls. */
export const GridRow = memo(Row) as typeof Row;
