import { useCallback, useEffect, useState } from 'react';
import { loadMonaco } from './load-monaco.ts';
import type { Monaco } from './monaco-type.ts';

export type MonacoState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly monaco: Monaco }
  | { readonly kind: 'failed'; readonly reason: string };

/** Loads Monaco for a component: loading, then ready; a failed load can be retried. */
export function useMonaco(wanted: boolean): readonly [MonacoState, () => void] {
  const [state, setState] = useState<MonacoState>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    loadMonaco().then(
      (monaco) => {
        if (current) setState({ kind: 'ready', monaco });
      },
      (failure: unknown) => {
        if (current) setState({ kind: 'failed', reason: String(failure) });
      },
    );
    return () => {
      current = false;
    };
  }, [wanted, attempt]);
  const retry = useCallback(() => {
    setState({ kind: 'loading' });
    setAttempt((n) => n + 1);
  }, []);
  return [state, retry];
}
