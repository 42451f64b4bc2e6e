/** The results of the palette that a server answers: names once per opening, documents while typing. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Port } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { getCollectionStats } from '../../protocol/collections.ts';
import { getDocumentsStartingWith } from '../../protocol/documents.ts';
import { getIndexNames } from '../../protocol/index-names.ts';
import type { Target } from '../workspace/workspace-store.ts';

const DEBOUNCE_MS = 150;
const MOST_DOCUMENTS = 8;
const NAMES_FRESH_MS = 30_000;

export interface Names {
  readonly collections: readonly { readonly name: string; readonly documents: number }[];
  readonly indexes: readonly string[];
}

/** Names that arrive late or not at all do not hold up the other results. */
export function useNames(port: Port, { connectionId, database }: Target): Names {
  const db = new ServerClient(port, connectionId).database(database ?? '');
  const options = { enabled: database !== null, staleTime: NAMES_FRESH_MS, retry: false };
  const collections = useQuery({
    queryKey: [connectionId, database, 'collections', 'stats'],
    queryFn: ({ signal }) => getCollectionStats(db, { signal }),
    ...options,
  });
  const indexes = useQuery({
    queryKey: [connectionId, database, 'index-names'],
    queryFn: ({ signal }) => getIndexNames(db, { signal }),
    ...options,
  });
  return {
    collections: collections.data?.collections.filter((each) => !each.name.startsWith('@')) ?? [],
    indexes: indexes.data ?? [],
  };
}

export interface FoundDocuments {
  readonly ids: readonly string[];
  readonly searching: boolean;
  readonly error: unknown;
}

/**
 * Documents whose id starts with the typed text. Each further key discards the pending search: the cache aborts a
 * request that nobody waits for any more.
 */
export function useDocumentsByPrefix(
  port: Port,
  { connectionId, database }: Target,
  typed: string,
): FoundDocuments {
  const settled = useDebounced(typed.trim());
  const enabled = database !== null && settled !== '';
  const found = useQuery({
    queryKey: [connectionId, database, 'find-documents', settled],
    queryFn: async ({ signal }) => {
      const db = new ServerClient(port, connectionId).database(database ?? '');
      const page = { start: 0, pageSize: MOST_DOCUMENTS, metadataOnly: true as const };
      const documents = await getDocumentsStartingWith(db, settled, page, { signal });
      return documents.map((each) => each.metadata.id);
    },
    enabled,
    gcTime: 0,
    retry: false,
  });
  const current = settled === typed.trim();
  return {
    ids: enabled && current ? (found.data ?? []) : [],
    searching: database !== null && typed.trim() !== '' && (!current || found.isFetching),
    error: enabled && current ? found.error : null,
  };
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
