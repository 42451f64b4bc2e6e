/** Names for completion in the query of a subscription: collections, and fields and values of a few documents. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { sampleCollection } from '../../../protocol/collection-sample.ts';
import { getCollectionNames } from '../../../protocol/collections.ts';
import type { JsonObject } from '../../../protocol/queries.ts';
import { dialectOf, getSearchEngines } from '../../../protocol/search-engines.ts';
import { fieldPaths, fieldValues } from '../../../protocol/sample-fields.ts';
import type { CompletionNames } from '../../../ui/rql/index.ts';

/** How often names are read again at most. */
const FRESH_MS = 60_000;

export function useQueryNames({ client, key }: Database): CompletionNames {
  const cache = useQueryClient();
  return useMemo(() => {
    /** On failure the list is shorter; the test reports server errors. */
    const orNone = <T>(reading: Promise<readonly T[]>): Promise<readonly T[]> => reading.catch(() => []);
    const documents = (collection: string | null): Promise<readonly JsonObject[]> =>
      collection === null
        ? Promise.resolve([])
        : orNone(
            cache.query({
              queryKey: [...key, 'subscription-form', 'sample', collection],
              staleTime: FRESH_MS,
              queryFn: async ({ signal }) =>
                (await sampleCollection(client, collection, { signal })).documents,
            }),
          );
    return {
      collections: () =>
        orNone(
          cache.query({
            queryKey: [...key, 'subscription-form', 'collections'],
            staleTime: FRESH_MS,
            queryFn: ({ signal }) => getCollectionNames(client, { signal }),
          }),
        ),
      indexes: () => [],
      fields: async (collection) => fieldPaths(await documents(collection)),
      values: async (collection, field) => fieldValues(await documents(collection), field),
      dialect: async (index) => {
        const engines = await cache
          .query({
            queryKey: [...key, 'subscription-form', 'search-engines'],
            staleTime: FRESH_MS,
            queryFn: ({ signal }) => getSearchEngines(client, { signal }),
          })
          .catch(() => undefined);
        return dialectOf(engines, index);
      },
    };
  }, [cache, client, key]);
}
