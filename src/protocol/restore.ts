/** Backups in a folder of the server, and restoring one as a new database. */
import { z } from 'zod';
import type { RequestOptions, ServerClient } from './client.ts';
import { ServerError } from './server-error.ts';

/** An empty text is none. */
const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((written) => (written === '' ? null : (written ?? null)));
const flag = z.boolean().nullish().catch(null);
const point = z.looseObject({
  DateTime: text,
  Location: z.string(),
  FileName: z.string(),
  IsSnapshotRestore: flag,
  IsEncrypted: flag,
  IsIncremental: flag,
  FilesToRestore: z.number().nullish().catch(null),
  DatabaseName: text,
  NodeTag: text,
});

/** One file of a backup: restoring it also restores the files before it in its folder. */
export interface RestorePoint {
  /** `2026-11-24 02:49:42`, of the clock and zone of the server that wrote it; empty when unknown. */
  readonly at: string;
  /** The folder of the full backup and its incremental ones. */
  readonly location: string;
  /** Complete path. */
  readonly file: string;
  readonly snapshot: boolean;
  readonly incremental: boolean;
  readonly encrypted: boolean;
  /** How many files a restore reads. */
  readonly files: number | null;
  readonly database: string | null;
  readonly node: string | null;
}

/** The newest first; entries of an unknown shape are left out. A folder without backups has none. */
export async function listRestorePoints(
  server: ServerClient,
  folder: string,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly RestorePoint[]> {
  const answer = z.looseObject({ List: z.array(z.unknown()).catch([]) });
  try {
    const { List } = await server.read(answer, 'POST', '/admin/restore/points', {
      query: { type: 'Local' },
      json: { FolderPath: folder },
      timeoutMs: 60_000,
      ...options,
    });
    return List.map(readPoint)
      .filter((each) => each !== undefined)
      .sort((a, b) => (a.at === b.at ? b.file.localeCompare(a.file) : a.at < b.at ? 1 : -1));
  } catch (thrown) {
    // RavenDB answers 500 for an empty folder.
    if (thrown instanceof ServerError && /locate any backup files/i.test(thrown.message)) return [];
    throw thrown;
  }
}

function readPoint(raw: unknown): RestorePoint | undefined {
  const read = point.safeParse(raw).data;
  if (!read) return undefined;
  return {
    at: (read.DateTime ?? '').slice(0, 19).replace('T', ' '),
    location: read.Location,
    file: read.FileName,
    snapshot: read.IsSnapshotRestore ?? false,
    incremental: read.IsIncremental ?? false,
    encrypted: read.IsEncrypted ?? false,
    files: read.FilesToRestore ?? null,
    database: read.DatabaseName,
    node: read.NodeTag,
  };
}

export interface RestoreOptions {
  readonly name: string;
  readonly location: string;
  /** The last file to restore, as the name without its folder; null: all. */
  readonly lastFile: string | null;
  readonly disableOngoingTasks: boolean;
  readonly skipIndexes: boolean;
}

/**
 * Returns the number of the operation, which is one of the server. The caller checks that no database has the name: RavenDB
 * 7.1.5 answers such a request, fails the operation, and the existing database is gone.
 */
export async function startRestore(
  server: ServerClient,
  { name, location, lastFile, disableOngoingTasks, skipIndexes }: RestoreOptions,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<number> {
  const answer = z.looseObject({ OperationId: z.number() });
  const started = await server.read(answer, 'POST', '/admin/restore/database', {
    json: {
      Type: 'Local',
      BackupLocation: location,
      DatabaseName: name,
      DisableOngoingTasks: disableOngoingTasks,
      SkipIndexes: skipIndexes,
      ...(lastFile === null ? {} : { LastFileNameToRestore: lastFile }),
    },
    timeoutMs: 60_000,
    confirm: true,
    ...options,
  });
  return started.OperationId;
}
