/** Scheduled backups of a database: the list with its state, one task with its schedule, and changes. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { parseServerDate } from './server-date.ts';
import { formatTimeSpan, readTimeSpan } from './time-span.ts';

type Signal = Pick<RequestOptions, 'signal'>;

/** An empty text is none. */
const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((written) => (written === '' ? null : (written ?? null)));
const flag = z.boolean().nullish().catch(null);
const retention = z.looseObject({ Disabled: flag, MinimumBackupAgeToKeep: text }).nullish().catch(null);

const task = z.looseObject({
  TaskId: z.number(),
  TaskType: z.literal('Backup'),
  TaskName: text,
  TaskState: text,
  BackupType: text,
  BackupDestinations: z.array(z.string()).nullish().catch(null),
  LastFullBackup: text,
  LastIncrementalBackup: text,
  NextBackup: z.looseObject({ DateTime: text, IsFull: flag }).nullish().catch(null),
  OnGoingBackup: z.looseObject({ StartTime: text, IsFull: flag }).nullish().catch(null),
  RetentionPolicy: retention,
  IsEncrypted: flag,
  ResponsibleNode: z.looseObject({ NodeTag: text }).nullish().catch(null),
  LastExecutingNodeTag: text,
  TaskConnectionStatus: text,
  Error: text,
});

const DAY_MS = 86_400_000;

export interface BackupTask {
  readonly id: number;
  readonly name: string;
  readonly disabled: boolean;
  /** As the server names it. */
  readonly type: string;
  /** `Local`, `S3` … */
  readonly destinations: readonly string[];
  /** Milliseconds since 1970; NaN: never, unknown, or not planned. */
  readonly lastFull: number;
  readonly lastIncremental: number;
  readonly next: number;
  readonly nextIsFull: boolean;
  /** When the running backup began; NaN: none runs. */
  readonly runningSince: number;
  /** Null: backups are kept for ever. */
  readonly keepDays: number | null;
  readonly encrypted: boolean;
  readonly node: string | null;
  readonly error: string | null;
}

/** Entries of an unknown shape are left out. */
export async function listBackupTasks(
  db: DatabaseClient,
  options: Signal = {},
): Promise<readonly BackupTask[]> {
  const answer = z.looseObject({ OngoingTasks: z.array(z.unknown()).nullish() });
  const { OngoingTasks } = await db.read(answer, 'GET', '/tasks', options);
  return (OngoingTasks ?? []).map(readTask).filter((each) => each !== undefined);
}

function readTask(raw: unknown): BackupTask | undefined {
  const read = task.safeParse(raw).data;
  if (!read) return undefined;
  return {
    id: read.TaskId,
    name: read.TaskName ?? `Task ${read.TaskId}`,
    disabled: read.TaskState === 'Disabled',
    type: read.BackupType ?? 'Unknown',
    destinations: read.BackupDestinations ?? [],
    lastFull: moment(read.LastFullBackup),
    lastIncremental: moment(read.LastIncrementalBackup),
    next: moment(read.NextBackup?.DateTime),
    nextIsFull: read.NextBackup?.IsFull ?? true,
    runningSince: moment(read.OnGoingBackup?.StartTime),
    keepDays: keepDaysOf(read.RetentionPolicy),
    encrypted: read.IsEncrypted ?? false,
    node: read.ResponsibleNode?.NodeTag ?? read.LastExecutingNodeTag,
    error: read.Error,
  };
}

const moment = (written: string | null | undefined): number => parseServerDate(written ?? '');

function keepDaysOf(policy: z.output<typeof retention>): number | null {
  if (!policy || policy.Disabled === true) return null;
  const ms = readTimeSpan(policy.MinimumBackupAgeToKeep ?? '');
  return ms === null || ms <= 0 ? null : ms / DAY_MS;
}

const configuration = z.looseObject({
  Name: text,
  BackupType: text,
  FullBackupFrequency: text,
  IncrementalBackupFrequency: text,
  LocalSettings: z.looseObject({ FolderPath: text, Disabled: flag }).nullish().catch(null),
  RetentionPolicy: retention,
  MentorNode: text,
});

/** What a person can change. */
export interface BackupSchedule {
  readonly name: string;
  readonly type: string;
  readonly full: string | null;
  readonly incremental: string | null;
  /** Null: the task writes to no folder of the server. */
  readonly folder: string | null;
  readonly keepDays: number | null;
}

export interface StoredSchedule {
  readonly schedule: BackupSchedule;
  /** The complete configuration, with the secrets of its destinations: only to be sent back, never shown. */
  readonly stored: Readonly<Record<string, unknown>>;
}

export async function getBackupSchedule(
  db: DatabaseClient,
  id: number,
  options: Signal = {},
): Promise<StoredSchedule> {
  // A record: it is sent back, so no member may be read tolerantly here.
  const stored = await db.server.read(z.record(z.string(), z.unknown()), 'GET', '/periodic-backup', {
    query: { name: db.name, taskId: id },
    ...options,
  });
  const read = configuration.parse(stored);
  const local = read.LocalSettings;
  return {
    schedule: {
      name: read.Name ?? '',
      type: read.BackupType ?? 'Backup',
      full: read.FullBackupFrequency,
      incremental: read.IncrementalBackupFrequency,
      folder: local && local.Disabled !== true ? local.FolderPath : null,
      keepDays: keepDaysOf(read.RetentionPolicy),
    },
    stored,
  };
}

/** Creates a task, or changes the stored one; members that a schedule does not have are sent back unchanged. */
export async function saveBackupSchedule(
  db: DatabaseClient,
  schedule: BackupSchedule,
  stored: StoredSchedule['stored'] | null,
): Promise<void> {
  const local = z.record(z.string(), z.unknown()).catch({}).parse(stored?.LocalSettings);
  await db.send('POST', '/admin/periodic-backup', {
    json: {
      ...stored,
      Name: schedule.name,
      BackupType: schedule.type,
      FullBackupFrequency: schedule.full,
      IncrementalBackupFrequency: schedule.incremental,
      ...(schedule.folder === null
        ? {}
        : { LocalSettings: { ...local, Disabled: false, FolderPath: schedule.folder } }),
      RetentionPolicy: {
        Disabled: schedule.keepDays === null,
        MinimumBackupAgeToKeep:
          schedule.keepDays === null ? null : formatTimeSpan(schedule.keepDays * DAY_MS),
      },
    },
    confirm: true,
  });
}

export async function setBackupTaskDisabled(db: DatabaseClient, id: number, disable: boolean): Promise<void> {
  await db.send('POST', '/admin/tasks/state', { query: { key: id, type: 'Backup', disable }, confirm: true });
}

/** Files that it has written stay. */
export async function deleteBackupTask(db: DatabaseClient, id: number): Promise<void> {
  await db.send('DELETE', '/admin/tasks', { query: { id, type: 'Backup' }, confirm: true });
}

/** Returns the number of the operation. */
export async function runBackupTask(db: DatabaseClient, id: number, isFullBackup: boolean): Promise<number> {
  const answer = z.looseObject({ OperationId: z.number() });
  const started = await db.read(answer, 'POST', '/admin/backup/database', {
    query: { taskId: id, isFullBackup },
  });
  return started.OperationId;
}
