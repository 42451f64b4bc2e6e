/** Keeps a change feed open: reconnects after a break, with growing pauses. */
import type { ChangeFeedItem } from './changes-feed.ts';
import { keepOpen } from './keep-open.ts';

const PAUSES = { first: 2_000, last: 60_000 };

/** `live`: every change is received. `off`: no feed (unsupported or disconnected); poll instead. */
export type FeedState = 'connecting' | 'live' | 'off';

export interface FeedListener<C> {
  readonly onState: (state: FeedState) => void;
  readonly onChange: (change: C) => void;
  /** The feed is live again after a break. Changes made meanwhile were not reported, so all loaded data can be outdated. */
  readonly onReconnect: () => void;
}

/** Returns the function that ends it. */
export function followFeed<C>(
  open: (signal: AbortSignal) => AsyncIterable<ChangeFeedItem<C>>,
  { onState, onChange, onReconnect }: FeedListener<C>,
): () => void {
  const stop = new AbortController();
  let broken = false;

  const follow = async (onLive: () => void) => {
    for await (const item of open(stop.signal)) {
      if (item.kind === 'change') onChange(item.change);
      else {
        onLive();
        onState('live');
        if (broken) onReconnect();
        broken = false;
      }
    }
  };
  // An unavailable feed is a state, not an error: the data is polled instead.
  const onBreak = () => {
    broken = true;
    onState('off');
    return true;
  };
  void keepOpen(follow, onBreak, stop.signal, PAUSES);
  return () => stop.abort();
}
