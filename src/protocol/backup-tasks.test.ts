/**
 * The empty list is recorded from RavenDB 7.1.5. Servers without a licence refuse tasks (402), so the shape of a task follows the
 * documented client classes, not a recording.
 */
import { expect, it } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { getBackupSchedule, listBackupTasks, saveBackupSchedule } from './backup-tasks.ts';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';

function server(answer: object, status = 200) {
  const requests: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      return { status, body: JSON.stringify(answer) };
    },
  });
  return { requests, db: new ServerClient(port, 'c').database('Shop') };
}

const task = {
  TaskId: 5,
  TaskType: 'Backup',
  TaskName: 'Nightly',
  TaskState: 'Enabled',
  BackupType: 'Backup',
  BackupDestinations: ['Local', 'S3'],
  LastFullBackup: '2026-11-23T02:00:00.0000000Z',
  LastIncrementalBackup: null,
  NextBackup: { TimeSpan: '01:00:00', DateTime: '2026-11-24T02:00:00.0000000Z', IsFull: true },
  OnGoingBackup: null,
  RetentionPolicy: { Disabled: false, MinimumBackupAgeToKeep: '7.00:00:00' },
  IsEncrypted: false,
  ResponsibleNode: { NodeTag: 'A', NodeUrl: 'http://a' },
  TaskConnectionStatus: 'Active',
  Error: null,
};

it('reads the tasks that are backups, and an empty list', async () => {
  const recorded = { OngoingTasks: [], SubscriptionsCount: 0, PullReplications: [] };
  expect(await listBackupTasks(server(recorded).db)).toEqual([]);
  const { db } = server({
    OngoingTasks: [{ TaskId: 1, TaskType: 'Replication' }, task, { TaskType: 'Backup' }],
  });
  expect(await listBackupTasks(db)).toEqual([
    {
      id: 5,
      name: 'Nightly',
      disabled: false,
      type: 'Backup',
      destinations: ['Local', 'S3'],
      lastFull: Date.parse('2026-11-23T02:00:00Z'),
      lastIncremental: Number.NaN,
      next: Date.parse('2026-11-24T02:00:00Z'),
      nextIsFull: true,
      runningSince: Number.NaN,
      keepDays: 7,
      encrypted: false,
      node: 'A',
      error: null,
    },
  ]);
});

const stored = {
  TaskId: 5,
  Name: 'Nightly',
  BackupType: 'Backup',
  FullBackupFrequency: '0 2 * * *',
  IncrementalBackupFrequency: null,
  LocalSettings: { FolderPath: '/b', Disabled: false, ShortTermRetention: 1 },
  S3Settings: { BucketName: 'x', AwsSecretKey: 'secret' },
  BackupEncryptionSettings: { Key: 'secret', EncryptionMode: 'UseProvidedKey' },
  RetentionPolicy: { Disabled: false, MinimumBackupAgeToKeep: '7.00:00:00' },
};

it('a schedule holds no secret, and a change sends the rest back as it was', async () => {
  const { db, requests } = server(stored);
  const read = await getBackupSchedule(db, 5);
  expect(read.schedule).toEqual({
    name: 'Nightly',
    type: 'Backup',
    full: '0 2 * * *',
    incremental: null,
    folder: '/b',
    keepDays: 7,
  });
  await saveBackupSchedule(db, { ...read.schedule, full: '0 3 * * *', keepDays: null }, read.stored);
  expect(requests[0]?.path).toBe('/periodic-backup?name=Shop&taskId=5');
  expect(requests[1]).toMatchObject({ method: 'POST', confirm: true });
  expect(JSON.parse(requests[1]?.body ?? '')).toEqual({
    ...stored,
    FullBackupFrequency: '0 3 * * *',
    RetentionPolicy: { Disabled: true, MinimumBackupAgeToKeep: null },
  });
});

it('sends a new task with a folder, and reports the refusal of the licence', async () => {
  const message = "Your license doesn't support adding periodic backups.";
  const { db, requests } = server(
    { Type: 'Raven.Client.Exceptions.Commercial.LicenseLimitException', Message: message },
    402,
  );
  const schedule = {
    name: 'n',
    type: 'Backup',
    full: '0 2 * * *',
    incremental: null,
    folder: '/b',
    keepDays: 7,
  };
  await expect(saveBackupSchedule(db, schedule, null)).rejects.toMatchObject({ status: 402, message });
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    Name: 'n',
    BackupType: 'Backup',
    FullBackupFrequency: '0 2 * * *',
    IncrementalBackupFrequency: null,
    LocalSettings: { Disabled: false, FolderPath: '/b' },
    RetentionPolicy: { Disabled: false, MinimumBackupAgeToKeep: '7.00:00:00' },
  });
});
