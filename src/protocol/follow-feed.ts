/** Keeps a change feed open: reconnects after a break, with growing pauses. */
import type { ChangeFeedItem } from './changes-feed.ts';

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

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
  let retryMs = FIRST_RETRY_MS;
  let broken = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const follow = async () => {
    for await (const item of open(stop.signal)) {
      if (item.kind === 'change') onChange(item.change);
      else {
        retryMs = FIRST_RETRY_MS;
        onState('live');
        if (broken) onReconnect();
        broken = false;
      }
    }
  };
  const followAgain = () => {
    // An unavailable feed is a state, not an error: the data is polled instead.
    follow()
      .catch(() => undefined)
      .finally(() => {
        if (stop.signal.aborted) return;
        broken = true;
        onState('off');
        timer = setTimeout(followAgain, retryMs);
        retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
      });
  };
  followAgain();
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}
