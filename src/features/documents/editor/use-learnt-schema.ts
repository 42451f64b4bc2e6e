/** The learnt schema of a collection: read once from a sample and kept for the session. */
import { useQuery } from '@tanstack/react-query';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { sampleCollection } from '../../../protocol/collection-sample.ts';
import { pluralize } from '../../../ui/index.ts';
import { learnSchema, type LearntSchema } from './learnt-schema.ts';

export interface CollectionSchema {
  readonly schema: LearntSchema | undefined;
  /** What it is based on, in a few words; undefined while it is read, or without a collection. */
  readonly origin: string | undefined;
}

/** `collection`: undefined reads nothing. */
export function useLearntSchema(
  client: DatabaseClient,
  queryKey: readonly string[],
  collection: string | undefined,
): CollectionSchema {
  const known = collection !== undefined && collection !== '' && !collection.startsWith('@');
  const { data, isError } = useQuery({
    queryKey: [...queryKey, 'learnt-schema', collection],
    queryFn: async ({ signal }) => {
      const { documents, complete } = await sampleCollection(client, collection ?? '', { signal });
      return { schema: learnSchema(documents, collection ?? ''), count: documents.length, complete };
    },
    enabled: known,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
  // Editing works without it, so a failure is only named.
  if (isError) return { schema: undefined, origin: 'Not available: the sample could not be read' };
  if (!data) return { schema: undefined, origin: undefined };
  return { schema: data.schema, origin: originText(data.count, data.complete) };
}

function originText(count: number, complete: boolean): string {
  if (count === 0) return 'No documents to learn from';
  const which = count === 1 ? '' : complete ? 'all ' : 'the first ';
  return `Learnt from ${which}${pluralize(count, 'document')}`;
}
