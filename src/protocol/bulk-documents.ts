/** Writes many documents in one transaction: all or none. */
import type { DatabaseClient, RequestOptions } from './client.ts';

export interface WrittenDocument {
  readonly id: string;
  /** The complete document with its `@metadata`; it is sent as it is, so that long numbers stay exact. */
  readonly text: string;
}

const TIMEOUT_MS = 120_000;

export interface PutOptions extends Pick<RequestOptions, 'signal'> {
  /** Fails with a ConcurrencyException when a document with one of the ids exists. */
  readonly onlyNew?: boolean;
}

/**
 * Replaces documents of the same ids. The server completes an id that ends with `/`. The caller bounds the number and
 * the size.
 */
export async function putDocuments(
  db: DatabaseClient,
  documents: readonly WrittenDocument[],
  { onlyNew = false, ...options }: PutOptions = {},
): Promise<void> {
  const commands = documents.map(
    ({ id, text }) =>
      `{"Id":${JSON.stringify(id)},"ChangeVector":${onlyNew && !id.endsWith('/') ? '""' : 'null'},"Type":"PUT","Document":${text}}`,
  );
  await db.send('POST', '/bulk_docs', {
    text: `{"Commands":[${commands.join(',')}]}`,
    headers: { 'content-type': 'application/json' },
    timeoutMs: TIMEOUT_MS,
    ...options,
  });
}
