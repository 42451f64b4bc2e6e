/** Collections and fields of the tab's database, read when a completion list needs them. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Database } from '../../../../app/registry/index.ts';
import { sampleCollection } from '../../../../protocol/collection-sample.ts';
import { getCollectionNames } from '../../../../protocol/collections.ts';
import { fieldPaths } from '../../../../protocol/sample-fields.ts';
import type { CompletionSource } from './suggestions.ts';

const FRESH_MS = 60_000;

export type DatabaseNames = Pick<CompletionSource, 'collections' | 'fields'>;

export function useDatabaseNames({ client, key }: Database): DatabaseNames {
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
            queryFn: ({ signal }) => getCollectionNames(client, { signal }),
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
