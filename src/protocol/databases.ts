/** Databases of a server: list, create, delete. */
import { z } from 'zod';
import type { RequestOptions, ServerClient } from './client.ts';

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
  return read.Databases.map((each) => ({
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
  })).sort((a, b) => a.name.localeCompare(b.name));
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
  options: Signal = {},
): Promise<string> {
  const read = await server.read(created, 'PUT', '/admin/databases', {
    query: { name, replicationFactor: 1 },
    json: { DatabaseName: name, Settings: {}, Disabled: false },
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
