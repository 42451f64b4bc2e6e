/** Against answers recorded from RavenDB 7.1.5. */
import { expect, it } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { startDelete, startUpdate } from './by-query.ts';
import { ServerClient } from './client.ts';
import { patchDocument, readPatchTest, testPatch, testUpdate } from './patch.ts';
import { scriptedPort } from './ports-for-tests.ts';

const tested = `{"Status":"Patched","ModifiedDocument":{"Name":"U1","Amount":1.50,"@metadata":{"@collection":"Users"}},"OriginalDocument":{"Name":"U1","Amount":12345678901234567890,"@metadata":{"@collection":"Users"}},"Debug":{"Info":["hi"],"Actions":{"LoadDocument":[{"Id":"users/3","Exists":false}],"PutDocument":[{"Id":"x/1","Data":{"a":1}}],"DeleteDocument":["users/2"],"IncrementCounter":[{"Name":"Likes","OldValue":null,"AddedValue":2.0,"NewValue":2,"Created":true}]}},"ChangeVector":"A:3"}`;

function server(body: string, status = 200) {
  const requests: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      return { status, body };
    },
  });
  return { requests, db: new ServerClient(port, 'c').database('Shop') };
}

it('keeps the digits of both documents, and lists output and actions', () => {
  const test = readPatchTest(tested, '/docs');
  expect(test.original).toContain('"Amount": 12345678901234567890');
  expect(test.modified).toContain('"Amount": 1.50');
  expect(test.output).toEqual(['hi']);
  expect(test.actions).toEqual([
    { kind: 'LoadDocument', text: 'users/3, does not exist' },
    { kind: 'PutDocument', text: 'x/1, Data {"a":1}' },
    { kind: 'DeleteDocument', text: 'users/2' },
    {
      kind: 'IncrementCounter',
      text: 'Likes, OldValue null, AddedValue 2, NewValue 2, Created true',
    },
  ]);
});

it('reads the output of the test of a query, which has another name', () => {
  const body = '{"Status":"NotModified","Debug":{"Output":["a",1],"Actions":null},"ModifiedDocument":null}';
  expect(readPatchTest(body, '/queries/test')).toEqual({
    status: 'NotModified',
    original: null,
    modified: null,
    output: ['a', '1'],
    actions: [],
  });
});

it('marks a test as a test', async () => {
  const { db, requests } = server(tested);
  await testPatch(db, 'users/1 a', { script: 'this.A = 1', values: { p: 1 } });
  await testUpdate(db, 'users/1', { query: 'from Users update { }', parameters: { p: 1 } });
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PATCH /databases/Shop/docs?id=users%2F1%20a&test=true',
    'PATCH /databases/Shop/queries/test?id=users%2F1',
  ]);
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ Patch: { Script: 'this.A = 1', Values: { p: 1 } } });
  expect(JSON.parse(requests[1]?.body ?? '')).toEqual({
    Query: { Query: 'from Users update { }', QueryParameters: { p: 1 } },
  });
});

it('reports a missing document', async () => {
  const { db } = server('', 404);
  expect(await patchDocument(db, 'gone', { script: '' })).toBe('DocumentDoesNotExist');
  expect(await testPatch(db, 'gone', { script: '' })).toMatchObject({ status: 'DocumentDoesNotExist' });
});

it('starts operations with their options, to be confirmed on a guarded connection', async () => {
  const { db, requests } = server('{"OperationId":7,"OperationNodeTag":"A"}');
  const options = {
    maxPerSecond: 50,
    allowStale: false,
    staleSeconds: 3661,
    ignoreScriptLimit: true,
    details: true,
  };
  expect(await startUpdate(db, { query: 'from Users update { }', parameters: {} }, options)).toBe(7);
  await startDelete(
    db,
    { query: 'from Users', parameters: { p: 1 } },
    { ...options, maxPerSecond: null, staleSeconds: null },
  );
  expect(requests.map(({ method, path, confirm }) => [method, path, confirm])).toEqual([
    [
      'PATCH',
      '/databases/Shop/queries?allowStale=false&maxOpsPerSec=50&staleTimeout=01%3A01%3A01&ignoreMaxStepsForScript=true&details=true',
      true,
    ],
    ['DELETE', '/databases/Shop/queries?allowStale=false&details=true', true],
  ]);
  expect(JSON.parse(requests[1]?.body ?? '')).toEqual({ Query: 'from Users', QueryParameters: { p: 1 } });
});
