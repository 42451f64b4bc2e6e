/** Changes of documents from the server's change feed: of one document, or of all. */
import { changesOf, type ChangeFeedItem } from './changes-feed.ts';
import type { DatabaseClient } from './client.ts';

export type ChangeSubscription =
  { readonly kind: 'document'; readonly id: string } | { readonly kind: 'all' };

export interface DocumentChange {
  /** `Put`, `Delete`, `Conflict`; newer servers may send more. */
  readonly type: string;
  readonly id: string;
  readonly collection: string | undefined;
  readonly changeVector: string | undefined;
}

export type ChangeItem = ChangeFeedItem<DocumentChange>;

/** Ends when the server closes; aborting closes the socket. */
export async function* watchDocuments(
  db: DatabaseClient,
  watch: ChangeSubscription,
  signal: AbortSignal,
): AsyncGenerator<ChangeItem> {
  const command =
    watch.kind === 'all' ? { Command: 'watch-docs', Param: null } : { Command: 'watch-doc', Param: watch.id };
  for await (const item of changesOf(db, 'DocumentChange', command, signal)) {
    if (item.kind === 'watching') yield item;
    else
      yield {
        kind: 'change',
        change: {
          type: item.change.Type ?? 'Put',
          id: item.change.Id ?? '',
          collection: item.change.CollectionName,
          changeVector: item.change.ChangeVector,
        },
      };
  }
}
