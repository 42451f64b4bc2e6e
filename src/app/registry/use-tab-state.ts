import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from './session.ts';

const WRITE_AFTER_MS = 300;

/** The state of a tab: read once, saved with a delay after each change and on unmount. `read` parses what was saved. */
export function useTabState<State extends object>(
  tabId: string,
  read: (saved: unknown) => State,
): [State, (change: Partial<State>) => void] {
  const session = useSession();
  const [state, setState] = useState(() => read(session.readTabState(tabId)));
  const unwritten = useRef<State | null>(null);
  const write = useRef<() => void>(() => undefined);

  useEffect(() => {
    write.current = () => {
      if (!unwritten.current) return;
      session.writeTabState(tabId, unwritten.current);
      unwritten.current = null;
    };
  }, [session, tabId]);

  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    unwritten.current = state;
    const timer = setTimeout(() => write.current(), WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => () => write.current(), []);

  const change = useCallback((part: Partial<State>) => setState((before) => ({ ...before, ...part })), []);
  return [state, change];
}
