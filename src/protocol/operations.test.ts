/** Compaction against recorded responses of RavenDB 7.1.5 and the sandbox. */
import { expect, it } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { ServerClient } from './client.ts';
import { compactDatabase } from './operations.ts';
import { scriptedPort } from './ports-for-tests.ts';

function server(states: object[]) {
  const requests: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      if (request.path === '/admin/compact') return { body: '{"OperationId":7,"OperationNodeTag":"A"}' };
      if (request.path.startsWith('/admin/operations/kill')) {
        states.splice(0, states.length, { Status: 'Canceled', Progress: null, Result: null });
        return { status: 204 };
      }
      return { body: JSON.stringify(states.length > 1 ? states.shift() : states[0]) };
    },
  });
  return { requests, client: new ServerClient(port, 'sandbox') };
}
const running = { Status: 'InProgress', Progress: { GlobalProgress: 4, GlobalTotal: 23 }, Result: null };
const never = new AbortController().signal;

it('starts the operation, reports progress and returns the result', async () => {
  const { client, requests } = server([
    { Status: 'InProgress', Progress: null, Result: null },
    running,
    {
      Status: 'Completed',
      Progress: null,
      Result: { SizeBeforeCompactionInMb: 34, SizeAfterCompactionInMb: 30 },
    },
  ]);
  const steps: unknown[] = [];
  const options = {
    signal: never,
    everyMs: 1,
    onProgress: (...step: unknown[]) => void steps.push(step),
  };
  expect(await compactDatabase(client, 'Shop', options)).toEqual({
    before: 34 * 1024 * 1024,
    after: 30 * 1024 * 1024,
  });
  expect(steps).toEqual([[4, 23]]);
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ DatabaseName: 'Shop', Documents: true, Indexes: [] });
  expect(requests[1]?.path).toBe('/operations/state?id=7');
});

it('stops the operation on the server when cancelled', async () => {
  const { client, requests } = server([running]);
  const abort = new AbortController();
  const work = compactDatabase(client, 'Shop', {
    signal: abort.signal,
    everyMs: 1,
    onProgress: () => abort.abort(),
  });
  await expect(work).rejects.toMatchObject({ code: 'cancelled' });
  expect(requests.some((request) => request.path === '/admin/operations/kill?id=7')).toBe(true);
});

it('reports why it failed', async () => {
  const { client } = server([
    { Status: 'Faulted', Progress: null, Result: { Type: 'System.IO.IOException', Message: 'No room.' } },
  ]);
  const work = compactDatabase(client, 'Shop', { signal: never, onProgress: () => undefined });
  await expect(work).rejects.toMatchObject({ name: 'ServerError', type: 'IOException', message: 'No room.' });
});
