import { useEffect, useRef, useState, type RefObject } from 'react';

/** Whether an element can be seen: its tab is in front and the window is not hidden. */
export function useVisible<E extends HTMLElement>(): readonly [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [inView, setInView] = useState(typeof IntersectionObserver === 'undefined');
  const [inFront, setInFront] = useState(() => document.visibilityState !== 'hidden');
  useEffect(() => {
    const watched = element.current;
    const change = () => setInFront(document.visibilityState !== 'hidden');
    document.addEventListener('visibilitychange', change);
    if (!watched || typeof IntersectionObserver === 'undefined')
      return () => document.removeEventListener('visibilitychange', change);
    const observer = new IntersectionObserver((entries) =>
      setInView(entries.at(-1)?.isIntersecting ?? false),
    );
    observer.observe(watched);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', change);
    };
  }, []);
  return [element, inView && inFront];
}
