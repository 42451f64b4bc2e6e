/**
 * Documents by id: read, conditional write and delete. A document is kept as the text of the server and
 * never passes through JSON.parse and back (see json-text.ts).
 */
import { z } from 'zod';
import type { HttpResponse } from '../contract/index.ts';
import { PortError } from '../contract/index.ts';
import { readJson, refuseDeepAnswer, type DatabaseClient, type RequestOptions } from './client.ts';
import { JsonCursor, LARGE_JSON } from './json-cursor.ts';
import { JsonTextError, member, parseJsonText, slice, type JsonNode } from './json-text.ts';
import type { ServerError } from './server-error.ts';
import { readServerError } from './server-error.ts';

const optionalText = z.string().optional().catch(undefined);

/**
 * Metadata written by the server. Unknown members are ignored here and stay in the text; a member of another type
 * counts as missing.
 */
const documentMetadata = z
  .looseObject({
    '@id': optionalText,
    '@collection': optionalText,
    '@change-vector': optionalText,
    '@last-modified': optionalText,
    '@flags': optionalText,
  })
  .catch({});

export interface DocumentMetadata {
  readonly id: string;
  /** `@empty` when the document has no collection. */
  readonly collection: string;
  readonly changeVector: string;
  /** ISO text in UTC as sent by the server. */
  readonly lastModified: string | undefined;
  readonly flags: readonly string[];
}

export interface StoredDocument {
  readonly metadata: DocumentMetadata;
  /** The complete document with its `@metadata`, as sent by the server. */
  readonly text: string;
}

export function readMetadata(json: unknown): DocumentMetadata {
  const read = documentMetadata.parse(json ?? {});
  return {
    id: read['@id'] ?? '',
    collection: read['@collection'] ?? '@empty',
    changeVector: read['@change-vector'] ?? '',
    lastModified: read['@last-modified'],
    flags: (read['@flags'] ?? '')
      .split(',')
      .map((flag) => flag.trim())
      .filter((flag) => flag !== ''),
  };
}

/** The condition of a write. */
export type WriteCondition =
  | { readonly kind: 'anything' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'version'; readonly changeVector: string };

/** The stored version changed. Nothing was written; the caller still has its text. */
export class WriteConflict extends Error {
  readonly id: string;
  /**
   * The current change vector; empty when the document was deleted, undefined when the server does not report it.
   */
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

/** Which of these ids have a document, as the server spells them. */
export async function existingIds(
  db: DatabaseClient,
  ids: readonly string[],
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly string[]> {
  const response = await db.send('POST', '/docs', {
    query: { metadataOnly: true },
    json: { Ids: ids },
    accept: [404],
    ...options,
  });
  // A single missing id is a 404 instead of a list with a null.
  if (response.status === 404) {
    missing(response, db.path('/docs'));
    return [];
  }
  return readDocuments(response.body, db.path('/docs')).map((each) => each.metadata.id);
}

/** Null when the document does not exist. */
export async function getDocument(
  db: DatabaseClient,
  id: string,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<StoredDocument | null> {
  const response = await db.send('GET', '/docs', { query: { id }, accept: [404], ...options });
  if (response.status === 404) return missing(response, db.path('/docs'));
  return readDocuments(response.body, db.path('/docs'))[0] ?? null;
}

/** Limits the ids per request, so that no proxy rejects the URL as too long. */
const MAX_QUERY_CHARACTERS = 6000;

/** The existing documents, in request order. */
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
    // For a single id the server returns 404 instead of a list with a null.
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

/** The current change vector without the text; null when the document does not exist. */
export async function getChangeVector(
  db: DatabaseClient,
  id: string,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<string | null> {
  const response = await db.send('HEAD', '/docs', { query: { id }, accept: [404], ...options });
  return response.status === 404 ? null : unquote(response.headers.etag ?? '');
}

/** Documents whose id starts with a prefix, in id order. */
export async function getDocumentsStartingWith(
  db: DatabaseClient,
  prefix: string,
  page: {
    readonly start: number;
    readonly pageSize: number;
    /** Leaves out the content of the documents. */
    readonly metadataOnly?: true;
    /** Begins after this id, whether it exists or not; `start` counts from there. */
    readonly startAfter?: string;
  },
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly StoredDocument[]> {
  const query = { startsWith: prefix, ...page };
  const response = await db.send('GET', '/docs', { query, ...options });
  return readDocuments(response.body, db.path('/docs'));
}

const putAnswer = z.looseObject({ Id: z.string(), ChangeVector: z.string() });

/**
 * Writes a document. `text` is the complete document; its `@metadata` sets the collection. Throws WriteConflict.
 */
export async function putDocument(
  db: DatabaseClient,
  id: string,
  text: string,
  expected: WriteCondition,
): Promise<{ readonly id: string; readonly changeVector: string }> {
  const response = await sendConditional(db, 'PUT', id, expected, text);
  const answer = readJson(putAnswer, db.path('/docs'), response.body);
  return { id: answer.Id, changeVector: answer.ChangeVector };
}

/** Deletes a document; a missing one counts as deleted. Throws WriteConflict. */
export async function deleteDocument(
  db: DatabaseClient,
  id: string,
  expected: WriteCondition,
): Promise<void> {
  await sendConditional(db, 'DELETE', id, expected);
}

/**
 * Takes the archived mark off a document. Saving the document without the mark does not: only this script function
 * does, on every server. Gives the document as stored afterwards, null when there is none.
 */
export async function unarchiveDocument(db: DatabaseClient, id: string): Promise<StoredDocument | null> {
  const json = { Patch: { Script: 'archived.unarchive(this)' } };
  await db.send('PATCH', '/docs', { query: { id }, json, accept: [404] });
  // The status in the answer is no proof: RavenDB 6.2 answers "NotModified" although the mark is gone.
  const stored = await getDocument(db, id);
  if (stored?.metadata.flags.includes('Archived'))
    throw new PortError({
      code: 'internal',
      message: `The server did not unarchive ${id}: the document still has the flag Archived.`,
    });
  return stored;
}

async function sendConditional(
  db: DatabaseClient,
  method: 'PUT' | 'DELETE',
  id: string,
  expected: WriteCondition,
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
  // Replication conflicts are also 409, but have no version to retry with: they are passed on unchanged.
  throw error.type === 'ConcurrencyException' ? new WriteConflict(id, error) : error;
}

/**
 * The server accepts the vector with or without quotes; an empty quoted one means "the document must not exist".
 */
function ifMatch(expected: WriteCondition): Record<string, string> {
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

/** Reads `{ Results: [document | null, …] }`; nulls are left out. */
export function readDocuments(body: string, path: string): readonly StoredDocument[] {
  if (body.length < LARGE_JSON) return readResults(body, path).documents;
  return notJson(body, path, () => readLargeDocuments(body) ?? refuseOther(body, path));
}

/** Without a structure of what is in the documents; undefined where the response has no results. */
function readLargeDocuments(body: string): readonly StoredDocument[] | undefined {
  const cursor = new JsonCursor(body);
  if (cursor.opening !== '{') return undefined;
  let documents: StoredDocument[] | undefined;
  cursor.eachMember((key) => {
    if (key !== 'Results' || cursor.opening !== '[') {
      cursor.skipValue();
      return;
    }
    const found: StoredDocument[] = [];
    documents = found;
    cursor.eachItem(() => {
      const start = cursor.at;
      if (cursor.opening !== '{') {
        cursor.skipValue();
        return;
      }
      let metadata: unknown;
      cursor.eachMember((name) => {
        const from = cursor.at;
        cursor.skipValue();
        if (name === '@metadata') metadata = JSON.parse(body.slice(from, cursor.at));
      });
      found.push({ text: body.slice(start, cursor.at), metadata: readMetadata(metadata) });
    });
  });
  return documents;
}

/** The same, with the structure of the complete response. */
export function readResults(
  body: string,
  path: string,
): { readonly root: JsonNode; readonly documents: readonly StoredDocument[] } {
  const root = parseBody(body, path);
  const results = member(root, 'Results')?.value;
  if (results?.kind !== 'array') return refuseOther(body, path);
  const documents = results.items.flatMap((node) => {
    if (node.kind !== 'object') return [];
    const metadata = member(node, '@metadata')?.value;
    return [
      { text: slice(body, node), metadata: readMetadata(metadata && JSON.parse(slice(body, metadata))) },
    ];
  });
  return { root, documents };
}

function refuseOther(body: string, path: string): never {
  throw new PortError({
    code: 'not-ravendb',
    message: `The response from ${path} does not have the documented RavenDB format: it has no results array.`,
    detail: body.slice(0, 1000),
  });
}

function parseBody(body: string, path: string): JsonNode {
  refuseDeepAnswer(path, body);
  return notJson(body, path, () => parseJsonText(body));
}

/** Names the response where its text cannot be read. */
function notJson<T>(body: string, path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof JsonTextError) && !(cause instanceof SyntaxError)) throw cause;
    throw new PortError({
      code: 'not-ravendb',
      message: `The response from ${path} is not JSON. Check that the address is a RavenDB server and not a proxy.`,
      detail: `${cause.message}\n\n${body.slice(0, 1000)}`,
    });
  }
}

/** A missing document is a 404 without a body; an unknown database or URL has a body. */
function missing(response: HttpResponse, path: string): null {
  if (response.body.trim() === '') return null;
  throw readServerError(404, path, response.body);
}

function unquote(etag: string): string {
  return etag.replace(/^(?:W\/)?"(.*)"$/, '$1');
}
