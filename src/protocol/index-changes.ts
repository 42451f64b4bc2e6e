/** Changes of indexes from the server's change feed: batches, states, additions, deletions, replacements. */
import { changesOf, type ChangeFeedItem } from './changes-feed.ts';
import type { DatabaseClient } from './client.ts';

export interface IndexChange {
  /** `BatchCompleted`, `IndexAdded`, `IndexRemoved`, `IndexPaused`, … */
  readonly type: string;
  readonly name: string;
}

/** Ends when the server closes; aborting closes the socket. */
export async function* watchIndexes(
  db: DatabaseClient,
  signal: AbortSignal,
): AsyncGenerator<ChangeFeedItem<IndexChange>> {
  const command = { Command: 'watch-indexes', Param: null };
  for await (const item of changesOf(db, 'IndexChange', command, signal)) {
    if (item.kind === 'watching') yield item;
    else
      yield {
        kind: 'change',
        change: { type: item.change.Type ?? '', name: item.change.Name ?? '' },
      };
  }
}
