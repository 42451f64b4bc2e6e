import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import {
  clampOffset,
  isScaled,
  offsetOfScroll,
  offsetToShow,
  ROW_HEIGHT,
  scrollOfOffset,
  visibleRows,
  type GridSize,
  type RowRange,
} from './grid-window.ts';

export interface GridScroll {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly range: RowRange;
  readonly size: GridSize;
  /** The visible width in pixels; null before it is measured. */
  readonly width: number | null;
  /** Scrolled to the right. */
  readonly isSideways: boolean;
  /** Vertical position of a row on the canvas. */
  readonly top: (row: number) => number;
  readonly show: (row: number) => void;
}

/** Synchronises scroll position, viewport size and rendered rows of a grid. */
export function useGridScroll(rowCount: number, initialRow: number): GridScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState(600);
  const [width, setWidth] = useState<number | null>(null);
  const [offset, setOffset] = useState(initialRow * ROW_HEIGHT);
  const [scrollTop, setScrollTop] = useState(0);
  const [isSideways, setIsSideways] = useState(false);
  const size: GridSize = { rowCount, viewport };
  const kept = clampOffset(offset, size);
  // Values of the last render for the listeners below, which are bound once.
  const latest = useRef({ size, offset: kept });
  useLayoutEffect(() => {
    latest.current = { size, offset: kept };
  });

  const moveTo = useCallback((next: number) => {
    const element = scroller.current;
    if (!element) return;
    const target = clampOffset(next, latest.current.size);
    latest.current.offset = target;
    element.scrollTop = scrollOfOffset(target, latest.current.size);
    setOffset(target);
    setScrollTop(element.scrollTop);
  }, []);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      // A hidden panel has no height; the last one is kept.
      if (element.clientWidth > 0) setWidth(element.clientWidth);
      if (element.clientHeight > 0) setViewport(Math.max(ROW_HEIGHT, element.clientHeight - ROW_HEIGHT));
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // Restores the position when rows exist, and keeps it within the list when the list shrinks.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || rowCount === 0) return;
    const wanted = scrollOfOffset(latest.current.offset, { rowCount, viewport });
    if (Math.abs(element.scrollTop - wanted) > 1) element.scrollTop = wanted;
    setScrollTop(element.scrollTop);
  }, [rowCount, viewport]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = () => {
      const { size: now, offset: at } = latest.current;
      setScrollTop(element.scrollTop);
      setIsSideways(element.scrollLeft > 0);
      // Setting scrollTop triggers a scroll event with a rounded value, which must not round the offset.
      if (Math.abs(scrollOfOffset(at, now) - element.scrollTop) <= 1) return;
      const next = offsetOfScroll(element.scrollTop, now);
      latest.current.offset = next;
      setOffset(next);
    };
    const onWheel = (event: WheelEvent) => {
      if (!isScaled(latest.current.size.rowCount) || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      moveTo(latest.current.offset + event.deltaY * (event.deltaMode === 1 ? ROW_HEIGHT : 1));
      element.scrollLeft += event.deltaX;
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('wheel', onWheel);
    };
  }, [moveTo]);

  const show = useCallback(
    (row: number) => moveTo(offsetToShow(row, latest.current.offset, latest.current.size)),
    [moveTo],
  );

  const scaled = isScaled(rowCount);
  return {
    scroller,
    size,
    width,
    isSideways,
    range: visibleRows(kept, size),
    top: (row) => (scaled ? Math.round(row * ROW_HEIGHT - kept + scrollTop) : row * ROW_HEIGHT),
    show,
  };
}
