/** The beginnings of ids by collection, by which an id without a digit is recognised. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { DatabaseClient } from '../../protocol/client.ts';
import { getCollectionNames } from '../../protocol/collections.ts';
import { idPrefixes, type IdPrefixes } from '../../ui/index.ts';

/** New collections are rare. */
const FRESH_MS = 60_000;
const none: IdPrefixes = new Set();

export function idPrefixesQuery(db: DatabaseClient, key: readonly [connectionId: string, database: string]) {
  return queryOptions({
    queryKey: [...key, 'collections', 'id-prefixes'],
    queryFn: async ({ signal }) => idPrefixes(await getCollectionNames(db, { signal })),
    staleTime: FRESH_MS,
    retry: false,
  });
}

/** None until the collections are read, and when that fails: links are a convenience. */
export function useIdPrefixes(
  db: DatabaseClient,
  key: readonly [connectionId: string, database: string],
): IdPrefixes {
  return useQuery(idPrefixesQuery(db, key)).data ?? none;
}
