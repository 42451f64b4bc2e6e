/** The change feed while a component is mounted; reconnects automatically. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { DatabaseClient } from '../../protocol/client.ts';
import {
  watchDocuments,
  type DocumentChange,
  type ChangeSubscription,
} from '../../protocol/document-changes.ts';

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

/** `live`: every change is received. `off`: no feed (unsupported or disconnected); poll instead. */
export type FeedState = 'connecting' | 'live' | 'off';

export interface FeedEvents {
  readonly onChange: (change: DocumentChange) => void;
  /** The feed is live again after a break. Changes made meanwhile were not reported, so all loaded data can be outdated. */
  readonly onReconnect?: () => void;
}

export function useDocumentFeed(
  db: DatabaseClient,
  watch: ChangeSubscription | null,
  events: FeedEvents,
): FeedState {
  const [state, setState] = useState<FeedState>('connecting');
  const onChange = useEffectEvent(events.onChange);
  const onReconnect = useEffectEvent(() => events.onReconnect?.());
  const id = watch?.kind === 'document' ? watch.id : null;
  const kind = watch?.kind ?? null;

  useEffect(() => {
    if (kind === null) return;
    const stop = new AbortController();
    let retryMs = FIRST_RETRY_MS;
    let broken = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const follow = async () => {
      const wanted: ChangeSubscription = id === null ? { kind: 'all' } : { kind: 'document', id };
      for await (const item of watchDocuments(db, wanted, stop.signal)) {
        if (item.kind === 'change') onChange(item.change);
        else {
          retryMs = FIRST_RETRY_MS;
          setState('live');
          if (broken) onReconnect();
          broken = false;
        }
      }
    };
    const followAgain = () => {
      // An unavailable feed is a state, not an error: counts and rows are polled instead.
      follow()
        .catch(() => undefined)
        .finally(() => {
          if (stop.signal.aborted) return;
          broken = true;
          setState('off');
          timer = setTimeout(followAgain, retryMs);
          retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
        });
    };
    followAgain();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [db, kind, id]);
  return state;
}
