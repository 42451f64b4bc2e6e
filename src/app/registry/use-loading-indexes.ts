import { useQuery } from '@tanstack/react-query';
import type { DatabaseClient } from '../../protocol/client.ts';
import {
  getLoadingIndexes,
  type ChangedDocument,
  type DependentIndex,
} from '../../protocol/dependent-indexes.ts';

/** Definitions and counts change rarely while a document is edited. */
const FRESH_MS = 60_000;
const none: readonly DependentIndex[] = [];

/**
 * The indexes that load a document, which index other documents again when it is saved. Null as document: not wanted. A
 * failure yields none: this is a hint, and the save itself reports a server that does not answer.
 */
export function useLoadingIndexes(
  db: DatabaseClient,
  key: readonly [connectionId: string, database: string],
  document: ChangedDocument | null,
): readonly DependentIndex[] {
  const { data } = useQuery({
    queryKey: [...key, 'loading-indexes', document?.collection, document?.id],
    queryFn: ({ signal }) => (document === null ? none : getLoadingIndexes(db, document, { signal })),
    enabled: document !== null,
    staleTime: FRESH_MS,
    retry: false,
  });
  return data ?? none;
}
