/** Definitions of indexes: reading, writing, history. A definition keeps members that this client does not know. */
import { z } from 'zod';
import { readJson, type DatabaseClient, type RequestOptions } from './client.ts';

/** The name of an index that is built to replace another one begins with this. */
const REPLACEMENT = 'ReplacementOf/';

type Signal = Pick<RequestOptions, 'signal'>;

/** As the server sends it; unknown members included. */
export type IndexDefinition = Readonly<Record<string, unknown>>;

const definition = z.record(z.string(), z.unknown());
const listAnswer = z.looseObject({ Results: z.array(definition).nullish() });
const historyAnswer = z.looseObject({
  History: z
    .array(
      z.looseObject({
        Definition: definition.nullish(),
        CreatedAt: z.string().nullish(),
        Source: z.string().nullish(),
      }),
    )
    .nullish(),
});

/** An index as it is stored. */
export interface StoredIndex {
  /** The definition that was saved last: of the replacement while one is built. */
  readonly definition: IndexDefinition;
  /** The saved definition is built side by side; queries still use the previous one. */
  readonly isBuildingReplacement: boolean;
}

/** Null when there is no index of that name. */
export async function getStoredIndex(
  db: DatabaseClient,
  name: string,
  options: Signal = {},
): Promise<StoredIndex | null> {
  const [current, replacement] = await Promise.all([
    getDefinition(db, name, options),
    getDefinition(db, REPLACEMENT + name, options),
  ]);
  if (current === null) return null;
  if (replacement === null) return { definition: current, isBuildingReplacement: false };
  return { definition: { ...replacement, Name: current.Name }, isBuildingReplacement: true };
}

export async function getDefinition(
  db: DatabaseClient,
  name: string,
  options: Signal = {},
): Promise<IndexDefinition | null> {
  const answer = await db.send('GET', '/indexes', { query: { name }, accept: [404], ...options });
  if (answer.status === 404) return null;
  return readJson(listAnswer, db.path('/indexes'), answer.body).Results?.[0] ?? null;
}

/** All definitions by name, automatic indexes included. Without those that are built to replace another one. */
export async function getDefinitions(
  db: DatabaseClient,
  options: Signal = {},
): Promise<ReadonlyMap<string, IndexDefinition>> {
  const read = await db.read(listAnswer, 'GET', '/indexes', {
    query: { start: 0, pageSize: 10_000 },
    ...options,
  });
  return new Map(
    (read.Results ?? []).flatMap((each) =>
      typeof each.Name === 'string' && !each.Name.startsWith(REPLACEMENT) ? [[each.Name, each]] : [],
    ),
  );
}

/** The names of automatic indexes, which can be converted to static ones. */
export async function getAutoIndexNames(db: DatabaseClient, options: Signal = {}): Promise<string[]> {
  const names = z.looseObject({ Results: z.array(z.string()).nullish() });
  const read = await db.read(names, 'GET', '/indexes', { query: { namesOnly: true }, ...options });
  return (read.Results ?? []).filter((name) => name.startsWith('Auto/'));
}

/** Creates an index, or replaces its definition. C# and additional code need the rights of an administrator. */
export async function putIndex(
  db: DatabaseClient,
  index: IndexDefinition,
  rights: 'admin' | 'user',
  options: Signal = {},
): Promise<void> {
  const request = { json: { Indexes: [index] }, timeoutMs: 120_000, ...options };
  if (rights === 'admin') await db.send('PUT', '/admin/indexes', { ...request, confirm: true });
  else await db.send('PUT', '/indexes', { ...request, confirm: true });
}

export async function unlockIndex(db: DatabaseClient, name: string): Promise<void> {
  await db.send('POST', '/indexes/set-lock', { json: { IndexNames: [name], Mode: 'Unlock' } });
}

export interface PastDefinition {
  readonly definition: IndexDefinition;
  /** ISO text in UTC as sent by the server; empty when not sent. */
  readonly createdAt: string;
  /** The origin of the change, such as the name of a computer. */
  readonly source: string;
}

/** Newest first; empty for an automatic or missing index. */
export async function getIndexHistory(
  db: DatabaseClient,
  name: string,
  options: Signal = {},
): Promise<readonly PastDefinition[]> {
  const answer = await db.send('GET', '/indexes/history', { query: { name }, accept: [404], ...options });
  if (answer.status === 404) return [];
  const read = readJson(historyAnswer, db.path('/indexes/history'), answer.body);
  return (read.History ?? []).flatMap((past) =>
    past.Definition
      ? [{ definition: past.Definition, createdAt: past.CreatedAt ?? '', source: past.Source ?? '' }]
      : [],
  );
}

/** The definitions of static indexes, without the ones that replace another one. */
export async function getStaticDefinitions(
  db: DatabaseClient,
  options: Signal = {},
): Promise<readonly IndexDefinition[]> {
  const query = { start: 0, pageSize: 10_000 };
  const read = await db.read(listAnswer, 'GET', '/indexes', { query, ...options });
  return (read.Results ?? []).filter(({ Name }) => {
    const name = typeof Name === 'string' ? Name : '';
    return name !== '' && !name.startsWith('Auto/') && !name.startsWith(REPLACEMENT);
  });
}
