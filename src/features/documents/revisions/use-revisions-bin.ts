/** Rows of the revisions bin: pages are loaded as the user scrolls, because the server reports no total. */
import { useInfiniteQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import type { DocumentMetadata } from '../../../protocol/documents.ts';
import { getRevisionsBin } from '../../../protocol/revisions-bin.ts';

const PAGE = 128;

export interface RevisionsBinRows {
  readonly rows: readonly DocumentMetadata[];
  /** All entries are loaded. */
  readonly complete: boolean;
  readonly loading: boolean;
  readonly refreshing: boolean;
  readonly error: unknown;
  readonly onVisibleRange: (start: number, end: number) => void;
  readonly refresh: () => void;
}

function binKey(database: Database): QueryKey {
  return [...database.key, 'revisions-bin'];
}

export function useRevisionsBin(database: Database): RevisionsBinRows {
  const queries = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: binKey(database),
    queryFn: ({ pageParam, signal }) =>
      getRevisionsBin(database.client, { start: pageParam, pageSize: PAGE }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, _pages, start) => (last.length < PAGE ? undefined : start + PAGE),
    retry: false,
  });
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  // An entry can move to the next page while documents are deleted.
  const rows = useMemo(
    () => [...new Map(data?.pages.flat().map((each) => [each.id, each])).values()],
    [data],
  );
  const loaded = rows.length;
  const onVisibleRange = useCallback(
    (_start: number, end: number) => {
      if (end >= loaded - 1 && hasNextPage && !isFetching) void fetchNextPage();
    },
    [loaded, hasNextPage, isFetching, fetchNextPage],
  );
  return {
    rows,
    complete: data !== undefined && !hasNextPage,
    loading: query.isPending,
    refreshing: isFetching,
    error: query.error,
    onVisibleRange,
    refresh: () => void queries.invalidateQueries({ queryKey: binKey(database) }),
  };
}
