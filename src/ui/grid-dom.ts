/** What a grid reads from its elements, and how it scrolls to a column. */
import type { CSSProperties, SyntheticEvent } from 'react';

/** The row and the cell of an event; null outside rows, as in a menu that a cell opened. */
export function placeOf({ target }: SyntheticEvent): {
  readonly index: number | null;
  readonly place: number | null;
} {
  if (!(target instanceof Element)) return { index: null, place: null };
  const row = target.closest('[data-row]');
  const cell = target.closest('[data-cell]');
  return {
    index: row ? Number(row.getAttribute('data-row')) : null,
    place: cell ? Number(cell.getAttribute('data-cell')) : null,
  };
}

/** The left edge of a pinned cell, which the style sheet uses while the grid is scrolled sideways. */
export function pinnedStyle(left: number | undefined): CSSProperties | undefined {
  return left === undefined ? undefined : ({ '--pinned-at': `${left}px` } as CSSProperties);
}

/** Only rendered rows can be copied: the current one is, unless it was scrolled out. */
export async function copyCells(grid: Element, row: number, cell: number | null): Promise<void> {
  const cells = [...grid.querySelectorAll(`[data-row="${row}"] > [data-cell]`)];
  const texts = cells.map((each) => each.textContent);
  await navigator.clipboard.writeText(cell === null ? texts.join('\t') : (texts[cell] ?? ''));
}

export function showColumn(grid: Element, widths: readonly number[], column: number, pinned: number): void {
  if (column < pinned) return;
  const sum = (to: number) => widths.slice(0, to).reduce((total, width) => total + width, 0);
  const left = sum(column);
  const right = left + (widths[column] ?? 0);
  // Pinned columns cover the cells that are scrolled below them.
  const covered = sum(pinned);
  if (left < grid.scrollLeft + covered) grid.scrollLeft = left - covered;
  else if (right > grid.scrollLeft + grid.clientWidth) grid.scrollLeft = right - grid.clientWidth;
}

export function fittingWidth(grid: Element | null, column: number): number {
  const cells = [...(grid?.querySelectorAll(`[data-cell="${column}"]`) ?? [])];
  return Math.min(640, Math.max(64, ...cells.map((cell) => cell.scrollWidth + 2)));
}
