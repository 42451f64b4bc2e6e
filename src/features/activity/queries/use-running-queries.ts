import { useCallback, useEffect, useState } from 'react';
import type { ServerClient } from '../../../protocol/client.ts';
import { watchRunningQueries, type RunningQuery } from '../../../protocol/running-queries.ts';
import { follow, type FeedStatus } from '../../../protocol/follow.ts';

export interface RunningQueries {
  readonly status: FeedStatus;
  /** Null until the first list arrives. */
  readonly queries: readonly RunningQuery[] | null;
  readonly retry: () => void;
}

/** The running queries of all databases, a list about every second. While paused the last one stays. */
export function useRunningQueries(server: ServerClient, paused: boolean): RunningQueries {
  const [status, setStatus] = useState<FeedStatus>({ kind: 'connecting' });
  const [queries, setQueries] = useState<readonly RunningQuery[] | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (paused) return;
    const stop = new AbortController();
    void follow((signal) => watchRunningQueries(server, signal), stop.signal, {
      onStatus: setStatus,
      onItem: setQueries,
    });
    return () => stop.abort();
  }, [server, attempt, paused]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { status, queries, retry };
}
