// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SortedGrid, type SortedGridProps } from './sorted-grid.tsx';

interface Row {
  readonly name: string;
  readonly bytes: number | null;
}

const rows: readonly Row[] = [
  { name: 'ten', bytes: 10 },
  { name: 'unknown', bytes: null },
  { name: 'nine', bytes: 9 },
];
const columns: SortedGridProps<Row>['columns'] = [
  { id: 'name', title: 'Name', width: 120, render: (row) => row.name },
  {
    id: 'bytes',
    title: 'Size',
    width: 80,
    value: (row) => row.bytes,
    render: (row) => (row.bytes === null ? '–' : `${row.bytes} B`),
  },
];

beforeEach(() => {
  localStorage.clear();
  // jsdom has no layout: simulates a header of one row and ten rows below it.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(308);
});
afterEach(cleanup);

function show(props: Partial<SortedGridProps<Row>> = {}): HTMLElement {
  render(
    <SortedGrid
      label="Files"
      columns={columns}
      rowCount={rows.length}
      row={(index) => rows[index]}
      {...props}
    />,
  );
  return screen.getByRole('grid', { name: 'Files' });
}

const names = (): string[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('[data-cell="0"]')?.textContent ?? '');

describe('SortedGrid', () => {
  it('sorts by values, not by their texts, and returns to the given order', () => {
    show();
    const header = screen.getByRole('button', { name: 'Size' });
    fireEvent.click(header);
    expect(names()).toEqual(['nine', 'ten', 'unknown']);
    fireEvent.click(header);
    expect(names()).toEqual(['ten', 'nine', 'unknown']);
    fireEvent.click(header);
    expect(names()).toEqual(['ten', 'unknown', 'nine']);
    expect(screen.queryByRole('button', { name: 'Name' })).toBeNull();
  });

  it('reports indexes of the given order', () => {
    const onSelect = vi.fn();
    const onOpen = vi.fn();
    const grid = show({ onSelect, onOpen, selected: 2 });
    fireEvent.click(screen.getByRole('button', { name: 'Size' }));
    expect(screen.getByRole('row', { selected: true }).textContent).toContain('nine');
    fireEvent.keyDown(grid, { key: 'Enter' });
    expect(onOpen).toHaveBeenLastCalledWith(2);
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    expect(onSelect).toHaveBeenLastCalledWith(0);
  });

  it('hides a column from the context menu and remembers it', async () => {
    show();
    fireEvent.contextMenu(screen.getByText('9 B'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Hide column Size' }));
    expect(screen.queryByRole('columnheader', { name: 'Size' })).toBeNull();
    cleanup();
    const grid = show();
    expect(screen.queryByRole('columnheader', { name: 'Size' })).toBeNull();
    expect(grid.getAttribute('aria-colcount')).toBe('1');
    fireEvent.contextMenu(screen.getByText('nine'));
    expect((await screen.findByRole('menuitem', { name: 'Hide column Name' })).ariaDisabled).toBe('true');
  });
});
