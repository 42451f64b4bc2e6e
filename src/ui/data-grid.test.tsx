// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataGrid, type DataGridProps } from './data-grid.tsx';

interface Row {
  readonly id: string;
  readonly count: number;
}

const columns: DataGridProps<Row>['columns'] = [
  { id: 'id', title: 'Id', width: 120, sortable: true, render: (row) => row.id },
  { id: 'count', title: 'Count', width: 80, align: 'end', render: (row) => row.count },
];

beforeEach(() => {
  // jsdom has no layout: simulates a header of one row and ten rows below it.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(308);
});
afterEach(cleanup);

function show(props: Partial<DataGridProps<Row>> = {}): HTMLElement {
  render(
    <DataGrid
      label="Orders"
      columns={columns}
      rowCount={1000}
      row={(index) => ({ id: `orders/${index}-A`, count: index })}
      {...props}
    />,
  );
  return screen.getByRole('grid', { name: 'Orders' });
}

const press = (grid: HTMLElement, key: string, more: object = {}): boolean =>
  fireEvent.keyDown(grid, { key, ...more });
const currentRow = (): string | null =>
  screen.queryByRole('row', { selected: true })?.getAttribute('aria-rowindex') ?? null;

describe('DataGrid', () => {
  it('reports the total row count and renders only the visible rows', () => {
    const grid = show();
    expect(grid.getAttribute('aria-rowcount')).toBe('1001');
    expect(grid.getAttribute('aria-colcount')).toBe('2');
    expect(screen.getAllByRole('row').length).toBeLessThan(40);
  });

  it('moves with arrows, pages and ends, and announces the position', () => {
    const onSelect = vi.fn();
    const grid = show({ onSelect });
    press(grid, 'ArrowDown');
    expect(currentRow()).toBe('2');
    press(grid, 'ArrowDown');
    press(grid, 'ArrowUp');
    expect(onSelect.mock.calls).toEqual([[0], [1], [0]]);
    press(grid, 'PageDown');
    expect(currentRow()).toBe('11');
    press(grid, 'End', { ctrlKey: true });
    expect(currentRow()).toBe('1001');
    expect(grid.getAttribute('aria-activedescendant')).toMatch(/-999-1$/);
    press(grid, 'Home', { ctrlKey: true });
    expect(grid.getAttribute('aria-activedescendant')).toMatch(/-0-0$/);
  });

  it('scrolls the current row into view', () => {
    const grid = show();
    press(grid, 'ArrowDown', { ctrlKey: true });
    expect(grid.scrollTop).toBe(1000 * 28 - 280);
    expect(screen.getByText('orders/999-A')).toBeTruthy();
  });

  it('opens with Enter and with a double click', () => {
    const onOpen = vi.fn();
    const grid = show({ onOpen });
    press(grid, 'Enter');
    expect(onOpen).not.toHaveBeenCalled();
    press(grid, 'ArrowDown');
    press(grid, 'Enter');
    fireEvent.doubleClick(screen.getByText('orders/4-A'));
    expect(onOpen.mock.calls).toEqual([[0], [4]]);
  });

  describe('with a selection', () => {
    const selected = new Set<number>();
    const selection = {
      has: (index: number) => selected.has(index),
      state: 'some' as const,
      toggle: vi.fn(),
      selectRange: vi.fn(),
      selectAll: vi.fn(),
      clear: vi.fn(),
      nameOf: (index: number) => `orders/${index}-A`,
    };
    beforeEach(() => vi.clearAllMocks());

    it('toggles with Space, Ctrl and a click, and a checkbox', () => {
      const grid = show({ selection });
      press(grid, 'ArrowDown');
      press(grid, ' ');
      fireEvent.click(screen.getByText('orders/3-A'), { ctrlKey: true });
      fireEvent.click(screen.getByRole('checkbox', { name: 'Select orders/5-A' }));
      expect(selection.toggle.mock.calls).toEqual([[0], [3], [5]]);
      expect(selection.selectRange).not.toHaveBeenCalled();
    });

    it('does not render rows again for a new selection object', () => {
      const cell = vi.fn((row: Row) => row.id);
      const props = {
        label: 'Orders',
        columns: [{ id: 'id', title: 'Id', width: 120, render: cell }],
        rowCount: 1000,
        row: (index: number) => rows[index],
      };
      const rows = Array.from({ length: 1000 }, (_, index) => ({ id: `orders/${index}-A`, count: index }));
      const { rerender } = render(<DataGrid {...props} selection={{ ...selection }} />);
      const first = cell.mock.calls.length;
      expect(first).toBeGreaterThan(10);
      rerender(<DataGrid {...props} selection={{ ...selection }} />);
      expect(cell.mock.calls.length).toBe(first);
      rerender(<DataGrid {...props} selection={{ ...selection, has: (index) => index === 3 }} />);
      expect(cell.mock.calls.length).toBe(first + 1);
      const checkbox = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select orders/3-A' });
      expect(checkbox.checked).toBe(true);
    });

    it('selects a range with Shift from the last row reached without it', () => {
      const grid = show({ selection });
      fireEvent.click(screen.getByText('orders/2-A'));
      fireEvent.click(screen.getByText('orders/6-A'), { shiftKey: true });
      press(grid, 'ArrowDown', { shiftKey: true });
      press(grid, 'ArrowUp');
      press(grid, 'ArrowUp', { shiftKey: true });
      expect(selection.selectRange.mock.calls).toEqual([
        [2, 6],
        [2, 7],
        [6, 5],
      ]);
    });

    it('selects all rows with Ctrl+A and in the header, and clears with Escape', () => {
      const grid = show({ selection });
      expect(press(grid, 'a', { ctrlKey: true })).toBe(false);
      fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
      press(grid, 'Escape');
      expect(selection.selectAll).toHaveBeenCalledTimes(2);
      expect(selection.clear).toHaveBeenCalledTimes(1);
    });

    it('stays one tab stop', () => {
      const grid = show({ selection });
      expect(grid.tabIndex).toBe(0);
      const inside = [...grid.querySelectorAll<HTMLElement>('input, button, a')];
      expect(inside.length).toBeGreaterThan(10);
      expect(inside.every((element) => element.tabIndex === -1)).toBe(true);
    });
  });

  it('keeps Ctrl+A from selecting the text of the window', () => {
    expect(press(show(), 'a', { ctrlKey: true })).toBe(false);
  });

  it('reports the visible rows, so that missing ones can be loaded', () => {
    const onVisibleRange = vi.fn();
    const grid = show({ onVisibleRange, row: () => undefined });
    expect(onVisibleRange).toHaveBeenLastCalledWith(0, 9);
    grid.scrollTop = 2800;
    fireEvent.scroll(grid);
    expect(onVisibleRange).toHaveBeenLastCalledWith(100, 109);
  });

  it('starts at the initial row', () => {
    const onVisibleRange = vi.fn();
    show({ onVisibleRange, initialRow: 500 });
    expect(onVisibleRange).toHaveBeenLastCalledWith(500, 509);
  });

  it('keeps its position within a list that became shorter', () => {
    const { rerender } = render(
      <DataGrid label="Orders" columns={columns} rowCount={1000} initialRow={900} row={() => undefined} />,
    );
    rerender(
      <DataGrid label="Orders" columns={columns} rowCount={20} initialRow={900} row={() => undefined} />,
    );
    expect(screen.getAllByRole('row').some((row) => row.getAttribute('aria-rowindex') === '21')).toBe(true);
  });

  it('resizes the current column with Alt and arrows', () => {
    const onColumnWidth = vi.fn();
    const grid = show({ onColumnWidth });
    press(grid, 'ArrowRight', { altKey: true });
    press(grid, 'ArrowLeft', { altKey: true });
    expect(onColumnWidth.mock.calls).toEqual([
      ['id', 136],
      ['id', 120],
    ]);
  });

  it('sorts by sortable columns', () => {
    const onSort = vi.fn();
    show({ onSort, sort: { column: 'id', descending: true } });
    fireEvent.click(screen.getByRole('button', { name: 'Id' }));
    expect(onSort).toHaveBeenCalledWith('id');
    expect(screen.getByRole('columnheader', { name: 'Id' }).getAttribute('aria-sort')).toBe('descending');
    expect(screen.queryByRole('button', { name: 'Count' })).toBeNull();
  });

  it('opens the menu of the row under the pointer, asks for its entries once, and has none for the header', async () => {
    const onSelect = vi.fn<(row: number) => void>();
    const rowMenu = vi.fn((row: number) => [
      { id: 'open', label: `Open ${row}`, onSelect: () => onSelect(row) },
    ]);
    show({ rowMenu });
    expect(rowMenu).not.toHaveBeenCalled();
    fireEvent.contextMenu(screen.getByRole('columnheader', { name: 'Count' }));
    expect(rowMenu).not.toHaveBeenCalled();
    fireEvent.contextMenu(screen.getByText('orders/3-A'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Open 3' }));
    expect(onSelect.mock.calls).toEqual([[3]]);
    expect(rowMenu.mock.calls).toEqual([[3]]);
    expect(currentRow()).toBe('5');
  });

  it('leaves a key to an earlier handler', () => {
    const onSelect = vi.fn();
    const grid = show({ onSelect, onKeyDown: (event) => event.preventDefault() });
    press(grid, 'ArrowDown');
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('copies the cell, with Shift the row', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    const grid = show();
    press(grid, 'ArrowDown');
    press(grid, 'c', { ctrlKey: true });
    press(grid, 'C', { ctrlKey: true, shiftKey: true });
    await vi.waitFor(() => expect(writeText).toHaveBeenCalledTimes(2));
    expect(writeText.mock.calls).toEqual([['orders/0-A'], ['orders/0-A\t0']]);
  });
});
