import { describe, expect, it } from 'vitest';
import type { ConnectionMode, HttpMethod } from '../../../src/contract/index.ts';
import { decide, type RequestToJudge } from './decide.ts';

const base = new URL('http://server:8080');
const modes = ['read-only', 'guarded', 'full'] as const;
const judge = (mode: ConnectionMode, request: RequestToJudge) => decide(mode, base, request);

type Expected = 'read' | 'write' | 'danger';

const allowedIn: Record<Expected, ConnectionMode[]> = {
  read: ['read-only', 'guarded', 'full'],
  write: ['guarded', 'full'],
  danger: ['full'],
};

const table: [HttpMethod, string, Expected][] = [
  ['GET', '/build/version', 'read'],
  ['GET', '/databases', 'read'],
  ['GET', '/databases/shop/docs?id=orders%2F1', 'read'],
  ['HEAD', '/databases/shop/docs?id=orders%2F1', 'read'],
  ['POST', '/databases/shop/docs', 'read'],
  ['POST', '/databases/shop/queries', 'read'],
  ['POST', '/databases/shop/queries?debug=entries', 'read'],
  ['GET', '/databases/shop/streams/docs', 'read'],
  ['GET', '/databases/shop/debug/io-metrics', 'read'],
  ['GET', '/databases/shop/debug/storage/environment/report?name=A&type=Index', 'read'],
  ['GET', '/admin/debug/threads/stack-trace', 'read'],
  ['GET', '/admin/debug/memory/gc', 'read'],
  ['GET', '/databases/shop/some/newer/report', 'read'],
  ['PUT', '/databases/shop/docs?id=a', 'write'],
  ['DELETE', '/databases/shop/docs?id=a', 'write'],
  ['PATCH', '/databases/shop/docs?id=a', 'write'],
  ['POST', '/databases/shop/bulk_docs', 'write'],
  ['POST', '/databases/shop/streams/queries?format=jsonl', 'write'],
  ['GET', '/databases/shop/streams/queries?query=from%20Orders', 'write'],
  ['POST', '/databases/shop/admin/documents-compression/config', 'write'],
  ['POST', '/databases/shop/debug/queries/kill?id=1', 'write'],
  ['GET', '/databases/shop/hilo/next?tag=orders', 'write'],
  ['HEAD', '/databases/shop/hilo/next?tag=orders', 'write'],
  ['POST', '/databases/shop/admin/indexes/start', 'write'],
  ['DELETE', '/admin/databases', 'danger'],
  ['DELETE', '/databases/shop/studio/collections/docs?name=Orders', 'danger'],
  ['DELETE', '/databases/shop/queries', 'danger'],
  ['PATCH', '/databases/shop/queries', 'danger'],
  ['POST', '/databases/shop/admin/indexes/stop', 'danger'],
  ['POST', '/databases/shop/admin/indexes/disable?name=x', 'danger'],
  ['PUT', '/databases/shop/indexes', 'danger'],
  ['PUT', '/databases/shop/admin/indexes', 'danger'],
  ['POST', '/databases/shop/indexes/test', 'danger'],
  ['DELETE', '/databases/shop/indexes?name=x', 'danger'],
  ['RESET', '/databases/shop/indexes?name=x', 'danger'],
  ['POST', '/admin/compact', 'danger'],
  ['GET', '/admin/memory/gc', 'danger'],
  ['POST', '/databases/shop/admin/compact?collection=Orders', 'write'],
  ['POST', '/admin/console', 'danger'],
  ['GET', '/admin/certificates?metadataOnly=true', 'read'],
  ['POST', '/admin/certificates', 'danger'],
  ['PUT', '/admin/certificates', 'danger'],
  ['DELETE', '/admin/certificates/edit', 'danger'],
  ['DELETE', '/admin/cluster/node?nodeTag=B', 'danger'],
  ['GET', '/databases/shop/admin/backup-data-directory?path=%2Fbackups', 'read'],
  ['GET', '/databases/shop/admin/periodic-backup/config', 'read'],
  ['GET', '/periodic-backup?name=shop&taskId=1', 'read'],
  ['POST', '/databases/shop/admin/backup/database?taskId=1&isFullBackup=true', 'write'],
  // Without a body that names a folder alone.
  ['POST', '/databases/shop/admin/backup', 'danger'],
  ['POST', '/admin/restore/points?type=Local', 'danger'],
  ['POST', '/admin/restore/database', 'danger'],
  ['POST', '/databases/shop/admin/periodic-backup', 'danger'],
  ['POST', '/databases/shop/admin/tasks/state?key=1&type=Backup&disable=true', 'danger'],
  ['DELETE', '/databases/shop/admin/tasks?id=1&type=Backup', 'danger'],
  ['GET', '/databases/shop/subscriptions?name=s&history=true', 'read'],
  ['GET', '/databases/shop/subscriptions/state?name=s', 'read'],
  ['GET', '/databases/shop/subscriptions/connection-details?name=s', 'read'],
  ['POST', '/databases/shop/subscriptions/try?pageSize=10', 'read'],
  ['PUT', '/databases/shop/subscriptions', 'write'],
  ['POST', '/databases/shop/subscriptions/update', 'write'],
  ['POST', '/databases/shop/subscriptions/drop?name=s', 'write'],
  ['DELETE', '/databases/shop/subscriptions?taskName=s', 'danger'],
  ['POST', '/databases/shop/admin/tasks/state?key=1&type=Subscription&disable=true', 'danger'],
  // A list of dangers let these pass as writes.
  ['POST', '/databases/shop/admin/revisions/config/enforce', 'danger'],
  ['PUT', '/databases/shop/admin/etl', 'danger'],
  ['PUT', '/databases/shop/admin/connection-strings', 'danger'],
  ['POST', '/databases/shop/smuggler/import', 'danger'],
  ['GET', '/databases/shop/admin/smuggler/import?file=x', 'danger'],
  // What the tables do not name.
  ['POST', '/databases/shop/debug/script', 'danger'],
  ['POST', '/databases/shop/not/known', 'danger'],
  ['GET', '/admin/not/known', 'danger'],
  ['GET', '/databases/shop/admin/not/known', 'danger'],
  ['PUT', '/databases/shop/constructor', 'danger'],
  // The same routes in another case, as RavenDB still understands them.
  ['DELETE', '/ADMIN/Databases', 'danger'],
  ['DELETE', '/Databases/shop/Queries', 'danger'],
  ['GET', '/databases/shop/Admin/Smuggler/Import', 'danger'],
  // A database may be called anything, also like a route.
  ['DELETE', '/databases/admin/docs?id=databases', 'write'],
  ['POST', '/databases/queries/bulk_docs', 'write'],
  ['GET', '/databases/%E5%90%8D%E5%89%8D/stats', 'read'],
  ['PUT', '/databases/a.b_c-1$2/docs?id=a', 'write'],
];

describe.each(table)('%s %s', (method, path, expected) => {
  it.each(modes)(`is a ${expected}, judged so when %s`, (mode) => {
    const decision = judge(mode, { method, path });
    expect(decision.allowed).toBe(allowedIn[expected].includes(mode));
    if (decision.allowed) return;
    expect(decision).toMatchObject({ code: 'policy-refused', overridable: mode === 'guarded' });
    expect(decision.reason).toContain(mode);
  });
});

it.each([
  '/databases/a/docs/../../../admin/databases',
  '/databases/a/%2e%2e/x',
  '/databases/../admin/databases',
  '/databases/%2e%2e/admin/databases',
  '/databases/%252e%252e/admin/databases',
  '/databases/x%2Fadmin/docs',
  '/databases/x/debug/x%2F..%2F..%2Fbulk_docs',
  '/databases/x/debug/.\t./bulk_docs',
  '/databases/x/debug/.%09./bulk_docs',
  '/ad\tmin/databases',
  '/ad\nmin/databases',
  '/ad\rmin/databases',
  '/%61dmin/databases/',
  '/admin/databases/',
  '//admin//databases',
  '/admin/databases;x=1',
  '/databases/a;b/docs',
  '/databases/a/docs;b',
  '/a\\b',
  '/a%5Cb',
  '/%zz',
  '/databases/%ff/docs',
  '/a%00b',
  '/a b',
  '/ａdmin/databases',
  '/admin/databases#x',
  '/databases/a/docs?id=1#x',
  '/databases/a/docs?id=1?x',
  "/databases/a/docs?id='1'",
  '/databases/a/docs?id="1"',
  '/databases//docs',
  '/databases/./docs',
  '/databases/.a/docs',
  '/databases/a/docs?',
  '?id=1',
  '',
])('does not send what two readers may understand differently, in any mode: %j', (path) => {
  for (const mode of modes)
    for (const method of ['GET', 'DELETE'] as const)
      expect(judge(mode, { method, path })).toMatchObject({
        allowed: false,
        code: 'bad-request',
        overridable: false,
      });
});

it('gives the transport the address that was judged, with the prefix of the connection', () => {
  const decision = decide('read-only', new URL('https://proxy/raven/'), {
    method: 'GET',
    path: '/databases/shop/docs?id=orders%2F1&x=a+b',
  });
  expect(decision.allowed && decision.request.url.href).toBe(
    'https://proxy/raven/databases/shop/docs?id=orders%2F1&x=a+b',
  );
  expect(decision.allowed && decision.request.path).toBe('/databases/shop/docs?id=orders%2F1&x=a+b');
});

it('forwards the headers of the protocol and no others', () => {
  const wanted = {
    accept: '*/*',
    'content-type': 'a/b',
    'if-match': '"1"',
    'if-none-match': '"2"',
    range: 'x',
  };
  const decision = judge('full', {
    method: 'GET',
    path: '/databases',
    headers: {
      ...wanted,
      Host: 'evil',
      Cookie: 'a=b',
      ETag: '1',
      Authorization: 'x',
      'Content-Encoding': 'gzip',
      'X-HTTP-Method-Override': 'DELETE',
      'X-Original-URL': '/admin/databases',
      'Transfer-Encoding': 'chunked',
    },
  });
  expect(decision.allowed && decision.request.headers).toEqual(wanted);
  const split = { 'if-match': '"1"\r\nx-evil: 1' };
  expect(judge('full', { method: 'GET', path: '/databases', headers: split })).toMatchObject({
    code: 'bad-request',
  });
});

describe('a query', () => {
  const sent = (path: string, mode: ConnectionMode = 'read-only', method: HttpMethod = 'POST') => {
    const decision = judge(mode, { method, path });
    return decision.allowed ? decision.request.path : decision;
  };

  it.each([
    ['/databases/a/queries', '?disableAutoIndexCreation=true'],
    ['/databases/a/queries?x=1', '?x=1&disableAutoIndexCreation=true'],
    ['/databases/a/queries?disableAutoIndexCreation=false', '?disableAutoIndexCreation=true'],
    [
      '/databases/a/queries?disableAutoIndexCreation=true&x&DISABLEautoindexcreation=false',
      '?x&disableAutoIndexCreation=true',
    ],
    ['/databases/a/queries?disable%41utoIndexCreation=false&&', '?disableAutoIndexCreation=true'],
    ['/databases/a/queries?+disableAutoIndexCreation=false', '?disableAutoIndexCreation=true'],
    ['/databases/a/queries?di%EF%BD%93ableAutoIndexCreation=false', '?disableAutoIndexCreation=true'],
  ])('builds no index on a read-only connection, whatever the page writes: %s', (path, expected) => {
    expect(sent(path)).toBe(`/databases/a/queries${expected}`);
    expect(sent(path, 'read-only', 'GET')).toBe(`/databases/a/queries${expected}`);
  });

  it('is left as it is with full access', () => {
    for (const query of ['', '?disableAutoIndexCreation=false'])
      expect(sent(`/databases/a/queries${query}`, 'full')).toBe(`/databases/a/queries${query}`);
  });

  it('builds no index on a guarded connection unless the page requests one', () => {
    for (const query of ['', '?disableAutoIndexCreation=true', '?disableAutoIndexCreation=True'])
      expect(sent(`/databases/a/queries${query}`, 'guarded')).toBe(
        '/databases/a/queries?disableAutoIndexCreation=true',
      );
  });

  it.each([
    '?disableAutoIndexCreation=false',
    '?DISABLEautoindexcreation=',
    '?disable%41utoIndexCreation=no',
    '?disableAutoIndexCreation=true&disableAutoIndexCreation=false',
  ])('that requests an index on a guarded connection needs a confirmation: %s', (query) => {
    expect(judge('guarded', { method: 'POST', path: `/databases/a/queries${query}` })).toMatchObject({
      code: 'policy-refused',
      overridable: true,
      reason: expect.stringContaining('build an index') as unknown,
      request: { path: '/databases/a/queries?disableAutoIndexCreation=false' },
    });
  });
});

describe('creating a database in guarded mode', () => {
  const create = (body: string, more: object = {}) =>
    judge('guarded', { method: 'PUT', path: '/admin/databases?name=a', body, ...more });

  it('is allowed for an empty record, which is serialised again', () => {
    const decision = create('{"DatabaseName":"a","Settings":{"x":1},"Settings":{},"Disabled":false}');
    expect(decision.allowed && decision.request.body).toBe(
      '{"DatabaseName":"a","Disabled":false,"Settings":{}}',
    );
  });

  it.each([
    '{"DatabaseName":"a","Indexes":{"I":{}}}',
    '{"DatabaseName":"a","Settings":{"DataDir":"/etc"}}',
    '{"DatabaseName":"a","RavenEtls":[]}',
    'not json',
    '',
  ])('needs a confirmation for %s', (body) => {
    expect(create(body)).toMatchObject({ code: 'policy-refused', overridable: true, request: { body } });
  });

  it('needs a confirmation for an encoded record', () => {
    const body = Buffer.from('{"DatabaseName":"a"}').toString('base64');
    expect(create(body, { bodyEncoding: 'base64' })).toMatchObject({ overridable: true });
  });
});

describe('a request that the host sends for an export', () => {
  const exported = (mode: ConnectionMode, method: HttpMethod, path: string) =>
    decide(mode, base, { method, path }, 'export');

  it.each(modes)('may stream queries and documents on a %s connection', (mode) => {
    expect(exported(mode, 'POST', '/databases/shop/streams/queries?format=jsonl')).toMatchObject({
      allowed: true,
    });
    expect(exported(mode, 'GET', '/databases/shop/streams/docs?format=jsonl')).toMatchObject({
      allowed: true,
    });
  });

  it.each([
    ['GET', '/databases/shop/streams/queries?query=from%20Orders'],
    ['POST', '/databases/shop/queries'],
    ['GET', '/databases/shop/docs'],
    ['DELETE', '/databases/shop/queries'],
    ['GET', '/databases/shop/streams/timeseries'],
  ] as const)('may be no other: %s %s', (method, path) => {
    expect(exported('read-only', method, path)).toMatchObject({ allowed: false });
  });
});
