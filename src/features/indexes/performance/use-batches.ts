/** The batches of a database: a snapshot, and the live feed merged into it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { followFeed, type FeedState } from '../../../protocol/follow-feed.ts';
import {
  getIndexPerformance,
  indexPerformanceFeed,
  type IndexPerformance,
} from '../../../protocol/index-performance.ts';
import { addBatches, noBatches, type BatchesByIndex } from '../../../protocol/indexing-batches.ts';

/** Without a feed. Batches that the server drops in between are missing. */
const POLL_MS = 3_000;

export interface Batches {
  /** Undefined until they are loaded. */
  readonly batches: BatchesByIndex | undefined;
  readonly feed: FeedState;
  readonly error: unknown;
  readonly refresh: () => void;
}

export function useBatches({ client, key: [connectionId, database] }: Database): Batches {
  const queries = useQueryClient();
  const [feed, setFeed] = useState<FeedState>('connecting');
  // Apart from the keys of the list, whose refresh after each batch would read all batches again.
  const queryKey = [connectionId, database, 'indexing-batches'];
  const snapshot = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<BatchesByIndex> => {
      const read = await getIndexPerformance(client, signal);
      // Read after the answer: live frames can arrive while it is on its way.
      return addBatches(queries.getQueryData<BatchesByIndex>(queryKey) ?? noBatches, read);
    },
    refetchInterval: feed === 'off' ? POLL_MS : false,
    structuralSharing: false,
  });
  const add = useEffectEvent((frame: IndexPerformance) => {
    queries.setQueryData<BatchesByIndex>(queryKey, (known) => addBatches(known ?? noBatches, frame));
  });
  const readAgain = useEffectEvent(() => void queries.invalidateQueries({ queryKey }));
  useEffect(
    () =>
      followFeed((signal) => indexPerformanceFeed(client, signal), {
        onState: setFeed,
        onChange: (frame) => add(frame),
        onReconnect: () => readAgain(),
      }),
    [client],
  );
  return {
    batches: snapshot.data,
    feed,
    error: snapshot.error,
    refresh: () => void snapshot.refetch(),
  };
}
