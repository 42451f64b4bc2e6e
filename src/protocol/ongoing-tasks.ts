/** The ongoing tasks of a database: replication, ETL, subscriptions, backups, with their responsible nodes. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';

type Signal = Pick<RequestOptions, 'signal'>;

const text = z.string().nullish().catch(null);
const number = z.number().nullish().catch(null);

const task = z.looseObject({
  TaskId: number,
  TaskType: text,
  TaskName: text,
  TaskState: text,
  TaskConnectionStatus: text,
  ResponsibleNode: z.looseObject({ NodeTag: text }).nullish().catch(null),
  MentorNode: text,
  Error: text,
  DestinationUrl: text,
  DestinationDatabase: text,
  BackupType: text,
  LastFullBackup: text,
  LastIncrementalBackup: text,
  OnGoingBackup: z.looseObject({ StartTime: text }).nullish().catch(null),
  NextBackup: z.looseObject({ DateTime: text, IsFull: z.boolean().nullish() }).nullish().catch(null),
  ChangeVectorForNextBatchStartingPoint: text,
  LastBatchAckTime: text,
  LastClientConnectionTime: text,
});
const tasksAnswer = z.looseObject({ OngoingTasks: z.array(task).nullish() });

export interface OngoingTask {
  readonly id: number | null;
  /** `Replication`, `RavenEtl`, `SqlEtl`, `Subscription`, `Backup`, … */
  readonly type: string;
  readonly name: string;
  /** `Enabled`, `Disabled`, `PartiallyEnabled`. */
  readonly state: string | null;
  /** `Active`, `NotActive`, `Reconnect`, `NotOnThisNode`, `None`. */
  readonly connection: string | null;
  readonly node: string | null;
  readonly preferredNode: string | null;
  readonly error: string | null;
  readonly destination: string | null;
  readonly backup: {
    readonly lastFull: string | null;
    readonly lastIncremental: string | null;
    readonly running: string | null;
    readonly next: string | null;
  } | null;
  readonly subscription: {
    /** Where the next batch starts; null: at the first document. */
    readonly changeVector: string | null;
    readonly lastAcknowledged: string | null;
    readonly lastConnection: string | null;
  } | null;
}

/** As the connected node reports them. A task of another node may lack its connection state. */
export async function getOngoingTasks(
  db: DatabaseClient,
  options: Signal = {},
): Promise<readonly OngoingTask[]> {
  const read = await db.read(tasksAnswer, 'GET', '/tasks', options);
  return (read.OngoingTasks ?? []).map((each) => {
    const type = each.TaskType ?? 'Unknown';
    return {
      id: each.TaskId ?? null,
      type,
      name: each.TaskName ?? '',
      state: each.TaskState ?? null,
      connection: each.TaskConnectionStatus ?? null,
      node: each.ResponsibleNode?.NodeTag ?? null,
      preferredNode: each.MentorNode ?? null,
      error: each.Error ?? null,
      destination: [each.DestinationDatabase, each.DestinationUrl].filter(Boolean).join(' at ') || null,
      backup:
        type === 'Backup'
          ? {
              lastFull: each.LastFullBackup ?? null,
              lastIncremental: each.LastIncrementalBackup ?? null,
              running: each.OnGoingBackup?.StartTime ?? null,
              next: each.NextBackup?.DateTime ?? null,
            }
          : null,
      subscription:
        type === 'Subscription'
          ? {
              changeVector: each.ChangeVectorForNextBatchStartingPoint ?? null,
              lastAcknowledged: each.LastBatchAckTime ?? null,
              lastConnection: each.LastClientConnectionTime ?? null,
            }
          : null,
    };
  });
}

const taskProcess = z.looseObject({
  NumberOfDocumentsToProcess: number,
  NumberOfDocumentTombstonesToProcess: number,
  NumberOfItemsToProcess: number,
  AverageProcessedPerSecond: number,
});
const progressAnswer = z.looseObject({
  Results: z
    .array(z.looseObject({ TaskName: text, ProcessesProgress: z.array(taskProcess).nullish().catch(null) }))
    .nullish(),
});

export interface TaskProgress {
  /** Documents and tombstones that are not sent yet. */
  readonly remaining: number;
  readonly perSecond: number | null;
}

/** Of the ETL tasks of the connected node, by name. */
export async function getEtlProgress(
  db: DatabaseClient,
  options: Signal = {},
): Promise<ReadonlyMap<string, TaskProgress>> {
  return byName(await db.read(progressAnswer, 'GET', '/etl/progress', options));
}

/** Of the external replications of the connected node, by name. */
export async function getReplicationProgress(
  db: DatabaseClient,
  options: Signal = {},
): Promise<ReadonlyMap<string, TaskProgress>> {
  return byName(await db.read(progressAnswer, 'GET', '/replication/progress', options));
}

function byName(read: z.output<typeof progressAnswer>): ReadonlyMap<string, TaskProgress> {
  const found = new Map<string, TaskProgress>();
  for (const { TaskName, ProcessesProgress } of read.Results ?? []) {
    if (typeof TaskName !== 'string') continue;
    const before = found.get(TaskName);
    let remaining = before?.remaining ?? 0;
    let perSecond = before?.perSecond ?? null;
    for (const each of ProcessesProgress ?? []) {
      remaining +=
        (each.NumberOfItemsToProcess ?? each.NumberOfDocumentsToProcess ?? 0) +
        (each.NumberOfDocumentTombstonesToProcess ?? 0);
      if (typeof each.AverageProcessedPerSecond === 'number')
        perSecond = (perSecond ?? 0) + each.AverageProcessedPerSecond;
    }
    found.set(TaskName, { remaining, perSecond });
  }
  return found;
}
