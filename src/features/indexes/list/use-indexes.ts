/** The data of the list: statistics, progress, sizes and nodes, kept current by the change feed and by polling. */
import {
  keepPreviousData,
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { getDatabaseNodes } from '../../../protocol/database-nodes.ts';
import { followFeed, type FeedState } from '../../../protocol/follow-feed.ts';
import { watchIndexes } from '../../../protocol/index-changes.ts';
import { getIndexProgress, type IndexProgress } from '../../../protocol/index-progress.ts';
import { getIndexSizes, type IndexSize } from '../../../protocol/index-sizes.ts';
import { getIndexingStatus, getIndexStats, type IndexStats } from '../../../protocol/index-stats.ts';
import type { IndexGrowth } from './growth.ts';
import { addProgress, emptyHistory, type ProgressHistory } from './index-lag.ts';
import { isIndexing } from './index-state.ts';
import { useFirstValues } from './use-first-values.ts';
import {
  confirmedMismatches,
  findMismatches,
  type Mismatch,
  type NodeStats,
} from '../../../protocol/node-mismatch.ts';

/** While an index has work: often enough to measure a rate. */
const BUSY_MS = 1_500;
/** Without a feed. */
const POLL_MS = 3_000;
/** With a feed, which reports batches, but not a document that makes an index stale. */
const QUIET_MS = 5_000;
const SIZES_MS = 60_000;
const NODES_MS = 60_000;
/** Limits refreshes during many batches. */
const REFRESH_MS = 1_000;

export interface Progress {
  readonly byName: ReadonlyMap<string, IndexProgress>;
  readonly history: ProgressHistory;
}

export interface NodeReading {
  readonly nodes: readonly NodeStats[];
  /** Of this reading, not confirmed yet. */
  readonly found: readonly Mismatch[];
  readonly mismatches: readonly Mismatch[];
}

export interface Indexes {
  readonly feed: FeedState;
  /** Undefined until they are loaded. */
  readonly stats: readonly IndexStats[] | undefined;
  /** `Running`, `Paused` or `Disabled`, for the whole database. */
  readonly status: string;
  readonly error: unknown;
  readonly refreshing: boolean;
  readonly progress: Progress;
  /** Undefined while loading; empty where the server does not report sizes of indexes. */
  readonly sizes: ReadonlyMap<string, IndexSize> | undefined;
  readonly sizesError: unknown;
  readonly growth: IndexGrowth;
  /** Null when one node holds the database. */
  readonly nodes: NodeReading | null;
  readonly refresh: () => void;
}

const noProgress: Progress = { byName: new Map(), history: emptyHistory };

export function useIndexes(database: Database): Indexes {
  const { client, key } = database;
  const queries = useQueryClient();
  const feed = useIndexFeed(database);

  const stats = useQuery({
    queryKey: [...key, 'indexes', 'stats'],
    queryFn: async ({ signal }) => {
      const [indexes, status] = await Promise.all([
        getIndexStats(client, { signal }),
        getIndexingStatus(client, { signal }),
      ]);
      return { indexes, status };
    },
    refetchInterval: ({ state }) =>
      state.data?.indexes.some(isCatchingUp) === true ? BUSY_MS : feed === 'live' ? QUIET_MS : POLL_MS,
    placeholderData: keepPreviousData,
  });
  const indexes = stats.data?.indexes;
  const someStale = indexes?.some(({ isStale }) => isStale) === true;
  const someBusy = indexes?.some(isCatchingUp) === true;

  const progressKey = [...key, 'indexes', 'progress'];
  const progress = useQuery({
    queryKey: progressKey,
    queryFn: async ({ signal }): Promise<Progress> => {
      const byName = await getIndexProgress(client, { signal });
      const before = queries.getQueryData<Progress>(progressKey);
      return { byName, history: addProgress(before?.history ?? emptyHistory, Date.now(), byName) };
    },
    enabled: someStale,
    refetchInterval: someBusy ? BUSY_MS : POLL_MS,
    structuralSharing: false,
  });
  const sizes = useQuery({
    queryKey: [...key, 'indexes', 'sizes'],
    queryFn: ({ signal }) => getIndexSizes(client, { signal }),
    refetchInterval: SIZES_MS,
    staleTime: SIZES_MS,
    structuralSharing: false,
  });
  const nodeTags = useQuery({
    queryKey: [...key, 'indexes', 'node-tags'],
    queryFn: ({ signal }) => getDatabaseNodes(client, { signal }),
    refetchInterval: NODES_MS,
    staleTime: NODES_MS,
  });
  const nodes = useQuery(nodesQuery(database, nodeTags.data ?? [], queries));

  const growth = useGrowth(indexes, stats.dataUpdatedAt, sizes.data, sizes.dataUpdatedAt);

  return {
    feed,
    stats: indexes,
    status: stats.data?.status ?? 'Running',
    error: stats.error,
    refreshing: stats.isFetching,
    progress: someStale ? (progress.data ?? noProgress) : noProgress,
    sizes: sizes.data,
    sizesError: sizes.error,
    growth,
    nodes: nodes.data ?? null,
    refresh: () => void queries.invalidateQueries({ queryKey: [...key, 'indexes'] }),
  };
}

function useGrowth(
  indexes: readonly IndexStats[] | undefined,
  indexesAt: number,
  sizes: ReadonlyMap<string, IndexSize> | undefined,
  sizesAt: number,
): IndexGrowth {
  const values = useMemo(
    () => indexes && known(indexes.map(({ name, entries }) => [name, entries])),
    [indexes],
  );
  const totals = useMemo(
    () => sizes && known([...sizes].map(([name, { data, journals }]) => [name, data + journals])),
    [sizes],
  );
  const used = useMemo(() => sizes && known([...sizes].map(([name, size]) => [name, size.used])), [sizes]);
  return {
    entries: useFirstValues(values, indexesAt),
    total: useFirstValues(totals, sizesAt),
    used: useFirstValues(used, sizesAt),
  };
}

function known(values: readonly (readonly [name: string, value: number | null])[]): Map<string, number> {
  return new Map(values.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])));
}

function isCatchingUp(index: IndexStats): boolean {
  return index.isStale && isIndexing(index);
}

function nodesQuery({ client, key }: Database, tags: readonly string[], queries: QueryClient) {
  const queryKey = [...key, 'indexes', 'nodes', tags];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<NodeReading> => {
      const nodes = await Promise.all(
        tags.map(async (node): Promise<NodeStats> => {
          try {
            const indexes = await getIndexStats(client, { nodeTag: node, signal });
            return { node, indexes: new Map(indexes.map((each) => [each.name, each])), error: null };
          } catch (error) {
            // A node that does not answer is reported in its column; the others are still compared.
            return { node, indexes: null, error };
          }
        }),
      );
      const found = findMismatches(nodes);
      const before = queries.getQueryData<NodeReading>(queryKey);
      return { nodes, found, mismatches: confirmedMismatches(before?.found ?? [], found) };
    },
    enabled: tags.length > 1,
    // A difference is confirmed by the next reading.
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.found.length > 0 ? BUSY_MS : POLL_MS,
    structuralSharing: false,
  });
}

/** Refetches on changes of indexes: soon after the first, later ones together. */
function useIndexFeed({ client, key }: Database): FeedState {
  const queries = useQueryClient();
  const [state, setState] = useState<FeedState>('connecting');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useEffectEvent(() => {
    timer.current = undefined;
    for (const part of ['stats', 'progress', 'errors'])
      void queries.invalidateQueries({ queryKey: [...key, 'indexes', part] });
  });
  useEffect(() => {
    const stop = followFeed((signal) => watchIndexes(client, signal), {
      onState: setState,
      onChange: () => {
        timer.current ??= setTimeout(() => refresh(), REFRESH_MS);
      },
      onReconnect: () => refresh(),
    });
    return () => {
      stop();
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [client]);
  return state;
}
