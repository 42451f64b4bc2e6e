/** Subscriptions of a database: the list with connections, changes, tests of a query, and how far the list is behind. */
import { z } from 'zod';
import { isMissingRoute } from './backups.ts';
import { readJson, type DatabaseClient, type RequestOptions } from './client.ts';
import { previewCollection } from './collections.ts';
import { isJsonObject, type JsonObject } from './queries.ts';
import { parseServerDate } from './server-date.ts';

type Signal = Pick<RequestOptions, 'signal'>;

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((written) => (written === '' ? null : (written ?? null)));
const flag = z.boolean().nullish().catch(null);
const number = z.number().nullish().catch(null);
const items = z.array(z.unknown()).nullish().catch(null);

const state = z.looseObject({
  SubscriptionId: number,
  SubscriptionName: z.string(),
  Query: text,
  ChangeVectorForNextBatchStartingPoint: text,
  ShardingState: z.unknown().optional(),
  Disabled: flag,
  LastClientConnectionTime: text,
  LastBatchAckTime: text,
  MentorNode: text,
  PinToMentorNode: flag,
  ArchivedDataProcessingBehavior: text,
  Connections: items,
  RecentConnections: items,
  RecentRejectedConnections: items,
  CurrentPendingConnections: items,
});

const rate = z.looseObject({ Count: number, OneMinuteRate: number }).nullish().catch(null);
const connection = z.looseObject({
  ClientUri: text,
  WorkerId: text,
  Strategy: text,
  Date: text,
  ConnectionException: text,
  LatestChangeVector: text,
  Stats: z
    .looseObject({ DocsRate: rate, LastAckReceivedAt: text, LastMessageSentAt: text })
    .nullish()
    .catch(null),
  TcpConnectionStats: z.looseObject({ ConnectedAt: text, Duration: text }).nullish().catch(null),
});

export interface SubscriptionConnection {
  readonly client: string;
  /** `OpenIfFree`, `TakeOver`, `WaitForFree`, `Concurrent`. */
  readonly strategy: string | null;
  readonly workerId: string | null;
  /** Milliseconds since 1970; NaN: unknown. */
  readonly connectedAt: number;
  /** NaN while it is open, or unknown. */
  readonly endedAt: number;
  /** Documents sent over this connection; null: not reported. */
  readonly documents: number | null;
  readonly lastAcknowledged: number;
  /** Why it ended or was rejected. */
  readonly exception: string | null;
}

export interface Subscription {
  readonly id: number | null;
  /** Unique, unlike the id: RavenDB 7.1.5 keeps the old one when an update has a new name. */
  readonly name: string;
  readonly query: string;
  /** What the next batch comes after; null: the first document. */
  readonly startsAfter: string | null;
  readonly isSharded: boolean;
  readonly disabled: boolean;
  /** Milliseconds since 1970; NaN: never. */
  readonly lastAcknowledged: number;
  readonly lastConnected: number;
  readonly preferredNode: string | null;
  /** As the server names it: `ExcludeArchived`, `IncludeArchived`, `ArchivedOnly`. */
  readonly archived: string | null;
  readonly connections: readonly SubscriptionConnection[];
  readonly pending: readonly SubscriptionConnection[];
  /** As the server sent it. */
  readonly raw: unknown;
}

export interface SubscriptionList {
  readonly subscriptions: readonly Subscription[];
  /** Further ones exist that were not read. */
  readonly more: boolean;
}

const listAnswer = z.looseObject({ Results: z.array(z.unknown()) });
const PAGE = 512;
export const MOST_SUBSCRIPTIONS = 4096;

/** By name, in pages. Null where the server has no such route. Entries of an unknown shape are left out. */
export async function listSubscriptions(
  db: DatabaseClient,
  options: Signal = {},
): Promise<SubscriptionList | null> {
  const subscriptions: Subscription[] = [];
  for (let start = 0; start < MOST_SUBSCRIPTIONS; start += PAGE) {
    const query = { start, pageSize: PAGE };
    let page: readonly unknown[];
    try {
      page = (await db.read(listAnswer, 'GET', '/subscriptions', { query, ...options })).Results;
    } catch (thrown) {
      if (isMissingRoute(thrown)) return null;
      throw thrown;
    }
    for (const each of page) {
      const read = readSubscription(each);
      if (read) subscriptions.push(read);
    }
    if (page.length < PAGE) return { subscriptions, more: false };
  }
  return { subscriptions, more: true };
}

function readSubscription(raw: unknown): Subscription | undefined {
  const read = state.safeParse(raw).data;
  if (!read) return undefined;
  return {
    id: read.SubscriptionId ?? null,
    name: read.SubscriptionName,
    query: read.Query ?? '',
    startsAfter: read.ChangeVectorForNextBatchStartingPoint,
    isSharded: typeof read.ShardingState === 'object' && read.ShardingState !== null,
    disabled: read.Disabled ?? false,
    lastAcknowledged: moment(read.LastBatchAckTime),
    lastConnected: moment(read.LastClientConnectionTime),
    preferredNode: read.MentorNode,
    archived: read.ArchivedDataProcessingBehavior,
    connections: readConnections(read.Connections),
    pending: readConnections(read.CurrentPendingConnections),
    raw,
  };
}

function readConnections(raw: readonly unknown[] | null | undefined): readonly SubscriptionConnection[] {
  return (raw ?? []).flatMap((each) => {
    const read = connection.safeParse(each).data;
    if (!read) return [];
    return [
      {
        client: read.ClientUri ?? 'unknown',
        strategy: read.Strategy,
        workerId: read.WorkerId,
        connectedAt: moment(read.TcpConnectionStats?.ConnectedAt),
        endedAt: moment(read.Date),
        documents: read.Stats?.DocsRate?.Count ?? null,
        lastAcknowledged: moment(read.Stats?.LastAckReceivedAt),
        exception: read.ConnectionException,
      },
    ];
  });
}

/** The server writes the year 1 for "never". */
function moment(written: string | null | undefined): number {
  return written?.startsWith('0001-') === true ? Number.NaN : parseServerDate(written ?? '');
}

export interface SubscriptionConnections {
  readonly open: readonly SubscriptionConnection[];
  readonly pending: readonly SubscriptionConnection[];
  /** Newest first. */
  readonly recent: readonly SubscriptionConnection[];
  readonly rejected: readonly SubscriptionConnection[];
}

const detailsAnswer = z.looseObject({
  Results: z
    .array(z.looseObject({ ClientUri: text, WorkerId: text }))
    .nullish()
    .catch(null),
});

/** With the ended and rejected connections, which the node keeps in memory, and the ids of the workers. */
export async function getSubscriptionConnections(
  db: DatabaseClient,
  name: string,
  options: Signal = {},
): Promise<SubscriptionConnections> {
  const answer = await db.read(listAnswer, 'GET', '/subscriptions', {
    query: { name, history: true },
    ...options,
  });
  const read = state.safeParse(answer.Results[0]).data;
  const open = readConnections(read?.Connections);
  const newestFirst = (raw: readonly unknown[] | null | undefined) =>
    [...readConnections(raw)].sort((a, b) => (b.endedAt || 0) - (a.endedAt || 0));
  return {
    open: open.length === 0 ? open : await withWorkerIds(db, name, open, options),
    pending: readConnections(read?.CurrentPendingConnections),
    recent: newestFirst(read?.RecentConnections),
    rejected: newestFirst(read?.RecentRejectedConnections),
  };
}

async function withWorkerIds(
  db: DatabaseClient,
  name: string,
  open: readonly SubscriptionConnection[],
  options: Signal,
): Promise<readonly SubscriptionConnection[]> {
  const query = { name };
  const { Results } = await db.read(detailsAnswer, 'GET', '/subscriptions/connection-details', {
    query,
    ...options,
  });
  const ids = new Map((Results ?? []).map(({ ClientUri, WorkerId }) => [ClientUri, WorkerId]));
  return open.map((each) => ({ ...each, workerId: each.workerId ?? ids.get(each.client) ?? null }));
}

/** Besides these, a change vector: what comes after it. */
export const startingPoints = ['BeginningOfTime', 'LastDocument', 'DoNotChange'] as const;
export const archivedBehaviors = ['ExcludeArchived', 'IncludeArchived', 'ArchivedOnly'] as const;

export interface SubscriptionDefinition {
  /** Null: the server chooses one. */
  readonly name: string | null;
  readonly query: string;
  /** One of `startingPoints`, or a change vector. */
  readonly startingPoint: string;
  readonly archived: string | null;
}

const savedAnswer = z.looseObject({ Name: z.string() });

/** Returns its name. */
export async function createSubscription(
  db: DatabaseClient,
  definition: SubscriptionDefinition,
): Promise<string> {
  const { name } = definition;
  const json = { ...(name === null ? {} : { Name: name }), ...members(definition) };
  return (await db.read(savedAnswer, 'PUT', '/subscriptions', { json })).Name;
}

/** Of the same name: RavenDB 7.1.5 answers another name by adding a second subscription with the same id. */
export async function updateSubscription(
  db: DatabaseClient,
  subscription: Pick<Subscription, 'id' | 'name'>,
  definition: Omit<SubscriptionDefinition, 'name'>,
): Promise<void> {
  const { id, name } = subscription;
  await db.read(savedAnswer, 'POST', '/subscriptions/update', {
    json: { ...(id === null ? {} : { Id: id }), Name: name, ...members(definition) },
  });
}

const members = ({ query, startingPoint, archived }: Omit<SubscriptionDefinition, 'name'>) => ({
  Query: query,
  ChangeVector: startingPoint,
  ...(archived === null ? {} : { ArchivedDataProcessingBehavior: archived }),
});

export async function deleteSubscription(db: DatabaseClient, name: string): Promise<void> {
  await db.send('DELETE', '/subscriptions', { query: { taskName: name }, confirm: true });
}

/** Of one worker, or all. A worker that may reconnect does so. */
export async function dropSubscriptionConnections(
  db: DatabaseClient,
  name: string,
  workerId?: string,
): Promise<void> {
  await db.send('POST', '/subscriptions/drop', { query: { name, workerId } });
}

export async function setSubscriptionDisabled(
  db: DatabaseClient,
  { id, name }: Pick<Subscription, 'id' | 'name'>,
  disable: boolean,
): Promise<void> {
  await db.send('POST', '/admin/tasks/state', {
    query: { type: 'Subscription', key: id ?? undefined, taskName: name, disable },
    confirm: true,
  });
}

/** A document, what the query selects of it, or a document whose script failed. */
export interface TriedRow {
  readonly id: string | null;
  readonly exception: string | null;
  readonly value: JsonObject;
}

export interface SubscriptionTest {
  readonly rows: readonly TriedRow[];
  /** The complete answer. */
  readonly text: string;
  /** From sending the request to the complete answer. */
  readonly ms: number;
}

/** The most rows of one test that RavenDB 7.1.5 accepts. */
export const MOST_TRIED_ROWS = 1024;
/** After it the server answers with the rows that it has. */
export const TRY_SECONDS = 15;

/** What workers would get first. It reaches no worker and moves no starting point. */
export async function trySubscription(
  db: DatabaseClient,
  definition: Omit<SubscriptionDefinition, 'name'>,
  rows: number,
  options: Signal = {},
): Promise<SubscriptionTest> {
  const answer = await db.send('POST', '/subscriptions/try', {
    query: { pageSize: rows, timeLimit: TRY_SECONDS },
    json: members(definition),
    ...options,
  });
  const { Results } = readJson(listAnswer, db.path('/subscriptions/try'), answer.body);
  return { rows: Results.map(readTriedRow), text: answer.body, ms: answer.ms };
}

/** A failed document is an object with `Exception` around it; RavenDB 7.1.5 leaves such documents out. */
function readTriedRow(raw: unknown): TriedRow {
  const row = isJsonObject(raw) ? raw : { Value: raw };
  if (typeof row.Exception !== 'string' || idOf(row) !== null)
    return { id: idOf(row), exception: null, value: row };
  const inner = [row.Data, row.DocumentData].find(isJsonObject) ?? {};
  const id = typeof row.Id === 'string' ? row.Id : idOf(inner);
  return { id, exception: row.Exception, value: inner };
}

function idOf(row: JsonObject): string | null {
  const metadata = row['@metadata'];
  const id = isJsonObject(metadata) ? metadata['@id'] : undefined;
  return typeof id === 'string' && id !== '' ? id : null;
}

export interface NewestDocument {
  readonly documents: number;
  /** Of the document that was changed last; null without documents. */
  readonly changeVector: string | null;
}

/** Of a collection, or of the database. One row is read. */
export async function getNewestDocument(
  db: DatabaseClient,
  collection: string | null,
  options: Signal = {},
): Promise<NewestDocument> {
  const { total, rows } = await previewCollection(db, collection, { start: 0, pageSize: 1 }, [], options);
  return { documents: total, changeVector: rows[0]?.metadata.changeVector ?? null };
}
