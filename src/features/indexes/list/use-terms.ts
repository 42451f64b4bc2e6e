/** Terms of a field, page by page. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Database } from '../../../app/registry/index.ts';
import { getIndexOutlines } from '../../../protocol/index-outlines.ts';
import { getIndexFields, getIndexTerms } from '../../../protocol/index-terms.ts';
import { fieldNames } from './map-fields.ts';

const PAGE = 200;

export interface IndexFields {
  readonly names: readonly string[];
  /** False: taken from the definition, which may write further fields. */
  readonly complete: boolean;
}

export function useIndexFields({ client, key }: Database, index: string) {
  return useQuery({
    queryKey: [...key, 'indexes', 'fields', index],
    queryFn: async ({ signal }): Promise<IndexFields> => {
      const reported = await getIndexFields(client, index, { signal });
      if (reported !== null) return { names: reported, complete: true };
      const [outline] = await getIndexOutlines(client, { name: index, signal });
      const configured = [...(outline?.fields.keys() ?? [])].filter((name) => !name.startsWith('__'));
      return {
        names: [...new Set([...fieldNames(outline?.maps ?? []), ...configured])],
        complete: false,
      };
    },
  });
}

export function useTerms({ client, key }: Database, index: string, field: string, prefix: string) {
  return useInfiniteQuery({
    queryKey: [...key, 'indexes', 'terms', index, field, prefix],
    queryFn: ({ pageParam, signal }) =>
      getIndexTerms(client, { index, field, prefix, after: pageParam, pageSize: PAGE }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: field !== '',
  });
}
