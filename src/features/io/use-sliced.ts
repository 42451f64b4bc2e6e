import { useEffect, useRef, useState } from 'react';
import { inSlices } from './analysis/in-slices.ts';

/**
 * The result of a long calculation that runs in time slices. The previous result stays while a new one is computed.
 * The calculation restarts when `key` changes, after a short delay.
 */
export function useSliced<T>(
  key: string,
  make: () => Generator<undefined, T>,
  delayMs = 150,
): { readonly value: T | undefined; readonly busy: boolean; readonly error: unknown } {
  const [result, setResult] = useState<{ key: string; value?: T; error?: unknown }>();
  const latest = useRef(make);
  useEffect(() => {
    latest.current = make;
  });
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      inSlices(latest.current(), abort.signal).then(
        (value) => setResult({ key, value }),
        (error: unknown) => {
          if (!abort.signal.aborted) setResult({ key, error });
        },
      );
    }, delayMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, delayMs]);
  return { value: result?.value, busy: result?.key !== key, error: result?.error };
}
