import { useCallback, useEffect, useRef, useState } from 'react';
import { follow, type FeedStatus } from '../../../protocol/follow.ts';
import { noRows, withRows, type RowBuffer } from './row-buffer.ts';

/** Bounds the memory of a screen that stays open for days. */
export const MOST_ROWS = 10_000;
const SHOW_EVERY_MS = 250;

export interface LiveRows<T> extends RowBuffer<T> {
  readonly status: FeedStatus;
  readonly paused: boolean;
  /** Rows that arrived since the pause. They are shown when it ends. */
  readonly waiting: number;
  readonly setPaused: (paused: boolean) => void;
  readonly clear: () => void;
  readonly retry: () => void;
}

/** `open` must stay the same function until the server changes; null: nothing is watched. */
export function useLiveRows<T>(
  open: ((signal: AbortSignal) => AsyncIterable<'open' | T | undefined>) | null,
): LiveRows<T> {
  const [status, setStatus] = useState<FeedStatus>({ kind: 'connecting' });
  const [shown, setShown] = useState<RowBuffer<T>>(noRows);
  const [paused, setPausedState] = useState(false);
  const [waiting, setWaiting] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const isPaused = useRef(false);
  const all = useRef<RowBuffer<T>>(noRows);
  const shownCount = useRef(0);

  const show = useCallback(() => {
    shownCount.current = all.current.seen;
    setShown(all.current);
    setWaiting(0);
  }, []);

  useEffect(() => {
    if (!open) return;
    const stop = new AbortController();
    all.current = noRows;
    show();
    let arrived: (T | undefined)[] = [];
    const timer = setInterval(() => {
      if (arrived.length === 0) return;
      all.current = withRows(all.current, arrived, MOST_ROWS);
      arrived = [];
      if (isPaused.current) setWaiting(all.current.seen - shownCount.current);
      else show();
    }, SHOW_EVERY_MS);
    void follow(open, stop.signal, {
      onStatus: setStatus,
      onItem: (item) => {
        if (item !== 'open') arrived.push(item);
      },
    });
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [open, attempt, show]);

  const setPaused = useCallback(
    (next: boolean) => {
      isPaused.current = next;
      setPausedState(next);
      if (!next) show();
    },
    [show],
  );
  const clear = useCallback(() => {
    all.current = noRows;
    show();
  }, [show]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...shown, status, paused, waiting, setPaused, clear, retry };
}
