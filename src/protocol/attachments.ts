/**
 * Attachments of a document: listed in its metadata; put, get, rename and delete one at a time. Content crosses the
 * port as base64. Downloads use ranges, so that a large file is not held in memory twice and can be cancelled
 * midway.
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
  /** Content hash; equal contents have equal hashes. */
  readonly hash: string;
  /** Empty when not set. */
  readonly contentType: string;
  readonly size: number;
}

/** The attachments listed in the metadata of a document, by name. */
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

/** Null when the document does not exist. */
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

/** An attachment with this name exists, and `replace` was not set. */
export class AttachmentExists extends Error {
  readonly attachment: string;

  constructor(attachment: string, options: { readonly cause: unknown }) {
    super(`An attachment ${attachment} already exists.`, options);
    this.name = 'AttachmentExists';
    this.attachment = attachment;
  }
}

/** The upload limit of one port message. Larger files need a RavenDB client. */
export const MAX_UPLOAD_SIZE = 40 * 1024 * 1024;

/** Stores an attachment. Without `replace`, an existing attachment stays and AttachmentExists is thrown. */
export async function putAttachment(
  db: DatabaseClient,
  documentId: string,
  attachment: { readonly name: string; readonly contentType: string; readonly content: Blob },
  options: Pick<RequestOptions, 'signal'> & { readonly replace?: boolean } = {},
): Promise<void> {
  const { name, contentType, content } = attachment;
  if (content.size > MAX_UPLOAD_SIZE)
    throw new PortError({
      code: 'too-large',
      message: `${name} is larger than ${MAX_UPLOAD_SIZE / 1024 / 1024} MB. Use a client library, which sends it as a stream.`,
    });
  const response = await db.send('PUT', '/attachments', {
    query: { id: documentId, name, contentType },
    // An empty quoted change vector: the attachment must not exist.
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

/** Deletes an attachment; a missing one counts as deleted. */
export async function deleteAttachment(db: DatabaseClient, documentId: string, name: string): Promise<void> {
  await db.send('DELETE', '/attachments', { query: { id: documentId, name } });
}

const batchAnswer = z.looseObject({ Results: z.array(z.looseObject({ Type: z.string() })) });

/** Renames an attachment. The server refuses a name that is taken. */
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

/** Bytes per range request. */
const RANGE = 4 * 1024 * 1024;

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Downloads the content. Throws when it changes during the download. */
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
      // A range of an empty attachment is not satisfiable.
      headers: {
        accept: '*/*',
        ...(total === 0 ? {} : { range: `bytes=${done}-${Math.min(done + RANGE, total) - 1}` }),
      },
      answerBytes: true,
      accept: [404, 416],
      signal,
    });
    if (response.status === 404) throw attachmentMissing(name, response.body, db.path('/attachments'));
    const tag = response.headers.etag ?? '';
    if (response.status === 416 || (version !== undefined && tag !== version)) throw attachmentChanged(name);
    version = tag;
    const bytes = fromBase64(response.body);
    parts.push(bytes);
    done += bytes.length;
    if (response.status !== 206) break;
    total = totalOf(response.headers['content-range']) ?? total;
    if (bytes.length === 0 && done < total) throw attachmentChanged(name);
    onProgress?.(done, total);
  } while (done < total);
  return new Blob(parts, { type: contentType });
}

function attachmentMissing(name: string, body: string, path: string): Error {
  if (body.trim() !== '') return readServerError(404, path, body);
  return new PortError({
    code: 'bad-request',
    message: `The attachment ${name} no longer exists. It was deleted or renamed.`,
  });
}

function attachmentChanged(name: string): PortError {
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
