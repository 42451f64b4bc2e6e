/** Against shapes recorded from RavenDB 7.1.5. */
import { expect, it } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import {
  checkBackupFolder,
  getBackupLimits,
  isMissingRoute,
  readBackupFile,
  startBackup,
} from './backups.ts';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';
import { listRestorePoints, startRestore } from './restore.ts';

function server(answer: object, status = 200) {
  const requests: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      return { status, body: JSON.stringify(answer) };
    },
  });
  const client = new ServerClient(port, 'c');
  return { requests, client, db: client.database('Shop') };
}

it('reads the check of a folder, and no sizes beside an error', async () => {
  const { db, requests } = server({
    NodeTag: 'A',
    FullPath: '/backups',
    FreeSpaceInBytes: 73691119616,
    FreeSpaceHumane: '68.63 GBytes',
    TotalSpaceInBytes: 270553174016,
    Error: null,
  });
  expect(await checkBackupFolder(db, '/backups')).toEqual({
    path: '/backups',
    node: 'A',
    freeBytes: 73691119616,
    totalBytes: 270553174016,
    problem: null,
  });
  expect(requests[0]?.path).toBe('/databases/Shop/admin/backup-data-directory?path=%2Fbackups');
  const problem = 'Cannot write to directory path: /proc/nope';
  const failed = server({
    FullPath: '/proc/nope',
    FreeSpaceInBytes: 0,
    TotalSpaceInBytes: 0,
    Error: problem,
  });
  expect(await checkBackupFolder(failed.db, '/proc/nope')).toMatchObject({ problem, freeBytes: null });
});

it('recognizes a server without the routes, and no other failure', async () => {
  const missing = server(
    { Type: 'Raven.Client.Exceptions.Routing.RouteNotFoundException', Message: 'x' },
    400,
  );
  expect(await getBackupLimits(missing.db)).toBeNull();
  expect(await getBackupLimits(server({}, 404).db)).toBeNull();
  await expect(getBackupLimits(server({ Message: 'x' }, 500).db)).rejects.toThrow('x');
  const limits = server({ LocalRootPath: '/b', AllowedDestinations: ['Local'] });
  expect(await getBackupLimits(limits.db)).toEqual({ root: '/b', destinations: ['Local'] });
  expect(isMissingRoute(new Error('x'))).toBe(false);
});

it('starts a backup with nothing but a type and a folder', async () => {
  const { db, requests } = server({ OperationId: 7, OperationNodeTag: 'A' });
  expect(await startBackup(db, 'Backup', '/backups')).toBe(7);
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    BackupType: 'Backup',
    LocalSettings: { FolderPath: '/backups' },
  });
});

it('reads the file and every used destination of a result', () => {
  const skipped = { Exception: null, Skipped: true, UploadProgress: {} };
  const local = {
    Exception: null,
    BackupDirectory: '2026-11-24-02-49-42.ravendb-shop-A-backup',
    FileName: '2026-11-24-02-49-42.ravendb-full-backup',
    TempFolderUsed: false,
  };
  expect(readBackupFile({ LocalBackup: local, S3Backup: skipped })).toEqual({
    folder: local.BackupDirectory,
    file: local.FileName,
    destinations: [{ name: 'Folder', error: null }],
  });
  const failed = { Exception: 'System.Net: no route', Skipped: false };
  expect(readBackupFile({ LocalBackup: local, FtpBackup: failed }).destinations).toEqual([
    { name: 'Folder', error: null },
    { name: 'FTP', error: 'System.Net: no route' },
  ]);
  expect(readBackupFile(null)).toEqual({ folder: '', file: '', destinations: [] });
});

const point = {
  DateTime: '2026-11-24T02:49:42.0000000',
  Location: '/b/2026-11-24-02-49-42.ravendb-shop-A-backup',
  FileName: '/b/2026-11-24-02-49-42.ravendb-shop-A-backup/2026-11-24-02-49-42.ravendb-full-backup',
  IsSnapshotRestore: false,
  IsEncrypted: false,
  IsIncremental: false,
  FilesToRestore: 1,
  DatabaseName: 'shop',
  NodeTag: 'A',
};

it('lists backups, the newest first, without entries that it cannot read', async () => {
  const later = {
    ...point,
    DateTime: '2026-11-25T02:00:00.0000000',
    FileName: '/b/x/later',
    IsIncremental: true,
  };
  const { client, requests } = server({ List: [point, 17, later] });
  expect(await listRestorePoints(client, '/b')).toMatchObject([
    { at: '2026-11-25 02:00:00', incremental: true },
    { at: '2026-11-24 02:49:42', database: 'shop', node: 'A', files: 1, snapshot: false },
  ]);
  expect(requests[0]).toMatchObject({
    path: '/admin/restore/points?type=Local',
    body: '{"FolderPath":"/b"}',
  });
});

it('a folder without backups is empty, a missing folder a failure', async () => {
  const none = server(
    { Type: 'System.InvalidOperationException', Message: "Couldn't locate any backup files." },
    500,
  );
  expect(await listRestorePoints(none.client, '/b')).toEqual([]);
  const missing = server({ Message: "Path '/b' doesn't exist" }, 500);
  await expect(listRestorePoints(missing.client, '/b')).rejects.toThrow("Path '/b' doesn't exist");
});

it('restores with a confirmation, and names a last file only where one is chosen', async () => {
  const { client, requests } = server({ OperationId: 4 });
  const options = { name: 'copy', location: '/b/x', disableOngoingTasks: true, skipIndexes: false };
  expect(await startRestore(client, { ...options, lastFile: null })).toBe(4);
  await startRestore(client, { ...options, lastFile: 'f' });
  expect(requests.map(({ confirm }) => confirm)).toEqual([true, true]);
  const bodies = requests.map(({ body }) => JSON.parse(body ?? '') as object);
  expect(bodies[0]).toEqual({
    Type: 'Local',
    BackupLocation: '/b/x',
    DatabaseName: 'copy',
    DisableOngoingTasks: true,
    SkipIndexes: false,
  });
  expect(bodies[1]).toMatchObject({ LastFileNameToRestore: 'f' });
});
