/** The requests of a copy. The plan names databases, collections and ids; addresses and JSON are made here. Pure. */
import { randomUUID } from 'node:crypto';
import type { CopySetting } from '../../../src/contract/index.ts';
import type { RequestToJudge } from '../policy/decide.ts';

const FIRST_ROW_MS = 600_000;
const WRITE_MS = 120_000;
const json = { 'content-type': 'application/json' };
const below = (database: string): string => `/databases/${encodeURIComponent(database)}`;
/** Also the signs that a URL leaves alone and the policy refuses. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');

export interface Statement {
  readonly query: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export function collectionStatement(collection: string): Statement {
  const name = collection.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  return { query: `from '${name}'`, parameters: {} };
}

export const rowsRequest = (
  database: string,
  { query, parameters }: Statement,
  start: number,
  limit: number,
): RequestToJudge => ({
  method: 'POST',
  path: `${below(database)}/streams/queries?format=jsonl`,
  headers: json,
  // On a line of its own: a comment can be before it.
  body: JSON.stringify({ Query: `${query}\nlimit ${start}, ${limit}`, QueryParameters: parameters }),
  timeoutMs: FIRST_ROW_MS,
});

/** Counts the results. Fails when the server would build an index for the query. */
export const countRequest = (database: string, { query, parameters }: Statement): RequestToJudge => ({
  method: 'POST',
  path: `${below(database)}/queries?disableAutoIndexCreation=true`,
  headers: json,
  body: JSON.stringify({ Query: query, QueryParameters: parameters, PageSize: 0 }),
  timeoutMs: FIRST_ROW_MS,
});

export const statsRequest = (database: string): RequestToJudge => ({
  method: 'GET',
  path: `${below(database)}/stats`,
});

export const collectionsRequest = (database: string): RequestToJudge => ({
  method: 'GET',
  path: `${below(database)}/collections/stats`,
});

export const documentsRequest = (
  database: string,
  ids: readonly string[],
  metadataOnly: boolean,
): RequestToJudge => ({
  method: 'POST',
  path: `${below(database)}/docs${metadataOnly ? '?metadataOnly=true' : ''}`,
  headers: json,
  body: JSON.stringify({ Ids: ids }),
  timeoutMs: WRITE_MS,
});

export interface WrittenDocument {
  readonly id: string;
  readonly text: string;
}

/** `onlyNew`: the server refuses the whole batch when one of the ids exists. */
export const writeRequest = (
  database: string,
  documents: readonly WrittenDocument[],
  onlyNew: boolean,
): RequestToJudge => ({
  method: 'POST',
  path: `${below(database)}/bulk_docs`,
  headers: json,
  body: `{"Commands":[${documents
    .map(
      ({ id, text }) =>
        `{"Id":${JSON.stringify(id)},"ChangeVector":${onlyNew ? '""' : 'null'},"Type":"PUT","Document":${text}}`,
    )
    .join(',')}]}`,
  timeoutMs: WRITE_MS,
});

export const createRequest = (database: string): RequestToJudge => ({
  method: 'PUT',
  path: `/admin/databases?name=${encoded(database)}&replicationFactor=1`,
  headers: json,
  body: JSON.stringify({ DatabaseName: database, Settings: {}, Disabled: false }),
  timeoutMs: WRITE_MS,
});

export const indexesRequest = (database: string): RequestToJudge => ({
  method: 'GET',
  path: `${below(database)}/indexes?start=0&pageSize=10000`,
});

export const putIndexRequest = (
  database: string,
  definition: Readonly<Record<string, unknown>>,
): RequestToJudge => ({
  method: 'PUT',
  path: `${below(database)}/admin/indexes`,
  headers: json,
  body: JSON.stringify({ Indexes: [definition] }),
  timeoutMs: WRITE_MS,
});

const settingRoutes: Readonly<Record<CopySetting, string>> = {
  compression: 'documents-compression/config',
  revisions: 'revisions/config',
  refresh: 'refresh/config',
  archival: 'data-archival/config',
  expiration: 'expiration/config',
  client: 'configuration/client',
};

/** The clients' one is read from the record: its route adds the configuration of the whole server. */
export const settingRequest = (database: string, setting: CopySetting): RequestToJudge => ({
  method: 'GET',
  path: `${below(database)}/${setting === 'client' ? 'admin/record' : settingRoutes[setting]}`,
});

export const setSettingRequest = (database: string, setting: CopySetting, body: string): RequestToJudge => ({
  method: setting === 'client' ? 'PUT' : 'POST',
  path: `${below(database)}/admin/${settingRoutes[setting]}?raft-request-id=${randomUUID()}`,
  headers: json,
  body,
  timeoutMs: WRITE_MS,
});

export const identitiesRequest = (database: string): RequestToJudge => ({
  method: 'GET',
  path: `${below(database)}/debug/identities`,
});

/** The server keeps a larger value. */
export const seedRequest = (database: string, name: string, value: number): RequestToJudge => ({
  method: 'POST',
  path: `${below(database)}/identity/seed?name=${encoded(name)}&value=${value}&force=false&raft-request-id=${randomUUID()}`,
  timeoutMs: WRITE_MS,
});
