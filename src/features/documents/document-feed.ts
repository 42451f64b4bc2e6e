/** The change feed while a component is mounted; reconnects automatically. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { DatabaseClient } from '../../protocol/client.ts';
import {
  watchDocuments,
  type DocumentChange,
  type ChangeSubscription,
} from '../../protocol/document-changes.ts';
import { followFeed, type FeedState } from '../../protocol/follow-feed.ts';

export type { FeedState } from '../../protocol/follow-feed.ts';

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
    const wanted: ChangeSubscription = id === null ? { kind: 'all' } : { kind: 'document', id };
    return followFeed((signal) => watchDocuments(db, wanted, signal), {
      onState: setState,
      onChange: (change) => onChange(change),
      onReconnect: () => onReconnect(),
    });
  }, [db, kind, id]);
  return state;
}
