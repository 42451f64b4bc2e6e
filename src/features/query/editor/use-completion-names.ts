/** Names for completion: collections, indexes seen in results, fields of a few documents. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useEffect } from 'react';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { sampleCollection, type CollectionSample } from '../../../protocol/collection-sample.ts';
import { getCollectionNames } from '../../../protocol/collections.ts';
import type { JsonObject } from '../../../protocol/queries.ts';
import { dialectOf, getSearchEngines } from '../../../protocol/search-engines.ts';
import type { CompletionNames } from '../../../ui/rql/index.ts';
import type { Run } from '../runs/query-runs.ts';
import { fieldPaths, fieldValues } from '../../../protocol/sample-fields.ts';

/** How often names are read again at most. */
const FRESH_MS = 60_000;

export interface SampledNames extends CompletionNames {
  readonly sample: (collection: string) => Promise<CollectionSample>;
}

export function useCompletionNames(
  db: DatabaseClient,
  key: readonly [string, string],
  lastRun: Run,
): SampledNames {
  const cache = useQueryClient();
  const seen = useRef<{ fields: readonly string[]; rows: readonly JsonObject[]; indexes: Set<string> }>({
    fields: [],
    rows: [],
    indexes: new Set(),
  });
  useEffect(() => {
    if (lastRun.kind !== 'answered') return;
    seen.current.rows = lastRun.answer.rows.slice(0, 50);
    seen.current.fields = fieldPaths(seen.current.rows);
    const index = lastRun.answer.indexName;
    if (index !== '' && !index.startsWith('collection/')) seen.current.indexes.add(index);
  }, [lastRun]);

  return useMemo(() => {
    const [connectionId, database] = key;
    /** On failure the list is shorter; running the query reports server errors. */
    const orNone = <T>(reading: Promise<readonly T[]>): Promise<readonly T[]> => reading.catch(() => []);
    const sampleOf = (collection: string): Promise<CollectionSample> =>
      cache.query({
        queryKey: [connectionId, database, 'query', 'sample', collection],
        staleTime: FRESH_MS,
        queryFn: ({ signal }) => sampleCollection(db, collection, { signal }),
      });
    return {
      dialect: async (index) => {
        const engines = await cache
          .query({
            queryKey: [connectionId, database, 'query', 'search-engines'],
            staleTime: FRESH_MS,
            queryFn: ({ signal }) => getSearchEngines(db, { signal }),
          })
          .catch(() => undefined);
        return dialectOf(engines, index);
      },
      collections: () =>
        orNone(
          cache.query({
            queryKey: [connectionId, database, 'query', 'collections'],
            staleTime: FRESH_MS,
            queryFn: ({ signal }) => getCollectionNames(db, { signal }),
          }),
        ),
      indexes: () => [...seen.current.indexes],
      fields: async (collection) => {
        if (collection === null) return seen.current.fields;
        const sampled = await orNone(sampleOf(collection).then((sample) => fieldPaths(sample.documents)));
        return [...new Set([...sampled, ...seen.current.fields])];
      },
      values: async (collection, field) => {
        const sampled =
          collection === null ? [] : await orNone(sampleOf(collection).then((each) => each.documents));
        return fieldValues([...sampled, ...seen.current.rows], field);
      },
      sample: sampleOf,
    };
  }, [cache, db, key]);
}
