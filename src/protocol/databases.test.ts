import { describe, expect, it } from 'vitest';
import {
  createDatabase,
  databaseNameProblem,
  deleteDatabase,
  disableDatabase,
  enableDatabase,
  getDatabaseInfo,
  getDatabaseRecord,
  listDatabases,
  setLockMode,
} from './databases.ts';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';
import type { HttpRequest } from '../contract/index.ts';

function server(body: string, status = 200) {
  const requests: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      return { body, status };
    },
  });
  return { server: new ServerClient(port, 'c'), requests };
}

/** Recorded from RavenDB 7.1.5; the name really occurs twice. */
const loaded =
  '{"Name":"shop","TotalSize":{"HumaneSize":"13.48 MBytes","SizeInBytes":14131200},"TempBuffersSize":{"HumaneSize":"32.13 MBytes","SizeInBytes":33685504},"UpTime":"00:00:00.7015614","BackupInfo":null,"Alerts":0,"PerformanceHints":0,"IndexingErrors":0,"DocumentsCount":12,"IndexingStatus":"Running","Name":"shop","Disabled":false,"LockMode":"PreventDeletesError","IsAdmin":true,"IsEncrypted":false,"IndexesCount":3,"NodesTopology":{"Members":[]},"DeletionInProgress":{},"Environment":"None"}';

describe('listDatabases', () => {
  it('reads loaded, failed and unloaded databases, sorted by name', async () => {
    const broken = '{"Name":"broken","NodesTopology":{},"LoadError":"The journal is damaged."}';
    const newer =
      '{"Name":"zeta","NewIn9":true,"TotalSize":null,"UpTime":null,"LockMode":"SomethingNew","DeletionInProgress":{"A":"HardDelete"}}';
    const { server: client } = server(`{"@metadata":{},"Databases":[${newer},${loaded},${broken}]}`);
    expect(await listDatabases(client)).toMatchObject([
      { name: 'broken', loadError: 'The journal is damaged.', documents: null, sizeOnDisk: null },
      {
        name: 'shop',
        documents: 12,
        indexes: 3,
        sizeOnDisk: 14_131_200,
        lockMode: 'deletes-refused',
        loadError: null,
      },
      { name: 'zeta', documents: null, lockMode: 'unlocked', beingDeleted: true, upTime: null },
    ]);
  });

  it('rejects a response that is not from RavenDB', async () => {
    const { server: client } = server('<html>Welcome to nginx</html>');
    await expect(listDatabases(client)).rejects.toMatchObject({ code: 'not-ravendb' });
  });
});

describe('createDatabase', () => {
  it('sends a record and returns the name', async () => {
    const { server: client, requests } = server('{"RaftCommandIndex":3,"Name":"shop","Topology":{}}', 201);
    expect(await createDatabase(client, 'shop')).toBe('shop');
    expect(requests[0]).toMatchObject({
      method: 'PUT',
      path: '/admin/databases?name=shop&replicationFactor=1',
    });
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ DatabaseName: 'shop' });
  });

  it('passes on the error of the server', async () => {
    const { server: client } = server(
      '{"Type":"Raven.Client.Exceptions.ConcurrencyException","Message":"Database \'shop\' already exists!","Error":"at…"}',
      409,
    );
    await expect(createDatabase(client, 'shop')).rejects.toMatchObject({
      status: 409,
      type: 'ConcurrencyException',
      message: "Database 'shop' already exists!",
    });
  });
});

it('deletes from every node, with files', async () => {
  const { server: client, requests } = server('{"RaftCommandIndex":9,"PendingDeletes":[]}');
  await deleteDatabase(client, 'shop');
  expect(requests[0]).toMatchObject({ method: 'DELETE', path: '/admin/databases' });
  expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ DatabaseNames: ['shop'], HardDelete: true });
});

describe('the state of a database', () => {
  it('is read without loading it', async () => {
    const disabled = '{"Name":"shop","Disabled":true,"LockMode":"PreventDeletesIgnore","UpTime":null}';
    const { server: client, requests } = server(`{"Databases":[${disabled}]}`);
    expect(await getDatabaseInfo(client, 'shop')).toMatchObject({
      disabled: true,
      lockMode: 'deletes-ignored',
      upTime: null,
    });
    expect(requests[0]).toMatchObject({ method: 'GET', path: '/databases?name=shop' });
    const unknown = getDatabaseInfo(server('', 404).server, 'shop');
    await expect(unknown).rejects.toMatchObject({ status: 404 });
  });

  it('is changed for one database; disabling and locking wait for a confirmation', async () => {
    const { server: client, requests } = server('{"Status":[{"Name":"Shop","Success":true}]}');
    await disableDatabase(client, 'shop');
    await enableDatabase(client, 'shop');
    await setLockMode(client, 'shop', 'deletes-refused');
    expect(requests.map(({ path, confirm }) => [path, confirm])).toEqual([
      ['/admin/databases/disable', true],
      ['/admin/databases/enable', undefined],
      ['/admin/databases/set-lock', true],
    ]);
    expect(requests.map(({ body }) => JSON.parse(body ?? '') as unknown)).toEqual([
      { DatabaseNames: ['shop'] },
      { DatabaseNames: ['shop'] },
      { DatabaseNames: ['shop'], Mode: 'PreventDeletesError' },
    ]);
  });

  it('is not changed where the server says so with status 200', async () => {
    const failed = '{"Status":[{"Name":"shop","Success":false,"Reason":"database not found"}]}';
    await expect(enableDatabase(server(failed).server, 'shop')).rejects.toThrow(
      'Enabling shop changed nothing: database not found.',
    );
    await expect(disableDatabase(server('{"Status":[]}').server, 'shop')).rejects.toThrow('does not name it');
  });

  it('has a record, which is returned as sent', async () => {
    const { server: client, requests } = server('{"DatabaseName":"shop","Etag":12345678901234567890}');
    expect(await getDatabaseRecord(client, 'shop')).toContain('12345678901234567890');
    expect(requests[0]?.path).toBe('/admin/databases?name=shop');
  });
});

describe('databaseNameProblem', () => {
  it.each(['Shop', 'größe', 'a.b-c_d', '日本', 'x'.repeat(128)])('accepts %s', (name) => {
    expect(databaseNameProblem(name)).toBeNull();
  });

  // RavenDB 7.1.5 refuses each of these.
  it.each([
    ['', 'needs a name'],
    ['my shop', 'a space'],
    ['a+b', '“+”'],
    ['a@b', '“@”'],
    ['a(b', '“(”'],
    ['a/b', '“/”'],
    ['.a', 'dot'],
    ['a.', 'dot'],
    ['a..b', 'two consecutive dots'],
    ['con', 'device'],
    ['LPT1', 'device'],
    ['x'.repeat(129), '128'],
  ])('rejects “%s” with a reason', (name, says) => {
    expect(databaseNameProblem(name)).toContain(says);
  });
});
