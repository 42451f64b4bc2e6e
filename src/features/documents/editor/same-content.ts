/**
 * The document that holds the content of a deleted one: servers have no rename, so a client that renames a document
 * writes it under a new id and deletes the old one.
 */
import { useQuery } from '@tanstack/react-query';
import type { Database } from '../../../app/registry/index.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { getCollectionDocuments } from '../../../protocol/collections.ts';
import { LARGE_JSON } from '../../../protocol/json-cursor.ts';
import { changedMembers } from './changed-members.ts';
import type { Base } from './document-draft.ts';
import { toEditableText } from './editable-text.ts';

/** The newest documents of the collection that are compared. */
const CANDIDATES = 8;
/** A client may write the new document after it deletes the old one. */
const ATTEMPTS = 4;
const BETWEEN_MS = 1_000;

/** The id of a newer document of the same collection with the content of `base`, or null. */
export async function findSameContent(
  db: DatabaseClient,
  base: Base,
  options: { readonly signal?: AbortSignal } = {},
): Promise<string | null> {
  const { id, collection, lastModified } = base.metadata;
  const newest = await getCollectionDocuments(db, collection, { start: 0, pageSize: CANDIDATES }, options);
  const same = newest.find(
    ({ metadata, text }) =>
      metadata.id.toLowerCase() !== id.toLowerCase() &&
      !(isBefore(metadata.lastModified, lastModified) || text.length >= LARGE_JSON) &&
      changedMembers(base.text, toEditableText(text))?.length === 0,
  );
  return same?.metadata.id ?? null;
}

/** To the millisecond. */
function isBefore(time: string | undefined, limit: string | undefined): boolean {
  return time !== undefined && limit !== undefined && Date.parse(time) < Date.parse(limit);
}

/** For a document that was deleted on the server; best effort, so a failed request finds nothing. */
export function useSameContent(
  { client, key }: Database,
  base: Base | null,
  deleted: boolean,
): string | undefined {
  const found = useQuery({
    queryKey: [...key, 'same-content', base?.metadata.id, base?.metadata.changeVector],
    queryFn: ({ signal }) => (base ? findSameContent(client, base, { signal }) : null),
    enabled: deleted && base !== null && base.text.length < LARGE_JSON,
    refetchInterval: ({ state }) =>
      state.data === null && state.dataUpdateCount < ATTEMPTS ? BETWEEN_MS : false,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return deleted ? (found.data ?? undefined) : undefined;
}
