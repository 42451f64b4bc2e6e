/** Backups of a database into a folder of the server: the check of the folder, one backup, its result. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { ServerError } from './server-error.ts';

type Signal = Pick<RequestOptions, 'signal'>;

/** An empty text is none. */
const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((written) => (written === '' ? null : (written ?? null)));
const bytes = z.number().nullish().catch(null);

export interface BackupFolder {
  /** As the server resolves it. */
  readonly path: string;
  readonly node: string | null;
  readonly freeBytes: number | null;
  readonly totalBytes: number | null;
  /** Why the server cannot write there. */
  readonly problem: string | null;
}

const folderAnswer = z.looseObject({
  NodeTag: text,
  FullPath: text,
  FreeSpaceInBytes: bytes,
  TotalSpaceInBytes: bytes,
  Error: text,
});

/** Tests whether the server can write to the folder; it creates nothing. The path must not be empty. */
export async function checkBackupFolder(
  db: DatabaseClient,
  path: string,
  options: Signal = {},
): Promise<BackupFolder> {
  const read = await db.read(folderAnswer, 'GET', '/admin/backup-data-directory', {
    query: { path },
    ...options,
  });
  const problem = read.Error;
  // Zeros beside an error are no measurement.
  const measured = (value: number | null | undefined) => (problem === null ? (value ?? null) : null);
  return {
    path: read.FullPath ?? path,
    node: read.NodeTag,
    freeBytes: measured(read.FreeSpaceInBytes),
    totalBytes: measured(read.TotalSpaceInBytes),
    problem,
  };
}

export interface BackupLimits {
  /** Backups are allowed only below this folder; null: everywhere. */
  readonly root: string | null;
  /** `Local`, `S3` …; null: all. */
  readonly destinations: readonly string[] | null;
}

/** Null: the server has no routes for backups. */
export async function getBackupLimits(
  db: DatabaseClient,
  options: Signal = {},
): Promise<BackupLimits | null> {
  const answer = z.looseObject({
    LocalRootPath: text,
    AllowedDestinations: z.array(z.string()).nullish().catch(null),
  });
  try {
    const read = await db.read(answer, 'GET', '/admin/periodic-backup/config', options);
    return { root: read.LocalRootPath, destinations: read.AllowedDestinations ?? null };
  } catch (thrown) {
    if (isMissingRoute(thrown)) return null;
    throw thrown;
  }
}

/** RavenDB answers 400 with this type for a route that it does not know, the sandbox 404. */
export function isMissingRoute(thrown: unknown): boolean {
  return thrown instanceof ServerError && (thrown.type === 'RouteNotFoundException' || thrown.status === 404);
}

export const backupTypes = ['Backup', 'Snapshot'] as const;
export type BackupType = (typeof backupTypes)[number];

/** Returns the number of the operation. */
export async function startBackup(
  db: DatabaseClient,
  type: BackupType,
  folder: string,
  options: Signal = {},
): Promise<number> {
  const answer = z.looseObject({ OperationId: z.number() });
  const started = await db.read(answer, 'POST', '/admin/backup', {
    json: { BackupType: type, LocalSettings: { FolderPath: folder } },
    ...options,
  });
  return started.OperationId;
}

/** The destinations of a result, with the names that users see. */
const destinations = [
  ['LocalBackup', 'Folder'],
  ['S3Backup', 'Amazon S3'],
  ['GlacierBackup', 'Amazon Glacier'],
  ['AzureBackup', 'Azure'],
  ['GoogleCloudBackup', 'Google Cloud'],
  ['FtpBackup', 'FTP'],
] as const;

export interface DestinationResult {
  readonly name: string;
  /** Null: it was written. */
  readonly error: string | null;
}

export interface BackupFile {
  /** Empty when the server did not report one. */
  readonly folder: string;
  readonly file: string;
  /** Of all used destinations. */
  readonly destinations: readonly DestinationResult[];
}

const destinationResult = z.looseObject({
  Exception: text,
  Skipped: z.boolean().nullish().catch(null),
  BackupDirectory: text,
  FileName: text,
});

/** Where a backup was written, from a `BackupResult`. A completed operation can have failed destinations. */
export function readBackupFile(result: unknown): BackupFile {
  const members = z.record(z.string(), z.unknown()).catch({}).parse(result);
  const local = destinationResult.safeParse(members.LocalBackup).data;
  return {
    folder: local?.BackupDirectory ?? '',
    file: local?.FileName ?? '',
    destinations: destinations.flatMap(([member, name]) => {
      const read = destinationResult.safeParse(members[member]).data;
      // `Skipped` is missing for the folder.
      if (!read || read.Skipped === true) return [];
      return [{ name, error: read.Exception }];
    }),
  };
}
