/** Collections of a database: counts, pages of rows for a table, pages of complete documents for an export. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { readDocuments, readResults, type DocumentMetadata, type StoredDocument } from './documents.ts';
import { member, parseJsonText, slice, stringValue, type JsonNode } from './json-text.ts';
import { rqlText } from './rql-text.ts';

type Signal = Pick<RequestOptions, 'signal'>;

const statsAnswer = z.looseObject({
  CountOfDocuments: z.number(),
  CountOfConflicts: z.number().optional(),
  Collections: z.record(z.string(), z.number()),
});

export interface CollectionStats {
  readonly documents: number;
  readonly conflicts: number;
  /** By name; `@empty` and `@hilo` are system collections. */
  readonly collections: readonly { readonly name: string; readonly documents: number }[];
}

export async function getCollectionStats(db: DatabaseClient, options: Signal = {}): Promise<CollectionStats> {
  const read = await db.read(statsAnswer, 'GET', '/collections/stats', options);
  return {
    documents: read.CountOfDocuments,
    conflicts: read.CountOfConflicts ?? 0,
    collections: Object.entries(read.Collections)
      .map(([name, documents]) => ({ name, documents }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  };
}

/** Names of the collections with documents, without system collections. */
export async function getCollectionNames(
  db: DatabaseClient,
  options: Signal = {},
): Promise<readonly string[]> {
  const { collections } = await getCollectionStats(db, options);
  return collections
    .filter((each) => each.documents > 0 && !each.name.startsWith('@'))
    .map((each) => each.name);
}

/** One cell of a row. Scalars keep their text, so that long numbers stay exact. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string; readonly cut: boolean }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'object'; readonly members: number }
  | { readonly kind: 'array'; readonly items: number };

export interface DocumentRow {
  readonly metadata: DocumentMetadata;
  readonly cells: ReadonlyMap<string, Cell>;
}

export interface PreviewPage {
  readonly total: number;
  /** Property names of the documents on this page, in server order. */
  readonly columns: readonly string[];
  readonly rows: readonly DocumentRow[];
}

export interface PageRequest {
  readonly start: number;
  readonly pageSize: number;
}

const previewAnswer = z.looseObject({
  TotalResults: z.number(),
  AvailableColumns: z.array(z.string()).optional(),
});
/** What the preview omits from a row, described in its metadata: counts of nested values, names of cut texts. */
const previewHints = z.looseObject({
  $a: z.record(z.string(), z.number()).optional(),
  $o: z.record(z.string(), z.number()).optional(),
  $t: z.array(z.string()).optional(),
});

/** Rows of a collection, newest first; a null `collection` means all documents. */
export async function previewCollection(
  db: DatabaseClient,
  collection: string | null,
  page: PageRequest,
  columns: readonly string[],
  options: Signal = {},
): Promise<PreviewPage> {
  const query = {
    ...(collection === null ? {} : { collection }),
    start: page.start,
    pageSize: page.pageSize,
    binding: columns,
  };
  const response = await db.send('GET', '/studio/collections/preview', { query, ...options });
  return readPreview(response.body, db.path('/studio/collections/preview'));
}

export function readPreview(body: string, path: string): PreviewPage {
  const { root, documents } = readResults(body, path);
  const head = previewAnswer.parse(
    Object.fromEntries(
      ['TotalResults', 'AvailableColumns'].flatMap((key) => {
        const node = member(root, key)?.value;
        return node ? [[key, JSON.parse(slice(body, node)) as unknown]] : [];
      }),
    ),
  );
  return {
    total: head.TotalResults,
    columns: head.AvailableColumns ?? [],
    rows: documents.map(toRow),
  };
}

/** A row from a complete document or from a shortened preview. */
export function toRow(document: StoredDocument): DocumentRow {
  const { text } = document;
  const root = parseJsonText(text);
  const metadata = member(root, '@metadata')?.value;
  const hints = previewHints.safeParse(metadata ? JSON.parse(slice(text, metadata)) : {});
  const { $a = {}, $o = {}, $t = [] } = hints.success ? hints.data : {};
  const cells = new Map<string, Cell>();
  if (root.kind === 'object')
    for (const { key, value } of root.members)
      if (key !== '@metadata') cells.set(key, toCell(text, value, $t.includes(key)));
  for (const [key, items] of Object.entries($a)) cells.set(key, { kind: 'array', items });
  for (const [key, members] of Object.entries($o)) cells.set(key, { kind: 'object', members });
  return { metadata: document.metadata, cells };
}

function toCell(text: string, node: JsonNode, cut: boolean): Cell {
  if (node.kind === 'object') return { kind: 'object', members: node.members.length };
  if (node.kind === 'array') return { kind: 'array', items: node.items.length };
  if (node.kind === 'string') return { kind: 'text', text: stringValue(text, node) ?? '', cut };
  return { kind: 'literal', text: slice(text, node) };
}

/** Complete documents of a collection, newest first; a null `collection` means all documents. */
export async function getCollectionDocuments(
  db: DatabaseClient,
  collection: string | null,
  page: PageRequest,
  options: Signal = {},
): Promise<readonly StoredDocument[]> {
  const paging = { start: page.start, pageSize: page.pageSize };
  const [rest, query] =
    collection === null
      ? (['/docs', paging] as const)
      : (['/collections/docs', { name: collection, ...paging }] as const);
  const response = await db.send('GET', rest, { query, ...options });
  return readDocuments(response.body, db.path(rest));
}

/**
 * Documents of a collection without their content, those that were changed longest ago first. By a query without a
 * condition, which needs no index.
 */
export async function getCollectionMetadata(
  db: DatabaseClient,
  collection: string,
  page: PageRequest,
  options: Signal = {},
): Promise<readonly StoredDocument[]> {
  const response = await db.send('POST', '/queries', {
    query: { metadataOnly: true, disableAutoIndexCreation: true },
    json: { Query: `from ${rqlText(collection)} limit ${page.start}, ${page.pageSize}`, QueryParameters: {} },
    ...options,
  });
  return readDocuments(response.body, db.path('/queries'));
}
