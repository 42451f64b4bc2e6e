import { useEffect, useState } from 'react';
import type { Port } from '../../../contract/index.ts';
import { capabilitiesOf } from '../../../contract/index.ts';
import { ServerClient } from '../../../protocol/client.ts';
import { follow, type FeedStatus } from '../../../protocol/follow.ts';
import { watchGcPauses, type GcPause } from '../../../protocol/gc-events.ts';
import { watchRunningQueries } from '../../../protocol/running-queries.ts';
import { watchTraffic } from '../../../protocol/traffic.ts';
import { RequestSeconds, SLOW_QUERY_MS } from './request-seconds.ts';
import { noActivity, type ServerActivity } from './server-activity.ts';

export interface ActivityState {
  readonly activity: ServerActivity;
  /** Increases with each change. */
  readonly version: number;
  /** Why a part is missing. */
  readonly errors: readonly { readonly doing: string; readonly error: unknown }[];
}
const nothing: ActivityState = { activity: noActivity, version: 0, errors: [] };

const MAX_PAUSES = 5_000;
const SHOWN_EVERY_MS = 1_000;

/** Garbage collections, slow queries and requests of a server, while wanted. */
export function useActivity(port: Port, connectionId: string, wanted: boolean): ActivityState {
  const [state, setState] = useState<ActivityState>(nothing);
  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    const server = new ServerClient(port, connectionId);
    const requests = new RequestSeconds();
    let pauses: readonly GcPause[] = [];
    let changed = false;
    const statusOf =
      (doing: string) =>
      (status: FeedStatus): void => {
        if (abort.signal.aborted) return;
        const error = status.kind === 'failed' ? [{ doing, error: status.error }] : [];
        setState((old) => ({
          ...old,
          errors: [...old.errors.filter((each) => each.doing !== doing), ...error],
        }));
      };
    const timer = setInterval(() => {
      if (!changed) return;
      changed = false;
      const activity = { pauses, queries: requests.queries, seconds: requests.seconds };
      setState((old) => ({ ...old, activity, version: old.version + 1 }));
    }, SHOWN_EVERY_MS);

    if (capabilitiesOf(connectionId).monitoringFeeds) {
      void follow((until) => watchGcPauses(server, until), abort.signal, {
        onStatus: statusOf('Watching garbage collections'),
        onItem: (found) => {
          if (found.length === 0) return;
          pauses = [...pauses, ...found].slice(-MAX_PAUSES);
          changed = true;
        },
      });
      void follow((until) => watchTraffic(server, until), abort.signal, {
        onStatus: statusOf('Watching requests'),
        onItem: (item) => {
          if (typeof item !== 'object') return;
          requests.add(item);
          changed = true;
        },
      });
    } else {
      // The engine of this program has no managed heap and reports no requests, but the queries that run.
      void follow((until) => watchRunningQueries(server, until), abort.signal, {
        onStatus: statusOf('Watching running queries'),
        onItem: (running) => {
          for (const { key, database, query, startedAt, durationMs } of running) {
            if (Number.isNaN(startedAt) || durationMs < SLOW_QUERY_MS) continue;
            const end = startedAt + durationMs;
            requests.addQuery({ key, database, query, start: startedAt, end });
            changed = true;
          }
        },
      });
    }
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [port, connectionId, wanted]);
  return wanted ? state : nothing;
}
