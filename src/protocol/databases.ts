/** Databases of a server: list, create, enable and disable, lock, delete; and the record of one. */
import { z } from 'zod';
import { refuseDeepAnswer, type RequestOptions, type ServerClient } from './client.ts';

type Signal = Pick<RequestOptions, 'signal'>;

const size = z
  .looseObject({ SizeInBytes: z.number().optional(), HumaneSize: z.string().optional() })
  .transform((read) => read.SizeInBytes ?? null)
  .nullish();

const flag = z.boolean().nullish();

const databaseInfo = z.looseObject({
  Name: z.string(),
  Disabled: flag,
  DocumentsCount: z.number().nullish(),
  IndexesCount: z.number().nullish(),
  IndexingErrors: z.number().nullish(),
  IndexingStatus: z.string().nullish(),
  LoadError: z.string().nullish(),
  LockMode: z.string().nullish(),
  TotalSize: size,
  TempBuffersSize: size,
  UpTime: z.string().nullish(),
  IsEncrypted: flag,
  Alerts: z.number().nullish(),
  Environment: z.string().nullish(),
  DeletionInProgress: z.record(z.string(), z.unknown()).nullish(),
  HasDataArchivalConfiguration: flag,
});

export type LockMode = 'unlocked' | 'deletes-ignored' | 'deletes-refused';

/** Null when the server does not report it (a database that is not loaded, or failed to load). */
export interface DatabaseInfo {
  readonly name: string;
  readonly disabled: boolean;
  readonly documents: number | null;
  readonly indexes: number | null;
  readonly indexingErrors: number;
  readonly sizeOnDisk: number | null;
  readonly tempBuffers: number | null;
  /** Time since it was loaded, in server format; null when not loaded. */
  readonly upTime: string | null;
  readonly loadError: string | null;
  readonly lockMode: LockMode;
  readonly encrypted: boolean;
  readonly alerts: number;
  readonly beingDeleted: boolean;
}

const lockModeTexts: Readonly<Record<LockMode, string>> = {
  unlocked: 'Unlock',
  'deletes-ignored': 'PreventDeletesIgnore',
  'deletes-refused': 'PreventDeletesError',
};

function toLockMode(text: string | null | undefined): LockMode {
  if (text === 'PreventDeletesIgnore') return 'deletes-ignored';
  if (text === 'PreventDeletesError') return 'deletes-refused';
  return 'unlocked';
}

/** Sorted by name. Listing does not load idle databases. */
export async function listDatabases(
  server: ServerClient,
  options: Signal = {},
): Promise<readonly DatabaseInfo[]> {
  const read = await server.read(z.looseObject({ Databases: z.array(databaseInfo) }), 'GET', '/databases', {
    query: { start: 0, pageSize: 10_000 },
    ...options,
  });
  return read.Databases.map(toDatabaseInfo).sort((a, b) => a.name.localeCompare(b.name));
}

/** One database, also while it is disabled. Does not load it. An unknown name is a ServerError (404). */
export async function getDatabaseInfo(
  server: ServerClient,
  name: string,
  options: Signal = {},
): Promise<DatabaseInfo> {
  const path = '/databases';
  const read = await server.read(z.looseObject({ Databases: z.array(databaseInfo).min(1) }), 'GET', path, {
    query: { name },
    ...options,
  });
  const [first] = read.Databases;
  if (first === undefined) throw new Error(`The answer to ${path} has no database.`);
  return toDatabaseInfo(first);
}

function toDatabaseInfo(each: z.output<typeof databaseInfo>): DatabaseInfo {
  return {
    name: each.Name,
    disabled: each.Disabled ?? false,
    documents: each.LoadError ? null : (each.DocumentsCount ?? null),
    indexes: each.LoadError ? null : (each.IndexesCount ?? null),
    indexingErrors: each.IndexingErrors ?? 0,
    sizeOnDisk: each.TotalSize ?? null,
    tempBuffers: each.TempBuffersSize ?? null,
    upTime: each.UpTime ?? null,
    loadError: each.LoadError ?? null,
    lockMode: toLockMode(each.LockMode),
    encrypted: each.IsEncrypted ?? false,
    alerts: each.Alerts ?? 0,
    beingDeleted: Object.keys(each.DeletionInProgress ?? {}).length > 0,
  };
}

/** RavenDB's naming rules as messages; null for a valid name. The server's check is final. */
export function databaseNameProblem(name: string): string | null {
  if (name === '') return 'A database needs a name.';
  if (name.trim() !== name) return 'A name cannot start or end with a space.';
  if (name.length > 128) return `A name can have at most 128 characters; this one has ${name.length}.`;
  const foreign = /[^\p{L}\p{N}_.-]/u.exec(name)?.[0];
  if (foreign !== undefined)
    return `A name can contain letters, digits, “-”, “_” and “.”, but not ${foreign === ' ' ? 'a space' : `“${foreign}”`}.`;
  if (name.startsWith('.') || name.endsWith('.')) return 'A name cannot start or end with a dot.';
  if (name.includes('..')) return 'A name cannot contain two consecutive dots.';
  if (/^(con|prn|aux|nul|com\d|lpt\d)$/i.test(name))
    return `“${name}” is a reserved device name on Windows. Choose another name.`;
  return null;
}

const created = z.looseObject({ Name: z.string(), RaftCommandIndex: z.number().nullish() });

/** Resolves with the name as stored by the server. An existing name is a ServerError (409). */
export async function createDatabase(
  server: ServerClient,
  name: string,
  { settings = {}, ...options }: Signal & { readonly settings?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const read = await server.read(created, 'PUT', '/admin/databases', {
    query: { name, replicationFactor: 1 },
    json: { DatabaseName: name, Settings: settings, Disabled: false },
    timeoutMs: 60_000,
    ...options,
  });
  return read.Name;
}

/** Deletes the database from every node, with its files. */
export async function deleteDatabase(
  server: ServerClient,
  name: string,
  options: Signal = {},
): Promise<void> {
  await server.send('DELETE', '/admin/databases', {
    json: { DatabaseNames: [name], HardDelete: true, TimeToWaitForConfirmation: '00:00:30' },
    timeoutMs: 60_000,
    confirm: true,
    ...options,
  });
}

const stateAnswer = z.looseObject({
  Status: z.array(
    z.looseObject({ Name: z.string(), Success: z.boolean().nullish(), Reason: z.string().nullish() }),
  ),
});

export async function enableDatabase(server: ServerClient, name: string): Promise<void> {
  const path = '/admin/databases/enable';
  const read = await server.read(stateAnswer, 'POST', '/admin/databases/enable', {
    json: { DatabaseNames: [name] },
    timeoutMs: 60_000,
  });
  requireSuccess(read, name, 'Enabling', path);
}

/** Every request for the database is refused until it is enabled. */
export async function disableDatabase(server: ServerClient, name: string): Promise<void> {
  const path = '/admin/databases/disable';
  const read = await server.read(stateAnswer, 'POST', '/admin/databases/disable', {
    json: { DatabaseNames: [name] },
    timeoutMs: 60_000,
    confirm: true,
  });
  requireSuccess(read, name, 'Disabling', path);
}

/** These answers have status 200 also when nothing was changed. */
function requireSuccess(
  answer: z.output<typeof stateAnswer>,
  name: string,
  doing: string,
  path: string,
): void {
  const own = answer.Status.find((each) => each.Name.toLowerCase() === name.toLowerCase());
  if (own?.Success === true) return;
  const reason = own?.Reason ?? `the answer to ${path} does not name it`;
  throw new Error(`${doing} ${name} changed nothing: ${reason}.`);
}

/** Whether the database can be deleted. */
export async function setLockMode(server: ServerClient, name: string, mode: LockMode): Promise<void> {
  await server.send('POST', '/admin/databases/set-lock', {
    json: { DatabaseNames: [name], Mode: lockModeTexts[mode] },
    confirm: true,
  });
}

/** The text of the complete record, with all settings, indexes and tasks. May contain secrets of connection strings. */
export async function getDatabaseRecord(
  server: ServerClient,
  name: string,
  options: Signal = {},
): Promise<string> {
  const path = '/admin/databases';
  const { body } = await server.send('GET', path, { query: { name }, ...options });
  refuseDeepAnswer(path, body);
  return body;
}
