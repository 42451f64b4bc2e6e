import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState, type PointerEvent, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { GridColumn, GridSort } from './grid-column.ts';
import { pinnedStyle } from './grid-dom.ts';
import { SelectAll, type GridSelection } from './grid-selection.tsx';
import styles from './data-grid.module.css';

interface GridHeaderProps<R> {
  readonly columns: readonly GridColumn<R>[];
  readonly template: string;
  readonly totalWidth: number;
  /** The left edges of the columns that stay in view. */
  readonly pinnedAt: readonly number[];
  /** Its checkbox is the title of the first column. */
  readonly selection: GridSelection | undefined;
  readonly widthOf: (column: GridColumn<R>) => number;
  readonly sort: GridSort | null;
  readonly onSort: ((column: string) => void) | undefined;
  readonly onResize: (column: string, width: number) => void;
  readonly onFit: (place: number) => void;
}

/** Column titles that sort on click, and borders to drag (double-click fits the visible content). */
export function GridHeader<R>(props: GridHeaderProps<R>): ReactNode {
  const { columns, sort, onSort, onResize } = props;
  const [drag, setDrag] = useState<{ readonly column: string; readonly from: number } | null>(null);

  function onPointerMove(event: PointerEvent, column: GridColumn<R>): void {
    if (drag?.column === column.id) onResize(column.id, event.clientX - drag.from);
  }

  return (
    <div role="rowgroup" className={styles.header} style={{ minWidth: props.totalWidth }}>
      <div
        role="row"
        aria-rowindex={1}
        className={styles.headerRow}
        style={{ gridTemplateColumns: props.template }}
      >
        {columns.map((column, place) => {
          const sorted = sort?.column === column.id ? sort : null;
          const sorts = column.sortable === true && onSort !== undefined;
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-colindex={place + 1}
              aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
              title={column.title}
              data-cell={place}
              className={classNames(
                styles.headerCell,
                column.align === 'end' && styles.end,
                place < props.pinnedAt.length && styles.pinned,
              )}
              style={pinnedStyle(props.pinnedAt[place])}
            >
              {place === 0 && props.selection ? (
                <SelectAll selection={props.selection} />
              ) : sorts ? (
                <button type="button" tabIndex={-1} className={styles.sort} onClick={() => onSort(column.id)}>
                  {column.title}
                  {sorted && (sorted.descending ? <ArrowDown size={12} /> : <ArrowUp size={12} />)}
                </button>
              ) : (
                <span className={styles.title}>{column.title}</span>
              )}
              <span
                aria-hidden="true"
                className={styles.handle}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setDrag({ column: column.id, from: event.clientX - props.widthOf(column) });
                }}
                onPointerMove={(event) => onPointerMove(event, column)}
                onPointerUp={() => setDrag(null)}
                onPointerCancel={() => setDrag(null)}
                onDoubleClick={() => props.onFit(place)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
