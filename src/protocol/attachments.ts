/**
 * Attachments of a document: listed in its metadata, put, read, renamed and deleted one by one. Contents cross the port
 * as base64; reading goes by ranges, so that a large one neither fills memory twice nor has to be begun again to be
 * cancelled.
 */
import { z } from 'zod';
import { PortError } from '../contract/index.ts';
import { fromBase64 } from './base64.ts';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { readDocuments } from './documents.ts';
import { member, parseJsonText, slice } from './json-text.ts';
import { readServerError } from './server-error.ts';

const listed = z.looseObject({
  Name: z.string(),
  Hash: z.string(),
  ContentType: z.string().nullish(),
  Size: z.number(),
});

export interface Attachment {
  readonly name: string;
  /** Of its content; equal contents have equal hashes. */
  readonly hash: string;
  /** Empty when none was given. */
  readonly contentType: string;
  readonly size: number;
}

/** What hangs on a document, as its stored text tells, by name. */
export function readAttachments(storedText: string): readonly Attachment[] {
  const node = member(member(parseJsonText(storedText), '@metadata')?.value, '@attachments')?.value;
  if (!node) return [];
  const read = z.array(listed).safeParse(JSON.parse(slice(storedText, node)));
  if (!read.success) return [];
  return read.data
    .map(({ Name, Hash, ContentType, Size }) => ({
      name: Name,
      hash: Hash,
      contentType: ContentType ?? '',
      size: Size,
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Null when the document is gone. */
export async function getAttachments(
  db: DatabaseClient,
  documentId: string,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly Attachment[] | null> {
  const query = { id: documentId, metadataOnly: true };
  const response = await db.send('GET', '/docs', { query, accept: [404], ...options });
  const path = db.path('/docs');
  if (response.status === 404) {
    if (response.body.trim() === '') return null;
    throw readServerError(404, path, response.body);
  }
  const [document] = readDocuments(response.body, path);
  return document ? readAttachments(document.text) : null;
}

/** There is one of that name already, and it was not to be replaced. */
export class AttachmentExists extends Error {
  readonly attachment: string;

  constructor(attachment: string, options: { readonly cause: unknown }) {
    super(`An attachment ${attachment} already exists.`, options);
    this.name = 'AttachmentExists';
    this.attachment = attachment;
  }
}

/** What goes through the port in one piece. A larger file needs a client of the server's own. */
export const LARGEST_UPLOAD = 40 * 1024 * 1024;

/** Stores a content under a name. Without `replace` an attachment of that name stays, and AttachmentExists is thrown. */
export async function putAttachment(
  db: DatabaseClient,
  documentId: string,
  attachment: { readonly name: string; readonly contentType: string; readonly content: Blob },
  options: Pick<RequestOptions, 'signal'> & { readonly replace?: boolean } = {},
): Promise<void> {
  const { name, contentType, content } = attachment;
  if (content.size > LARGEST_UPLOAD)
    throw new PortError({
      code: 'too-large',
      message: `${name} is larger than ${LARGEST_UPLOAD / 1024 / 1024} MB. Use a client library, which sends it as a stream.`,
    });
  const response = await db.send('PUT', '/attachments', {
    query: { id: documentId, name, contentType },
    // A quoted nothing: there must be no such attachment.
    headers: {
      'content-type': 'application/octet-stream',
      ...(options.replace ? {} : { 'if-match': '""' }),
    },
    bytes: new Uint8Array(await content.arrayBuffer()),
    accept: [409],
    signal: options.signal,
  });
  if (response.status !== 409) return;
  const error = readServerError(409, db.path('/attachments'), response.body);
  throw !options.replace && error.type === 'ConcurrencyException'
    ? new AttachmentExists(name, { cause: error })
    : error;
}

/** Deletes one; one that is not there counts as deleted. */
export async function deleteAttachment(db: DatabaseClient, documentId: string, name: string): Promise<void> {
  await db.send('DELETE', '/attachments', { query: { id: documentId, name } });
}

const batchAnswer = z.looseObject({ Results: z.array(z.looseObject({ Type: z.string() })) });

/** Gives one another name. An attachment that has that name already makes the server refuse. */
export async function renameAttachment(
  db: DatabaseClient,
  documentId: string,
  name: string,
  newName: string,
): Promise<void> {
  const Commands = [
    {
      Id: documentId,
      Name: name,
      DestinationId: documentId,
      DestinationName: newName,
      ChangeVector: null,
      Type: 'AttachmentMOVE',
    },
  ];
  await db.read(batchAnswer, 'POST', '/bulk_docs', { json: { Commands } });
}

/** Bytes asked for at once. */
const RANGE = 4 * 1024 * 1024;

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (done: number, total: number) => void;
}

/** The whole content. Throws when it was replaced by another while it was read. */
export async function readAttachment(
  db: DatabaseClient,
  documentId: string,
  { name, size, contentType }: Attachment,
  { signal, onProgress }: ReadOptions = {},
): Promise<Blob> {
  const parts: BlobPart[] = [];
  let version: string | undefined;
  let done = 0;
  let total = size;
  do {
    const response = await db.send('GET', '/attachments', {
      query: { id: documentId, name },
      // No range of nothing can be satisfied.
      headers: {
        accept: '*/*',
        ...(total === 0 ? {} : { range: `bytes=${done}-${Math.min(done + RANGE, total) - 1}` }),
      },
      answerBytes: true,
      accept: [404, 416],
      signal,
    });
    if (response.status === 404) throw gone(name, response.body, db.path('/attachments'));
    const tag = response.headers.etag ?? '';
    if (response.status === 416 || (version !== undefined && tag !== version)) throw replaced(name);
    version = tag;
    const bytes = fromBase64(response.body);
    parts.push(bytes);
    done += bytes.length;
    if (response.status !== 206) break;
    total = totalOf(response.headers['content-range']) ?? total;
    if (bytes.length === 0 && done < total) throw replaced(name);
    onProgress?.(done, total);
  } while (done < total);
  return new Blob(parts, { type: contentType });
}

function gone(name: string, body: string, path: string): Error {
  if (body.trim() !== '') return readServerError(404, path, body);
  return new PortError({
    code: 'bad-request',
    message: `The attachment ${name} no longer exists. It was deleted or renamed.`,
  });
}

function replaced(name: string): PortError {
  return new PortError({
    code: 'bad-request',
    message: `${name} changed during the download. Download it again.`,
    retryable: true,
  });
}

function totalOf(contentRange: string | undefined): number | undefined {
  const total = /\/(\d+)$/.exec(contentRange ?? '')?.[1];
  return total === undefined ? undefined : Number(total);
}
