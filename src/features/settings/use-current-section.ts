/**
 * Which section the list marks: the first in view, the last at the end of the screen, or the one jumped to while
 * nothing is scrolled.
 */
import { useEffect, useState, type RefObject } from 'react';
import { sectionEntries } from './sections.ts';

/** A section of which fewer pixels remain at the top is out of view. */
const LEAST_VISIBLE_PX = 48;

interface Jump {
  readonly anchor: string;
  readonly top: number;
}

/** `list` is inside of the element that scrolls. */
export function useCurrentSection(
  list: RefObject<HTMLElement | null>,
): readonly [current: string | null, jumpTo: (anchor: string) => void] {
  const [first, setFirst] = useState<string | null>(null);
  const [atEnd, setAtEnd] = useState(false);
  const [jump, setJump] = useState<Jump | null>(null);

  useEffect(() => {
    const scroller = scrollerOf(list.current);
    if (!scroller || typeof IntersectionObserver === 'undefined') return;
    const inView = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const anchor = target.getAttribute('data-section') ?? '';
          if (isIntersecting) inView.add(anchor);
          else inView.delete(anchor);
        }
        // Empty while the tab is behind another one.
        if (inView.size > 0)
          setFirst(sectionEntries.find(({ anchor }) => inView.has(anchor))?.anchor ?? null);
      },
      { root: scroller, rootMargin: `-${LEAST_VISIBLE_PX}px 0px 0px` },
    );
    for (const section of scroller.querySelectorAll('[data-section]')) observer.observe(section);
    // The last sections cannot be scrolled to the top, so the position does not tell which one was jumped to.
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = scroller;
      setJump((now) => (now?.top === scrollTop ? now : null));
      setAtEnd(scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1);
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', onScroll);
    };
  }, [list]);

  /** Scrolls to the section and moves the focus there, so that Tab continues in it. */
  function jumpTo(anchor: string): void {
    const scroller = scrollerOf(list.current);
    const section = scroller?.querySelector<HTMLElement>(`[data-section="${anchor}"]`);
    if (!scroller || !section) return;
    scroller.scrollTop = section.offsetTop - 16;
    section.focus({ preventScroll: true });
    setJump({ anchor, top: scroller.scrollTop });
  }
  return [jump?.anchor ?? (atEnd ? (sectionEntries.at(-1)?.anchor ?? null) : first), jumpTo];
}

const scrollerOf = (list: HTMLElement | null): Element | null =>
  list?.closest('[data-settings-scroll]') ?? null;
