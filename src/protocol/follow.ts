/** Follows a live feed of a server, and opens it again after a break. */
import { isRetryable } from '../contract/index.ts';
import { keepOpen, type Pauses } from './keep-open.ts';

export type FeedStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  /** It was live before; what happens meanwhile is not reported. */
  | { readonly kind: 'reconnecting' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface FeedListener<T> {
  readonly onStatus: (status: FeedStatus) => void;
  readonly onItem: (item: T) => void;
}

const PAUSES: Pauses = { first: 1_000, last: 30_000 };

/**
 * Runs until aborted. A feed that never was live fails; one that breaks is opened again, with growing pauses, as is one
 * of a server that cannot be reached.
 */
export async function follow<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  signal: AbortSignal,
  { onStatus, onItem }: FeedListener<T>,
  pauses: Pauses = PAUSES,
): Promise<void> {
  let wasLive = false;
  onStatus({ kind: 'connecting' });
  const run = async (onLive: () => void) => {
    let live = false;
    for await (const item of open(signal)) {
      if (signal.aborted) return;
      if (!live) onStatus({ kind: 'live' });
      live = true;
      wasLive = true;
      onLive();
      onItem(item);
    }
  };
  const onBreak = (failure: unknown) => {
    if (wasLive) onStatus({ kind: 'reconnecting' });
    else
      onStatus({
        kind: 'failed',
        error: failure ?? new Error('The server closed the feed without a reason.'),
      });
    return wasLive || isRetryable(failure);
  };
  await keepOpen(run, onBreak, signal, pauses);
}
