/** The rows of a long list that are near the visible area. All rows have the same height. */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

const OVERSCAN = 8;

export interface ScrollWindow {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly width: number;
  /** First row to render, and the one after the last. */
  readonly first: number;
  readonly end: number;
  readonly revealRow: (row: number) => void;
}

export function useScrollWindow(rowHeight: number, rowCount: number): ScrollWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState({ top: 0, height: 600, width: 0 });

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const read = () =>
      setShown({ top: element.scrollTop, height: element.clientHeight, width: element.clientWidth });
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, []);

  const revealRow = useCallback(
    (row: number) => {
      const element = scroller.current;
      if (!element) return;
      const top = row * rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + element.clientHeight)
        element.scrollTop = top + rowHeight - element.clientHeight;
    },
    [rowHeight],
  );

  return {
    scroller,
    width: shown.width,
    first: Math.max(0, Math.floor(shown.top / rowHeight) - OVERSCAN),
    end: Math.min(rowCount, Math.ceil((shown.top + shown.height) / rowHeight) + OVERSCAN),
    revealRow,
  };
}
