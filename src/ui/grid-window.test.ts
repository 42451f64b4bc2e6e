import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canvasHeight,
  clampOffset,
  isScaled,
  offsetOfScroll,
  offsetToShow,
  ROW_HEIGHT,
  scrollOfOffset,
  visibleRows,
} from './grid-window.ts';

const size = { rowCount: 1000, viewport: 280 };

describe('a list that fits', () => {
  it('renders the visible rows and some more', () => {
    expect(visibleRows(2800, size)).toEqual({ start: 92, end: 118, firstSeen: 100, lastSeen: 109 });
    expect(visibleRows(0, size)).toEqual({ start: 0, end: 18, firstSeen: 0, lastSeen: 9 });
  });

  it('renders nothing for an empty list', () => {
    const range = visibleRows(0, { rowCount: 0, viewport: 280 });
    expect(range.end - range.start).toBe(0);
    expect(range.lastSeen).toBeLessThan(range.firstSeen);
  });

  it('scrolls the minimum distance to show a row', () => {
    expect(offsetToShow(5, 0, size)).toBe(0);
    expect(offsetToShow(10, 0, size)).toBe(28);
    expect(offsetToShow(3, 2800, size)).toBe(84);
    expect(offsetToShow(999, 0, size)).toBe(1000 * ROW_HEIGHT - 280);
  });
});

describe('a list of ten million rows', () => {
  const huge = { rowCount: 10_000_000, viewport: 600 };
  it("uses a canvas within the browser's limit", () => {
    expect(isScaled(huge.rowCount)).toBe(true);
    expect(canvasHeight(huge.rowCount)).toBeLessThanOrEqual(8_000_000);
  });

  it('reaches the first and last row with the scroll bar', () => {
    expect(visibleRows(offsetOfScroll(0, huge), huge).firstSeen).toBe(0);
    const end = offsetOfScroll(canvasHeight(huge.rowCount) - huge.viewport, huge);
    expect(visibleRows(end, huge).lastSeen).toBe(9_999_999);
  });

  it('can be positioned at every row', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), (row) => {
        const offset = offsetToShow(row, 0, huge);
        const { firstSeen, lastSeen } = visibleRows(offset, huge);
        expect(row).toBeGreaterThanOrEqual(firstSeen);
        expect(row).toBeLessThanOrEqual(lastSeen);
        expect(scrollOfOffset(offset, huge)).toBeLessThanOrEqual(
          canvasHeight(huge.rowCount) - huge.viewport + 1,
        );
      }),
    );
  });
});

it('keeps any offset within the list', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(5000), (offset, rowCount) => {
      const kept = clampOffset(offset, { rowCount, viewport: 280 });
      expect(kept).toBeGreaterThanOrEqual(0);
      expect(kept).toBeLessThanOrEqual(Math.max(0, rowCount * ROW_HEIGHT - 280));
    }),
  );
});
