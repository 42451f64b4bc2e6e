import { useEffect, useRef, useState, type RefObject } from 'react';

/** Whether an element is narrower than `limit` pixels: a tab can be a small part of the window. */
export function useIsNarrow<E extends HTMLElement>(limit: number): readonly [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [narrow, setNarrow] = useState(false);
  useEffect(() => {
    const watched = element.current;
    if (!watched || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      // A hidden tab has no width; the last one is kept.
      if (watched.clientWidth > 0) setNarrow(watched.clientWidth < limit);
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [limit]);
  return [element, narrow];
}
