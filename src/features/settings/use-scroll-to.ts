/** Scrolls a section of the screen into view when the screen was opened for it. */
import { useEffect, useRef, type RefObject } from 'react';

/** `loaded` changes when sections get their height. */
export function useScrollTo(wanted: boolean, loaded: boolean): RefObject<HTMLElement | null> {
  const here = useRef<HTMLElement>(null);
  useEffect(() => {
    // Not scrollIntoView, which would also scroll the elements around the screen.
    const scroller = here.current?.closest('[data-settings-scroll]');
    if (wanted && scroller && here.current) scroller.scrollTop = here.current.offsetTop - 16;
  }, [wanted, loaded]);
  return here;
}
