/** The state of the tab: read once, saved with a delay after each change and on unmount. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession, type ScreenParams } from '../../app/registry/index.ts';
import { readPatchState, type PatchState } from './patch-state.ts';

const WRITE_AFTER_MS = 300;

export function usePatchState(
  tabId: string,
  params: ScreenParams,
): [PatchState, (change: Partial<PatchState>) => void] {
  const session = useSession();
  const [state, setState] = useState(() => readPatchState(session.readTabState(tabId), params));
  const unwritten = useRef<PatchState | null>(null);
  const write = useRef<() => void>(() => undefined);

  useEffect(() => {
    write.current = () => {
      if (!unwritten.current) return;
      session.writeTabState(tabId, unwritten.current);
      unwritten.current = null;
    };
  }, [session, tabId]);

  useEffect(() => {
    unwritten.current = state;
    const timer = setTimeout(() => write.current(), WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => () => write.current(), []);

  const change = useCallback(
    (part: Partial<PatchState>) => setState((before) => ({ ...before, ...part })),
    [],
  );
  return [state, change];
}
