/** Against states recorded from RavenDB 7.1.5. */
import { expect, it } from 'vitest';
import { PortError, type HttpRequest } from '../contract/index.ts';
import { ServerClient } from './client.ts';
import { followOperation, type OperationProgress } from './database-operations.ts';
import { scriptedPort } from './ports-for-tests.ts';

const running = {
  Status: 'InProgress',
  Progress: { Processed: 895, Total: 3000 },
  Result: null,
};
const never = new AbortController().signal;

function server(states: readonly (object | 'lost')[]) {
  const requests: HttpRequest[] = [];
  const left = [...states];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      if (request.path.includes('/operations/kill')) {
        left.splice(0, left.length, running, { Status: 'Canceled', Progress: null, Result: null });
        return { status: 204 };
      }
      const state = left.length > 1 ? left.shift() : left[0];
      if (state === 'lost') throw new PortError({ code: 'unreachable', message: 'No route.' });
      return state === undefined ? { status: 404 } : { body: JSON.stringify(state) };
    },
  });
  return { requests, db: new ServerClient(port, 'c').database('Shop') };
}

it('reports progress and counts the results of the documents', async () => {
  const { db } = server([
    running,
    {
      Status: 'Completed',
      Progress: null,
      Result: {
        Total: 3,
        Details: [
          { Id: 'a', Status: 'Patched' },
          { Id: 'b', Status: 'NotModified' },
          { Id: 'c', Status: 'Patched' },
        ],
      },
    },
  ]);
  const seen: OperationProgress[] = [];
  const end = await followOperation(db, 7, {
    signal: never,
    everyMs: 1,
    onProgress: (progress) => seen.push(progress),
  });
  expect(seen).toEqual([{ done: 895, total: 3000 }]);
  expect(end).toEqual({
    kind: 'completed',
    result: {
      total: 3,
      byStatus: new Map([
        ['Patched', 2],
        ['NotModified', 1],
      ]),
    },
  });
});

it('cancels the operation on the server and waits for its end', async () => {
  const { db, requests } = server([running]);
  const abort = new AbortController();
  const end = await followOperation(db, 7, {
    signal: abort.signal,
    everyMs: 1,
    onProgress: () => abort.abort(),
  });
  expect(end).toEqual({ kind: 'cancelled' });
  expect(requests.filter(({ path }) => path === '/databases/Shop/operations/kill?id=7')).toHaveLength(1);
});

it('continues after a lost network, and fails when it stays lost', async () => {
  const done = { Status: 'Completed', Progress: null, Result: { Total: 1, Details: [] } };
  const options = { signal: never, everyMs: 0, onProgress: () => undefined };
  expect(await followOperation(server(['lost', 'lost', done]).db, 7, options)).toMatchObject({
    kind: 'completed',
  });
  await expect(followOperation(server(['lost']).db, 7, options)).rejects.toMatchObject({
    code: 'unreachable',
  });
});

it('throws the reason of a failed operation', async () => {
  const { db } = server([
    {
      Status: 'Faulted',
      Progress: null,
      Result: { Type: 'Raven.Client.Exceptions.Documents.Patching.JavaScriptException', Message: 'bad' },
    },
  ]);
  await expect(followOperation(db, 7, { signal: never, onProgress: () => undefined })).rejects.toMatchObject({
    type: 'JavaScriptException',
    message: 'bad',
  });
});

it('says that the server forgot the operation', async () => {
  await expect(
    followOperation(server([]).db, 7, { signal: never, onProgress: () => undefined }),
  ).rejects.toThrow('no longer knows operation 7');
});
