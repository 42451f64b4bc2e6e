/**
 * The visible rows of a fixed-height list of any length. Browsers limit an element to some 16 million pixels, so a
 * longer list scrolls on a shorter canvas: `offset` is in pixels of the list, `scrollTop` in pixels of the canvas.
 * When both have the same length, the two are equal.
 */

export const ROW_HEIGHT = 28;
const MAX_CANVAS = 8_000_000;
const OVERSCAN = 8;
/** A scaled list is moved together with its rows, so that the browser never shows a part without rows. */
const SCALED_OVERSCAN = 1;

export interface GridSize {
  readonly rowCount: number;
  /** Height of the viewport for rows. */
  readonly viewport: number;
}

export function listHeight(rowCount: number): number {
  return rowCount * ROW_HEIGHT;
}

export function canvasHeight(rowCount: number): number {
  return Math.min(listHeight(rowCount), MAX_CANVAS);
}

/** True when a step of the scroll bar is more than a step of the list, so that the wheel must be translated. */
export function isScaled(rowCount: number): boolean {
  return listHeight(rowCount) > MAX_CANVAS;
}

export function clampOffset(offset: number, size: GridSize): number {
  const most = Math.max(0, listHeight(size.rowCount) - size.viewport);
  return Math.min(most, Math.max(0, offset));
}

export function offsetOfScroll(scrollTop: number, size: GridSize): number {
  if (!isScaled(size.rowCount)) return clampOffset(scrollTop, size);
  const mostScroll = Math.max(1, canvasHeight(size.rowCount) - size.viewport);
  const mostOffset = listHeight(size.rowCount) - size.viewport;
  return clampOffset((scrollTop / mostScroll) * mostOffset, size);
}

export function scrollOfOffset(offset: number, size: GridSize): number {
  if (!isScaled(size.rowCount)) return offset;
  const mostScroll = canvasHeight(size.rowCount) - size.viewport;
  const mostOffset = Math.max(1, listHeight(size.rowCount) - size.viewport);
  return (offset / mostOffset) * mostScroll;
}

export interface RowRange {
  /** Rows to render: `[start, end)`, slightly more than are visible. */
  readonly start: number;
  readonly end: number;
  /** Visible rows, including partly visible ones: `[firstSeen, lastSeen]`; empty when lastSeen < firstSeen. */
  readonly firstSeen: number;
  readonly lastSeen: number;
}

export function visibleRows(offset: number, size: GridSize): RowRange {
  const { rowCount, viewport } = size;
  const firstSeen = Math.min(Math.max(0, rowCount - 1), Math.floor(offset / ROW_HEIGHT));
  const overscan = isScaled(rowCount) ? SCALED_OVERSCAN : OVERSCAN;
  const lastSeen = Math.min(rowCount - 1, Math.ceil((offset + viewport) / ROW_HEIGHT) - 1);
  return {
    start: Math.max(0, firstSeen - overscan),
    end: Math.min(rowCount, lastSeen + 1 + overscan),
    firstSeen,
    lastSeen,
  };
}

/** The nearest offset at which the row is completely visible. */
export function offsetToShow(row: number, offset: number, size: GridSize): number {
  const top = row * ROW_HEIGHT;
  if (top < offset) return clampOffset(top, size);
  if (top + ROW_HEIGHT > offset + size.viewport) return clampOffset(top + ROW_HEIGHT - size.viewport, size);
  return offset;
}
