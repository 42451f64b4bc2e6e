/** Deleted documents that have revisions, and restoring them. */
import type { DatabaseClient, RequestOptions } from './client.ts';
import { existingIds, readDocuments, type DocumentMetadata } from './documents.ts';
import { getRevisions } from './revisions.ts';

type Signal = Pick<RequestOptions, 'signal'>;

/** One entry per deleted document, the latest deletion first. The server reports no total. */
export async function getRevisionsBin(
  db: DatabaseClient,
  page: { readonly start: number; readonly pageSize: number },
  options: Signal = {},
): Promise<readonly DocumentMetadata[]> {
  const response = await db.send('GET', '/revisions/bin', { query: { ...page }, ...options });
  return readDocuments(response.body, db.path('/revisions/bin')).map((each) => each.metadata);
}

/** A revision that represents a deletion. It has no text. */
export function isDeletion({ flags }: Pick<DocumentMetadata, 'flags'>): boolean {
  return flags.includes('DeleteRevision');
}

/** Number of revisions searched: several deletions can follow each other. */
const SEARCHED = 16;

/** The newest revision with a text; null when none is left. */
export async function lastTextRevision(
  db: DatabaseClient,
  id: string,
  options: Signal = {},
): Promise<DocumentMetadata | null> {
  const { revisions } = await getRevisions(db, id, { start: 0, pageSize: SEARCHED }, options);
  return revisions.find((each) => !isDeletion(each)) ?? null;
}

export interface RestoredFromBin {
  readonly restored: readonly string[];
  /** Documents that were created again in the meantime; they are kept. */
  readonly existing: readonly string[];
  /** Documents whose revisions were deleted: nothing is left to restore. */
  readonly lost: readonly string[];
}

/** Restores deleted documents from their newest revision, with attachments: all of them in one transaction, or none. */
export async function restoreFromBin(db: DatabaseClient, ids: readonly string[]): Promise<RestoredFromBin> {
  const existing = await existingIds(db, ids);
  const taken = new Set(existing.map((id) => id.toLowerCase()));
  const restored: [string, string][] = [];
  const lost: string[] = [];
  for (const id of ids.filter((each) => !taken.has(each.toLowerCase()))) {
    const revision = await lastTextRevision(db, id);
    if (revision) restored.push([id, revision.changeVector]);
    else lost.push(id);
  }
  if (restored.length > 0)
    await db.send('POST', '/revisions/revert/docs', {
      json: { IdToChangeVector: Object.fromEntries(restored) },
    });
  return { restored: restored.map(([id]) => id), existing, lost };
}
