import { useCallback, useEffect, useState } from 'react';
import type { ServerClient } from '../../../protocol/client.ts';
import { watchNotifications } from '../../../protocol/notifications.ts';
import { follow, type FeedStatus } from '../../../protocol/follow.ts';
import { noNotifications, withChange, type Notifications } from './notification-list.ts';

export interface WatchedNotifications {
  readonly server: FeedStatus;
  /** Null: no database is selected. */
  readonly database: FeedStatus | null;
  readonly all: Notifications;
  readonly retry: () => void;
}

interface State {
  readonly of: ServerClient;
  readonly databaseName: string | null;
  readonly server: FeedStatus;
  readonly database: FeedStatus;
  readonly all: Notifications;
}

const connecting: FeedStatus = { kind: 'connecting' };
const begin = (of: ServerClient, databaseName: string | null): State => ({
  of,
  databaseName,
  server: connecting,
  database: connecting,
  all: noNotifications,
});

/** The notifications of a server and of one database. */
export function useNotifications(server: ServerClient, database: string | null): WatchedNotifications {
  const [kept, setKept] = useState(() => begin(server, database));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const change = (next: (state: State) => State) => {
      if (stop.signal.aborted) return;
      setKept((state) =>
        next(state.of === server && state.databaseName === database ? state : begin(server, database)),
      );
    };
    const watch = (feed: string | null) =>
      void follow((signal) => watchNotifications(server, feed, signal), stop.signal, {
        onStatus: (status) =>
          change((state) => ({ ...state, [feed === null ? 'server' : 'database']: status })),
        onItem: (item) => change((state) => ({ ...state, all: withChange(state.all, feed, item) })),
      });
    watch(null);
    if (database !== null) watch(database);
    return () => stop.abort();
  }, [server, database, attempt]);

  const state = kept.of === server && kept.databaseName === database ? kept : begin(server, database);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { server: state.server, database: database === null ? null : state.database, all: state.all, retry };
}
