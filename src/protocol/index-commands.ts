/** Changes of indexes: each function is one request for one index. */
import type { DatabaseClient, RequestOptions } from './client.ts';
import { ServerError } from './server-error.ts';

type Signal = Pick<RequestOptions, 'signal'>;

export type IndexLockMode = 'Unlock' | 'LockedIgnore' | 'LockedError';
export type IndexPriority = 'Low' | 'Normal' | 'High';

/** Pausing waits for the running batch. */
const TIMEOUT_MS = 120_000;

/** Stops indexing on the node that answers, until it is resumed or the server restarts. */
export async function pauseIndex(db: DatabaseClient, name: string, { signal }: Signal = {}): Promise<void> {
  await db.send('POST', '/admin/indexes/stop', {
    query: { name },
    timeoutMs: TIMEOUT_MS,
    signal,
    confirm: true,
  });
}

export async function resumeIndex(db: DatabaseClient, name: string, { signal }: Signal = {}): Promise<void> {
  await db.send('POST', '/admin/indexes/start', { query: { name }, timeoutMs: TIMEOUT_MS, signal });
}

/** The same for all indexes of the database. */
export async function pauseIndexing(db: DatabaseClient): Promise<void> {
  await db.send('POST', '/admin/indexes/stop', { timeoutMs: TIMEOUT_MS, confirm: true });
}

export async function resumeIndexing(db: DatabaseClient): Promise<void> {
  await db.send('POST', '/admin/indexes/start', { timeoutMs: TIMEOUT_MS });
}

/** Lasts over restarts. */
export async function disableIndex(db: DatabaseClient, name: string, { signal }: Signal = {}): Promise<void> {
  await db.send('POST', '/admin/indexes/disable', {
    query: { name },
    timeoutMs: TIMEOUT_MS,
    signal,
    confirm: true,
  });
}

export async function enableIndex(db: DatabaseClient, name: string, { signal }: Signal = {}): Promise<void> {
  await db.send('POST', '/admin/indexes/enable', { query: { name }, timeoutMs: TIMEOUT_MS, signal });
}

export async function setIndexLockMode(
  db: DatabaseClient,
  name: string,
  mode: IndexLockMode,
  { signal }: Signal = {},
): Promise<void> {
  await db.send('POST', '/indexes/set-lock', { json: { IndexNames: [name], Mode: mode }, signal });
}

export async function setIndexPriority(
  db: DatabaseClient,
  name: string,
  priority: IndexPriority,
  { signal }: Signal = {},
): Promise<void> {
  await db.send('POST', '/indexes/set-priority', {
    json: { IndexNames: [name], Priority: priority },
    signal,
  });
}

/**
 * Builds an index again. `InPlace` discards its entries first; `SideBySide` builds `ReplacementOf/…`, which replaces
 * the index when it is up to date.
 */
export async function resetIndex(
  db: DatabaseClient,
  name: string,
  mode: 'InPlace' | 'SideBySide',
  { signal }: Signal = {},
): Promise<void> {
  await db.send('RESET', '/indexes', { query: { name, mode }, timeoutMs: TIMEOUT_MS, signal, confirm: true });
}

/** Replaces an index by its side-by-side replacement, also when that is not up to date. `name` is the index's own. */
export async function replaceIndexNow(
  db: DatabaseClient,
  name: string,
  { signal }: Signal = {},
): Promise<void> {
  await db.send('POST', '/indexes/replace', {
    query: { name },
    timeoutMs: TIMEOUT_MS,
    signal,
    confirm: true,
  });
}

/** A missing index is a ServerError (404). Servers answer for a locked index with an error, or ignore the request. */
export async function deleteIndex(db: DatabaseClient, name: string, { signal }: Signal = {}): Promise<void> {
  const response = await db.send('DELETE', '/indexes', {
    query: { name },
    timeoutMs: TIMEOUT_MS,
    signal,
    accept: [404],
    confirm: true,
  });
  if (response.status === 404)
    throw new ServerError({
      status: 404,
      type: 'IndexDoesNotExistException',
      message: `There is no index named ${name}: it was already deleted.`,
      path: db.path('/indexes'),
      detail: '',
      body: {},
    });
}
