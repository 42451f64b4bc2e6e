import { useCallback, useEffect, useState } from 'react';
import type { ServerClient } from '../../protocol/client.ts';
import { OverviewRecorder, recorderOf, type RecordedNode } from './recorder.ts';

const SHOW_EVERY_MS = 1_000;

export interface Recording {
  readonly recorder: OverviewRecorder;
  /** Advances once a second while recording, and at once with the first values of a source. */
  readonly now: number;
  readonly retry: () => void;
}

/** Records while `active`. A node of null is not known yet: nothing is recorded. */
export function useRecorder(
  server: ServerClient,
  node: RecordedNode | null,
  { active, watchRequests }: { readonly active: boolean; readonly watchRequests: boolean },
): Recording {
  const tag = node?.tag ?? null;
  const connected = node?.connected ?? false;
  const known = node !== null;
  // A node that is not known yet takes no place among the kept recorders.
  const [unknown] = useState(() => new OverviewRecorder());
  const recorder = known ? recorderOf(server.connection, tag) : unknown;
  const [now, setNow] = useState(() => Date.now());
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!active || !known) return;
    const stop = new AbortController();
    recorder.onFirstValues = () => setNow(Date.now());
    recorder.start(server, { tag, connected }, stop.signal);
    const timer = setInterval(() => setNow(Date.now()), SHOW_EVERY_MS);
    return () => {
      stop.abort();
      recorder.onFirstValues = () => undefined;
      clearInterval(timer);
    };
  }, [recorder, server, tag, connected, known, active, attempt]);

  useEffect(() => {
    if (!active || !known || !connected || !watchRequests) return;
    const stop = new AbortController();
    recorder.watchRequests(server, stop.signal);
    return () => stop.abort();
  }, [recorder, server, connected, known, active, watchRequests, attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { recorder, now, retry };
}
