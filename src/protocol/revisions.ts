/** Revisions: the list for a document, a single revision with its text, and the configuration per collection. */
import { z } from 'zod';
import { PortError } from '../contract/index.ts';
import { readJson, type DatabaseClient, type RequestOptions } from './client.ts';
import { readDocuments, readResults, type DocumentMetadata, type StoredDocument } from './documents.ts';
import { member, slice } from './json-text.ts';
import { readServerError } from './server-error.ts';

type Signal = Pick<RequestOptions, 'signal'>;

export interface RevisionPage {
  readonly total: number;
  /** Newest first. */
  readonly revisions: readonly DocumentMetadata[];
}

export async function getRevisions(
  db: DatabaseClient,
  id: string,
  page: { readonly start: number; readonly pageSize: number },
  options: Signal = {},
): Promise<RevisionPage> {
  const query = { id, ...page, metadataOnly: true };
  const response = await db.send('GET', '/revisions', { query, ...options });
  const path = db.path('/revisions');
  const { root, documents } = readResults(response.body, path);
  const totalNode = member(root, 'TotalResults')?.value;
  const total = totalNode ? Number(slice(response.body, totalNode)) : NaN;
  if (!Number.isInteger(total))
    throw new PortError({
      code: 'not-ravendb',
      message: `The response from ${path} does not have the documented RavenDB format: it has no revision count.`,
      detail: response.body.slice(0, 1000),
    });
  return { total, revisions: documents.map((each) => each.metadata) };
}

/** Null when the revision was removed: limits delete the oldest ones. */
export async function getRevision(
  db: DatabaseClient,
  changeVector: string,
  options: Signal = {},
): Promise<StoredDocument | null> {
  const response = await db.send('GET', '/revisions', {
    query: { changeVector },
    accept: [404],
    ...options,
  });
  const path = db.path('/revisions');
  if (response.status === 404) {
    if (response.body.trim() === '') return null;
    throw readServerError(404, path, response.body);
  }
  return readDocuments(response.body, path)[0] ?? null;
}

export const revisionsRule = z.looseObject({
  Disabled: z.boolean().nullish(),
  /** Null: no limit. */
  MinimumRevisionsToKeep: z.number().nullish(),
  /** A TimeSpan; null: no limit. With a number as well, only revisions beyond both limits are deleted. */
  MinimumRevisionAgeToKeep: z.string().nullish(),
  /** Deleting a document deletes its revisions. */
  PurgeOnDelete: z.boolean().nullish(),
  /** Most revisions that one save deletes; null: no limit. */
  MaximumRevisionsToDeleteUponDocumentUpdate: z.number().nullish(),
});
/** What is kept of one collection. */
export type RevisionsRule = z.output<typeof revisionsRule>;

/** Unknown members are preserved when the configuration is written back. */
export const revisionsConfiguration = z.looseObject({
  /** For collections without a rule of their own. */
  Default: revisionsRule.nullish(),
  Collections: z.record(z.string(), revisionsRule).nullish(),
});
export type RevisionsConfiguration = z.output<typeof revisionsConfiguration>;

/** Null when not configured. */
export async function getRevisionsConfiguration(
  db: DatabaseClient,
  options: Signal = {},
): Promise<RevisionsConfiguration | null> {
  const response = await db.send('GET', '/revisions/config', { accept: [404], ...options });
  const path = db.path('/revisions/config');
  if (response.status !== 404) return readJson(revisionsConfiguration, path, response.body);
  if (response.body.trim() === '') return null;
  throw readServerError(404, path, response.body);
}

/** Whether a save in this collection creates a revision. */
export function hasRevisionsEnabled(setting: RevisionsConfiguration | null, collection: string): boolean {
  const wanted = collection.toLowerCase();
  const own = Object.entries(setting?.Collections ?? {}).find(([name]) => name.toLowerCase() === wanted)?.[1];
  const holds = own ?? setting?.Default;
  return holds !== undefined && holds !== null && holds.Disabled !== true;
}

/** Enables revisions for one collection and keeps the settings of the others. A null `newest` means no limit. */
export async function enableRevisions(
  db: DatabaseClient,
  collection: string,
  newest: number | null,
): Promise<void> {
  const before = await getRevisionsConfiguration(db);
  const wanted = collection.toLowerCase();
  const others = Object.entries(before?.Collections ?? {}).filter(([name]) => name.toLowerCase() !== wanted);
  await setRevisionsConfiguration(db, {
    ...before,
    Collections: {
      ...Object.fromEntries(others),
      [collection]: { Disabled: false, MinimumRevisionsToKeep: newest },
    },
  });
}

/** Replaces the complete configuration. Existing revisions stay until their document is saved again. */
export async function setRevisionsConfiguration(
  db: DatabaseClient,
  wanted: RevisionsConfiguration,
): Promise<void> {
  await db.send('POST', '/admin/revisions/config', {
    json: { ...wanted, Default: wanted.Default ?? null, Collections: wanted.Collections ?? {} },
  });
}
