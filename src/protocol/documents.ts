/**
 * Documents by id: read, write on a condition, delete, and what the server knows about their size. A document travels
 * as the text the server keeps, never through JSON.parse and back (see json-text.ts).
 */
import { z } from 'zod';
import type { HttpResponse } from '../contract/index.ts';
import { PortError } from '../contract/index.ts';
import { readJson, type DatabaseClient, type RequestOptions } from './client.ts';
import { JsonTextError, member, parseJsonText, slice, type JsonNode } from './json-text.ts';
import type { ServerError } from './server-error.ts';
import { readServerError } from './server-error.ts';

/** What the server writes beside a document. Members it may add later are ignored here and stay in the text. */
const documentMetadata = z.looseObject({
  '@id': z.string().default(''),
  '@collection': z.string().optional(),
  '@change-vector': z.string().default(''),
  '@last-modified': z.string().optional(),
  '@flags': z.string().optional(),
});

export interface DocumentMetadata {
  readonly id: string;
  /** `@empty` when the document names none. */
  readonly collection: string;
  readonly changeVector: string;
  /** ISO text in UTC as the server gave it. */
  readonly lastModified: string | undefined;
  readonly flags: readonly string[];
}

export interface StoredDocument {
  readonly metadata: DocumentMetadata;
  /** The whole document with its `@metadata`, as the server sent it. */
  readonly text: string;
}

export function readMetadata(json: unknown): DocumentMetadata {
  const read = documentMetadata.parse(json ?? {});
  return {
    id: read['@id'],
    collection: read['@collection'] ?? '@empty',
    changeVector: read['@change-vector'],
    lastModified: read['@last-modified'],
    flags: (read['@flags'] ?? '')
      .split(',')
      .map((flag) => flag.trim())
      .filter((flag) => flag !== ''),
  };
}

/** What must be true of the stored document for a write to happen. */
export type Expectation =
  | { readonly kind: 'anything' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'version'; readonly changeVector: string };

/** Someone else wrote first. What was to be written was not; the caller still holds it. */
export class WriteConflict extends Error {
  readonly id: string;
  /** The version that is stored now; empty when the document is gone, undefined when the server did not say. */
  readonly actualChangeVector: string | undefined;
  override readonly cause: ServerError;

  constructor(id: string, cause: ServerError) {
    super(cause.message);
    this.name = 'WriteConflict';
    this.id = id;
    const actual = cause.body.ActualChangeVector;
    this.actualChangeVector = typeof actual === 'string' ? actual : undefined;
    this.cause = cause;
  }
}

/** Null when there is no such document. */
export async function getDocument(
  db: DatabaseClient,
  id: string,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<StoredDocument | null> {
  const response = await db.send('GET', '/docs', { query: { id }, accept: [404], ...options });
  if (response.status === 404) return missing(response, db.path('/docs'));
  return readDocuments(response.body, db.path('/docs'))[0] ?? null;
}

/** Ids of one question together stay below this, so that no proxy refuses the address as too long. */
const MAX_QUERY_CHARACTERS = 6000;

/** Those of the documents that exist, in the order asked. */
export async function getDocuments(
  db: DatabaseClient,
  ids: readonly string[],
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly StoredDocument[]> {
  const found: StoredDocument[] = [];
  let batch: string[] = [];
  let length = 0;
  const ask = async () => {
    if (batch.length === 0) return;
    const response = await db.send('GET', '/docs', { query: { id: batch }, accept: [404], ...options });
    // Asked for a single one, the server answers 404 instead of a list with a gap.
    if (response.status === 404) missing(response, db.path('/docs'));
    else found.push(...readDocuments(response.body, db.path('/docs')));
    batch = [];
    length = 0;
  };
  for (const id of ids) {
    const characters = encodeURIComponent(id).length + 4;
    if (length + characters > MAX_QUERY_CHARACTERS) await ask();
    batch.push(id);
    length += characters;
  }
  await ask();
  return found;
}

/** The stored version of a document without its text; null when there is none. */
export async function getChangeVector(
  db: DatabaseClient,
  id: string,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<string | null> {
  const response = await db.send('HEAD', '/docs', { query: { id }, accept: [404], ...options });
  return response.status === 404 ? null : unquote(response.headers.etag ?? '');
}

/** Documents whose id begins with a text, in the order of their ids. */
export async function getDocumentsStartingWith(
  db: DatabaseClient,
  prefix: string,
  page: { readonly start: number; readonly pageSize: number },
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly StoredDocument[]> {
  const query = { startsWith: prefix, start: page.start, pageSize: page.pageSize };
  const response = await db.send('GET', '/docs', { query, ...options });
  return readDocuments(response.body, db.path('/docs'));
}

const putAnswer = z.looseObject({ Id: z.string(), ChangeVector: z.string() });

/** Writes a document. `text` is the whole document; its `@metadata` decides the collection. Throws WriteConflict. */
export async function putDocument(
  db: DatabaseClient,
  id: string,
  text: string,
  expected: Expectation,
): Promise<{ readonly id: string; readonly changeVector: string }> {
  const response = await sendConditional(db, 'PUT', id, expected, text);
  const answer = readJson(putAnswer, db.path('/docs'), response.body);
  return { id: answer.Id, changeVector: answer.ChangeVector };
}

/** Deletes a document; one that is not there counts as deleted. Throws WriteConflict. */
export async function deleteDocument(db: DatabaseClient, id: string, expected: Expectation): Promise<void> {
  await sendConditional(db, 'DELETE', id, expected);
}

async function sendConditional(
  db: DatabaseClient,
  method: 'PUT' | 'DELETE',
  id: string,
  expected: Expectation,
  text?: string,
): Promise<HttpResponse> {
  const headers = ifMatch(expected);
  const query = { id };
  const path = db.path('/docs');
  const response = await db.send(method, '/docs', {
    query,
    accept: [409],
    headers: text === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(text === undefined ? {} : { text }),
  });
  if (response.status !== 409) return response;
  const error = readServerError(409, path, response.body);
  // Replication conflicts are 409 too, but no stored version would satisfy those: they are shown as they are.
  throw error.type === 'ConcurrencyException' ? new WriteConflict(id, error) : error;
}

/** The server takes the vector quoted or bare; an empty quoted one means "there must be no such document". */
function ifMatch(expected: Expectation): Record<string, string> {
  switch (expected.kind) {
    case 'anything':
      return {};
    case 'absent':
      return { 'if-match': '""' };
    case 'version':
      return { 'if-match': `"${expected.changeVector}"` };
  }
}

const batchAnswer = z.looseObject({ Results: z.array(z.looseObject({ Type: z.string() })) });

/** Deletes many documents in one transaction: all or none. */
export async function deleteDocuments(db: DatabaseClient, ids: readonly string[]): Promise<number> {
  const Commands = ids.map((Id) => ({ Id, ChangeVector: null, Type: 'DELETE' }));
  const answer = await db.read(batchAnswer, 'POST', '/bulk_docs', { json: { Commands } });
  return answer.Results.filter((result) => result.Deleted !== false).length;
}

const sizeAnswer = z.looseObject({
  ActualSize: z.number(),
  AllocatedSize: z.number(),
  IsCompressed: z.boolean().optional(),
});

export interface DocumentSize {
  /** Bytes of the document itself. */
  readonly actual: number;
  /** Bytes it takes in the data file. */
  readonly allocated: number;
  readonly compressed: boolean;
}

/** Null when the document is gone or the server does not know this question. */
export async function getDocumentSize(
  db: DatabaseClient,
  id: string,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<DocumentSize | null> {
  const response = await db.send('GET', '/docs/size', { query: { id }, accept: [400, 404], ...options });
  if (response.status >= 400) return null;
  const read = readJson(sizeAnswer, db.path('/docs/size'), response.body);
  return { actual: read.ActualSize, allocated: read.AllocatedSize, compressed: read.IsCompressed ?? false };
}

/** Reads `{ Results: [document | null, …] }`; documents that are null are left out. */
export function readDocuments(body: string, path: string): readonly StoredDocument[] {
  return readResults(body, path).documents;
}

/** The same, with the whole answer's structure for whoever reads more of it. */
export function readResults(
  body: string,
  path: string,
): { readonly root: JsonNode; readonly documents: readonly StoredDocument[] } {
  const root = parseBody(body, path);
  const results = member(root, 'Results')?.value;
  if (results?.kind !== 'array')
    throw new PortError({
      code: 'not-ravendb',
      message: `The response from ${path} does not have the documented RavenDB format: it has no results array.`,
      detail: body.slice(0, 1000),
    });
  const documents = results.items.flatMap((node) => {
    if (node.kind !== 'object') return [];
    const metadata = member(node, '@metadata')?.value;
    return [
      { text: slice(body, node), metadata: readMetadata(metadata && JSON.parse(slice(body, metadata))) },
    ];
  });
  return { root, documents };
}

function parseBody(body: string, path: string): JsonNode {
  try {
    return parseJsonText(body);
  } catch (cause) {
    if (!(cause instanceof JsonTextError)) throw cause;
    throw new PortError({
      code: 'not-ravendb',
      message: `The response from ${path} is not JSON. Check that the address is a RavenDB server and not a proxy.`,
      detail: `${cause.message}\n\n${body.slice(0, 1000)}`,
    });
  }
}

/** A document that is not there answers 404 without a body; an unknown database or address answers with one. */
function missing(response: HttpResponse, path: string): null {
  if (response.body.trim() === '') return null;
  throw readServerError(404, path, response.body);
}

function unquote(etag: string): string {
  return etag.replace(/^(?:W\/)?"(.*)"$/, '$1');
}
