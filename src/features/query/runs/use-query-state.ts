/** The state of the tab: read once, saved with a delay after each change and on unmount. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import { type QueryState, readQueryState } from './query-state.ts';

const WRITE_AFTER_MS = 300;

export function useQueryState(
  tabId: string,
  fallbackText: string,
): [QueryState, (change: Partial<QueryState>) => void] {
  const session = useSession();
  const [state, setState] = useState(() => readQueryState(session.readTabState(tabId), fallbackText));
  const unwritten = useRef<QueryState | null>(null);
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

  const change = useCallback(
    (part: Partial<QueryState>) => setState((before) => ({ ...before, ...part })),
    [],
  );
  return [state, change];
}
