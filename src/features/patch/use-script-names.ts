/** Names for completion in the editor of the screen: collections, fields of a sample, parameters, the server's kind. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { DatabaseClient } from '../../protocol/client.ts';
import { sampleCollection } from '../../protocol/collection-sample.ts';
import { getCollectionNames } from '../../protocol/collections.ts';
import { getDocuments } from '../../protocol/documents.ts';
import type { JsonObject } from '../../protocol/queries.ts';
import { fieldPaths, fieldValues } from '../../protocol/sample-fields.ts';
import { dialectOf, getSearchEngines } from '../../protocol/search-engines.ts';
import type { CompletionNames } from '../../ui/rql/index.ts';

/** How often names are read again at most. */
const FRESH_MS = 60_000;
/** Documents of a list whose fields are offered. */
const SAMPLED_IDS = 8;

interface Current {
  readonly ids: readonly string[];
  readonly parameters: readonly string[];
}

export function useScriptNames(
  db: DatabaseClient,
  key: readonly [string, string],
  current: Current,
): CompletionNames {
  const cache = useQueryClient();
  const latest = useRef(current);
  useEffect(() => {
    latest.current = current;
  });
  return useMemo(() => {
    /** On failure the list is shorter; the test reports server errors. */
    const orNone = <T>(reading: Promise<readonly T[]>): Promise<readonly T[]> => reading.catch(() => []);
    const read = <T>(what: readonly string[], queryFn: (signal: AbortSignal) => Promise<T>): Promise<T> =>
      cache.query({
        queryKey: [...key, 'patch', ...what],
        staleTime: FRESH_MS,
        queryFn: ({ signal }) => queryFn(signal),
      });
    const documents = (collection: string | null): Promise<readonly JsonObject[]> => {
      const ids = latest.current.ids.slice(0, SAMPLED_IDS);
      return orNone(
        collection === null
          ? read(['documents', ...ids], async (signal) =>
              (await getDocuments(db, ids, { signal })).map(({ text }) => JSON.parse(text) as JsonObject),
            )
          : read(
              ['sample', collection],
              async (signal) => (await sampleCollection(db, collection, { signal })).documents,
            ),
      );
    };
    return {
      collections: () => orNone(read(['collections'], (signal) => getCollectionNames(db, { signal }))),
      indexes: () => [],
      fields: async (collection) => fieldPaths(await documents(collection)),
      values: async (collection, field) => fieldValues(await documents(collection), field),
      dialect: async (index) => {
        const engines = await read(['search-engines'], (signal) => getSearchEngines(db, { signal })).catch(
          () => undefined,
        );
        return dialectOf(engines, index);
      },
      parameters: () => latest.current.parameters,
    };
  }, [cache, db, key]);
}
