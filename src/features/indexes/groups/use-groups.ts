/** The groups of a map-reduce index: of one document, or of its documents page by page. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { getReduceTrees, getReduceTreesOf, type ReduceTree } from '../../../protocol/reduce-trees.ts';
import { mergeTrees } from './group-rows.ts';

export interface Groups {
  /** Undefined until they are loaded; null where the server does not report them. */
  readonly groups: readonly ReduceTree[] | null | undefined;
  /** How many documents were read. */
  readonly documents: number;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** `id` null: the documents of the index in the server's order. */
export function useGroups({ client, key }: Database, index: string, id: string | null): Groups {
  const found = useInfiniteQuery({
    queryKey: [...key, 'index-groups', index, id],
    queryFn: ({ pageParam, signal }) =>
      id === null
        ? getReduceTrees(client, index, pageParam, { signal })
        : getReduceTreesOf(client, index, id, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => last?.next ?? undefined,
    // An answer holds all entries of its groups, so it is read again on request only.
    staleTime: Infinity,
    structuralSharing: false,
  });
  const pages = found.data?.pages;
  const groups = useMemo(() => {
    if (pages === undefined) return undefined;
    const reported = pages.filter((each) => each !== null);
    return reported.length === 0 ? null : mergeTrees(reported.map(({ trees }) => trees));
  }, [pages]);
  return {
    groups,
    documents: (pages ?? []).reduce((sum, each) => sum + (each?.documents ?? 0), 0),
    error: found.error,
    hasMore: found.hasNextPage,
    loadingMore: found.isFetchingNextPage,
    loadMore: () => void found.fetchNextPage(),
    retry: () => void found.refetch(),
  };
}
