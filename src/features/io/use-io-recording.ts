import { useEffect, useState } from 'react';
import type { IoMetrics } from '../../protocol/io-metrics.ts';
import type { LiveItem } from '../../protocol/live.ts';
import { IoRecording } from './io-recording.ts';

export type LiveState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live'; readonly lastFrame: number }
  | { readonly kind: 'paused' }
  | { readonly kind: 'lost'; readonly error: unknown; readonly retryAt: number };

export interface LiveRecording {
  readonly recording: IoRecording;
  /** Grows with every change of the recording, which is changed in place. */
  readonly version: number;
  readonly state: LiveState;
}

const RETRY_MS = [1000, 2000, 5000, 10_000];

/** Keeps one recording of a feed; a feed that breaks is opened again with back-off, and what was seen stays. */
export function useIoRecording(
  open: (signal: AbortSignal) => AsyncIterable<LiveItem<IoMetrics>>,
  paused: boolean,
): LiveRecording {
  const [recording] = useState(() => new IoRecording());
  const [version, setVersion] = useState(0);
  const [state, setState] = useState<LiveState>({ kind: 'connecting' });

  useEffect(() => {
    if (paused) return;
    const abort = new AbortController();
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function follow(): Promise<void> {
      try {
        for await (const item of open(abort.signal)) {
          failures = 0;
          setState({ kind: 'live', lastFrame: Date.now() });
          if (item.kind === 'message' && recording.add(item.value) > 0) setVersion((old) => old + 1);
        }
        throw new Error('The server closed the live feed.');
      } catch (error) {
        if (abort.signal.aborted) return;
        const wait = RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? 10_000;
        setState({ kind: 'lost', error, retryAt: Date.now() + wait });
        timer = setTimeout(() => void follow(), wait);
      }
    }
    void follow();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [open, paused, recording]);

  return { recording, version, state: paused ? { kind: 'paused' } : state };
}
