import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { ContextMenu } from './context-menu.tsx';
import type { GridColumn, GridSort } from './grid-column.ts';
import { copyCells, fittingWidth, placeOf, showColumn } from './grid-dom.ts';
import { GridHeader } from './grid-header.tsx';
import { gridMenu, separated } from './grid-menu.tsx';
import { gridMove } from './grid-keys.ts';
import { GridRow } from './grid-row.tsx';
import { withCheckboxes, type GridSelection } from './grid-selection.tsx';
import { gridWidths, offsetsOf } from './grid-widths.ts';
import { canvasHeight, ROW_HEIGHT } from './grid-window.ts';
import type { MenuEntry } from './menu-items.tsx';
import { useGridScroll } from './use-grid-scroll.ts';
import { useHiddenColumns } from './use-hidden-columns.ts';
import styles from './data-grid.module.css';

export interface DataGridProps<R> {
  readonly label: string;
  readonly columns: readonly GridColumn<R>[];
  readonly rowCount: number;
  /** Undefined while the row loads: a skeleton is shown. */
  readonly row: (index: number) => R | undefined;
  /** The visible rows, inclusive. Called after each change, to load missing rows. */
  readonly onVisibleRange?: (start: number, end: number) => void;
  /** The current row. Without it the grid keeps its own state. */
  readonly selected?: number | null;
  readonly onSelect?: (index: number) => void;
  /** Scrolls to `selected` when it changes: for a grid next to a chart with the same selection. */
  readonly followSelected?: boolean;
  /** Called on Enter or double click. */
  readonly onOpen?: (index: number) => void;
  /** Adds a column of checkboxes. */
  readonly selection?: GridSelection;
  readonly sort?: GridSort | null;
  readonly onSort?: (column: string) => void;
  /** Saved widths; other columns use their default. */
  readonly columnWidths?: Readonly<Record<string, number>>;
  readonly onColumnWidth?: (column: string, width: number) => void;
  /** Leading columns that stay in view when the grid scrolls sideways; the checkboxes stay with them. */
  readonly pinnedColumns?: number;
  /** The first visible row at mount, to restore a position. */
  readonly initialRow?: number;
  readonly rowClassName?: (row: R, index: number) => string | undefined;
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode;
  readonly busy?: boolean;
  /** Called before the grid's own keys; preventDefault stops the grid from handling the key. */
  readonly onKeyDown?: (event: KeyboardEvent, index: number | null) => void;
  /** The context menu of a row, before what each grid has; of the current row for the menu key. */
  readonly rowMenu?: (index: number) => readonly MenuEntry[];
  /** Entries for a column, in its header and after those of the row. */
  readonly columnMenu?: (column: string) => readonly MenuEntry[];
  /** The owner has its own choice of columns. */
  readonly choosesColumns?: boolean;
}

/**
 * A virtual table with one tab stop. Arrows, Page, Home and End move; Enter opens; Alt with left and right resizes
 * the column; Ctrl/Cmd+C copies the cell, with Shift the row. With a selection, Space toggles a row, Shift with a
 * move or a click selects a range, Ctrl/Cmd+click toggles, Ctrl/Cmd+A selects all, Escape clears. The context menu
 * copies, sorts, and hides columns.
 */
export function DataGrid<R>(props: DataGridProps<R>): ReactNode {
  const { rowCount, onVisibleRange, onSelect, onOpen, selection } = props;
  const [hidden, hide] = useHiddenColumns(props.columns);
  const isSelectable = selection !== undefined;
  // Not from the selection itself, which is often a new object: new columns render every row again.
  const columns = useMemo(() => {
    const shown = hidden.size === 0 ? props.columns : props.columns.filter((each) => !hidden.has(each.id));
    return isSelectable ? withCheckboxes(shown) : shown;
  }, [isSelectable, props.columns, hidden]);
  const id = useId();
  /** The row that a range starts from: the last one reached without Shift. */
  const anchor = useRef<number | null>(null);
  const [ownRow, setOwnRow] = useState<number | null>(null);
  // The column of checkboxes has nothing to read or copy.
  const [column, setColumn] = useState(selection ? 1 : 0);
  const [ownWidths, setOwnWidths] = useState<Readonly<Record<string, number>>>({});
  const { scroller, range, size, width, isSideways, top, show } = useGridScroll(
    rowCount,
    props.initialRow ?? 0,
  );

  const wanted = props.selected === undefined ? ownRow : props.selected;
  const current = wanted !== null && wanted < rowCount ? wanted : null;
  const currentColumn = Math.min(column, Math.max(0, columns.length - 1));
  const { columnWidths } = props;
  const fitted = useMemo(
    () => gridWidths(columns, { ...ownWidths, ...columnWidths }, width),
    [columns, ownWidths, columnWidths, width],
  );
  const widthOf = (each: GridColumn<R>): number => fitted[columns.indexOf(each)] ?? each.width;
  const template = fitted.map((each) => `${each}px`).join(' ');
  // From the text, so that equal widths are the same list and rows are not rendered again.
  const widths = useMemo(() => template.split(' ').map((width) => Number.parseFloat(width)), [template]);
  const totalWidth = widths.reduce((sum, width) => sum + width, 0);
  const wantedPins = props.pinnedColumns ?? 0;
  const pinned = wantedPins === 0 ? 0 : wantedPins + (selection ? 1 : 0);
  const pinnedAt = useMemo(() => offsetsOf(widths, pinned), [widths, pinned]);

  const followed = props.followSelected === true ? current : null;
  useEffect(() => {
    if (followed !== null) show(followed);
  }, [followed, show]);

  useEffect(() => {
    onVisibleRange?.(range.firstSeen, range.lastSeen);
  }, [onVisibleRange, range.firstSeen, range.lastSeen]);

  function select(row: number, how: 'alone' | 'as range' = 'alone'): void {
    if (how === 'as range' && selection) selection.selectRange(anchor.current ?? current ?? row, row);
    else anchor.current = row;
    setOwnRow(row);
    onSelect?.(row);
  }

  // One handler for all rows: handlers of each row would render it again on every scroll.
  function onClick(event: MouseEvent): void {
    const { index, place } = placeOf(event);
    if (place !== null) setColumn(place);
    if (index === null) return;
    if (selection && (event.ctrlKey || event.metaKey)) selection.toggle(index);
    select(index, event.shiftKey ? 'as range' : 'alone');
  }

  // Of a checkbox, which only the first cell of a grid with a selection has.
  function onChange(event: ChangeEvent): void {
    const { index, place } = placeOf(event);
    if (index !== null && place === 0) selection?.toggle(index);
  }

  function onDoubleClick(event: MouseEvent): void {
    const { index } = placeOf(event);
    if (index !== null) onOpen?.(index);
  }

  // Shift and a click would select text.
  function onMouseDown(event: MouseEvent): void {
    if (!event.shiftKey || placeOf(event).index === null) return;
    event.preventDefault();
    scroller.current?.focus({ preventScroll: true });
  }

  function resize(columnId: string, width: number): void {
    const kept = Math.max(48, Math.round(width));
    // An owner that keeps the widths may also reset them.
    if (props.columnWidths === undefined) setOwnWidths((widths) => ({ ...widths, [columnId]: kept }));
    props.onColumnWidth?.(columnId, kept);
  }

  function onKeyDown(event: KeyboardEvent): void {
    props.onKeyDown?.(event, current);
    // Keys of a control inside a cell belong to that control.
    if (event.defaultPrevented || event.target !== event.currentTarget) return;
    const at = columns[currentColumn];
    const mod = event.ctrlKey || event.metaKey;
    if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      event.preventDefault();
      if (at) resize(at.id, widthOf(at) + (event.key === 'ArrowRight' ? 16 : -16));
    } else if (mod && event.key.toLowerCase() === 'c' && current !== null) {
      if (String(window.getSelection()) !== '') return;
      event.preventDefault();
      copy(current, event.shiftKey ? null : currentColumn);
    } else if (event.key === 'Enter' && current !== null && !mod) {
      event.preventDefault();
      onOpen?.(current);
    } else if (mod && event.key.toLowerCase() === 'a') {
      // Otherwise the browser selects the text of the window.
      event.preventDefault();
      selection?.selectAll();
    } else if (event.key === 'Escape' && selection && selection.state !== 'none') {
      event.preventDefault();
      selection.clear();
    } else if (event.key === ' ' && selection) {
      event.preventDefault();
      if (current === null) return;
      if (event.shiftKey) select(current, 'as range');
      else selection.toggle(current);
    } else {
      if (event.altKey) return;
      const next = gridMove(event, {
        row: current ?? -1,
        column: currentColumn,
        rowCount,
        columnCount: columns.length,
        pageRows: Math.max(1, Math.floor(size.viewport / ROW_HEIGHT) - 1),
      });
      if (!next) return;
      event.preventDefault();
      setColumn(next.column);
      if (next.row !== current) select(next.row, event.shiftKey ? 'as range' : 'alone');
      show(next.row);
      showColumn(event.currentTarget, widths, next.column, pinned);
    }
  }

  const rows: ReactNode[] = [];
  for (let index = range.start; index < range.end; index++) {
    const row = props.row(index);
    const isCurrent = index === current;
    const isMarked = selection?.has(index) === true;
    rows.push(
      <GridRow
        key={index}
        gridId={id}
        index={index}
        row={row}
        columns={columns}
        widths={widths}
        pinnedAt={pinnedAt}
        isCurrent={isCurrent}
        currentCell={isCurrent ? currentColumn : null}
        isMarked={isMarked}
        isSelected={selection ? isMarked : isCurrent}
        checkboxName={selection ? selection.nameOf(index) : null}
        className={row === undefined ? undefined : props.rowClassName?.(row, index)}
      />,
    );
  }

  function menuAt(event: MouseEvent): readonly MenuEntry[] {
    const { index: at, place } = placeOf(event);
    const inHeader = at === null && place !== null;
    const index = inHeader ? null : (at ?? current);
    if (index !== null && index !== current) select(index);
    if (place !== null) setColumn(place);
    const cell = place ?? currentColumn;
    const ofRow = index === null ? [] : (props.rowMenu?.(index) ?? []);
    const ofColumn = props.columnMenu?.(columns[cell]?.id ?? '') ?? [];
    const common = gridMenu({
      columns: props.choosesColumns === true ? [] : props.columns,
      hidden,
      onHide: hide,
      column: props.columns.find(({ id: each }) => each === columns[cell]?.id),
      sort: props.sort ?? null,
      onSort: props.onSort,
      onCopy: index === null || ofRow.length > 0 ? null : (what) => copy(index, what === 'row' ? null : cell),
    });
    return [ofRow, ofColumn, common].filter((part) => part.length > 0).flatMap(separated);
  }

  function copy(index: number, cell: number | null): void {
    if (scroller.current) void copyCells(scroller.current, index, cell);
  }

  const grid = (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length}
      aria-busy={props.busy === true ? true : undefined}
      aria-multiselectable={selection ? true : undefined}
      aria-activedescendant={
        current !== null && current >= range.start && current < range.end
          ? `${id}-${current}-${currentColumn}`
          : undefined
      }
      className={styles.grid}
      data-sideways={isSideways ? '' : undefined}
      onKeyDown={onKeyDown}
    >
      <GridHeader
        columns={columns}
        template={template}
        totalWidth={totalWidth}
        pinnedAt={pinnedAt}
        selection={selection}
        widthOf={widthOf}
        sort={props.sort ?? null}
        onSort={props.onSort}
        onResize={resize}
        onFit={(place) => {
          const each = columns[place];
          if (each) resize(each.id, fittingWidth(scroller.current, place));
        }}
      />
      <div
        role="rowgroup"
        className={styles.canvas}
        style={{ height: canvasHeight(rowCount), minWidth: totalWidth }}
        onMouseDown={onMouseDown}
        onClick={onClick}
        onChange={onChange}
        onDoubleClick={onDoubleClick}
      >
        <div
          role="presentation"
          className={styles.rows}
          style={{ transform: `translateY(${top(range.start)}px)` }}
        >
          {rows}
        </div>
      </div>
      {rowCount === 0 && props.empty !== undefined && (
        <div role="row" className={styles.empty}>
          <div role="gridcell" aria-colspan={columns.length}>
            {props.empty}
          </div>
        </div>
      )}
    </div>
  );
  return <ContextMenu target={grid} itemsAt={menuAt} />;
}
