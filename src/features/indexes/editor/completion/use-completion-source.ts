/** Collections and fields of the tab's database, read when a completion list needs them. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sampleCollection } from '../../../../protocol/collection-sample.ts';
import { getCollectionStats } from '../../../../protocol/collections.ts';
import { fieldPaths } from '../../../../protocol/sample-fields.ts';
import type { IndexDatabase } from '../index-database.ts';
import type { CompletionSource } from './suggestions.ts';

const FRESH_MS = 60_000;

export type DatabaseNames = Pick<CompletionSource, 'collections' | 'fields'>;

export function useDatabaseNames({ client, key }: IndexDatabase): DatabaseNames {
  const cache = useQueryClient();
  return useMemo(() => {
    /** On failure the list is empty; trying and saving report server errors. */
    const orNone = (reading: Promise<readonly string[]>) => reading.catch((): readonly string[] => []);
    return {
      collections: () =>
        orNone(
          cache.query({
            queryKey: [...key, 'index-editor', 'collections'],
            staleTime: FRESH_MS,
            queryFn: async ({ signal }) =>
              (await getCollectionStats(client, { signal })).collections
                .filter((each) => each.documents > 0 && !each.name.startsWith('@'))
                .map((each) => each.name),
          }),
        ),
      fields: (collection) =>
        orNone(
          cache.query({
            queryKey: [...key, 'index-editor', 'fields', collection],
            staleTime: FRESH_MS,
            queryFn: async ({ signal }) =>
              fieldPaths((await sampleCollection(client, collection, { signal })).documents),
          }),
        ),
    };
  }, [cache, client, key]);
}
