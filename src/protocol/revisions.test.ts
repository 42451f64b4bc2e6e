/** Revisions against recorded responses of RavenDB 7.1.5 and the sandbox. */
import { expect, it } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';
import {
  getRevision,
  getRevisions,
  getRevisionsConfiguration,
  enableRevisions,
  hasRevisionsEnabled,
} from './revisions.ts';

function database(answer: (request: HttpRequest) => { status?: number; body?: string }) {
  const requests: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      return answer(request);
    },
  });
  return { requests, db: new ServerClient(port, 'sandbox').database('Shop') };
}

it('reads a page of metadata without document texts', async () => {
  const { db, requests } = database(() => ({
    body: '{"Results":[{"@metadata":{"@collection":"As","@change-vector":"A:158-I","@flags":"HasRevisions, Revision","@id":"a/9","@last-modified":"2026-11-21T14:12:30.0376208Z"}},{"@metadata":{"@collection":"As","@change-vector":"A:156-I","@flags":"HasRevisions, DeleteRevision","@id":"a/9"}}],"TotalResults":7}',
  }));
  const page = await getRevisions(db, 'a/9', { start: 0, pageSize: 2 });
  expect(page.total).toBe(7);
  expect(page.revisions.map((each) => [each.changeVector, each.flags])).toEqual([
    ['A:158-I', ['HasRevisions', 'Revision']],
    ['A:156-I', ['HasRevisions', 'DeleteRevision']],
  ]);
  expect(requests[0]?.path).toBe('/databases/Shop/revisions?id=a%2F9&start=0&pageSize=2&metadataOnly=true');
});

it('rejects a list that is not revisions', async () => {
  const { db } = database(() => ({ body: '{"Results":[]}' }));
  await expect(getRevisions(db, 'a/9', { start: 0, pageSize: 2 })).rejects.toMatchObject({
    code: 'not-ravendb',
  });
});

it('returns null for a removed revision', async () => {
  expect(await getRevision(database(() => ({ status: 404 })).db, 'A:1-I')).toBeNull();
  const { db } = database(() => ({ status: 404, body: '{"Type":"X","Message":"No database Shop"}' }));
  await expect(getRevision(db, 'A:1-I')).rejects.toThrow('No database Shop');
});

it('reports which collections have revisions enabled', () => {
  const on = { Disabled: false };
  expect(hasRevisionsEnabled(null, 'Orders')).toBe(false);
  expect(hasRevisionsEnabled({ Collections: { orders: on } }, 'Orders')).toBe(true);
  expect(hasRevisionsEnabled({ Default: on, Collections: { Orders: { Disabled: true } } }, 'Orders')).toBe(
    false,
  );
  expect(hasRevisionsEnabled({ Default: on, Collections: null }, 'Orders')).toBe(true);
  expect(hasRevisionsEnabled({ Default: null, Collections: { Logs: on } }, 'Orders')).toBe(false);
});

it('enables revisions for one collection and keeps the other settings', async () => {
  const stored = {
    Default: { Disabled: true, PurgeOnDelete: true },
    Collections: { Logs: { Disabled: false, NewMember: 1 }, orders: { Disabled: true } },
    Later: 'kept',
  };
  const { db, requests } = database(({ method }) => ({
    body: method === 'GET' ? JSON.stringify(stored) : '{}',
  }));
  await enableRevisions(db, 'Orders', 10);
  expect(JSON.parse(requests.at(-1)?.body ?? '')).toEqual({
    Default: stored.Default,
    Collections: { Logs: stored.Collections.Logs, Orders: { Disabled: false, MinimumRevisionsToKeep: 10 } },
    Later: 'kept',
  });
});

it('writes a first configuration', async () => {
  const { db, requests } = database(({ method }) => (method === 'GET' ? { status: 404 } : { body: '{}' }));
  expect(await getRevisionsConfiguration(db)).toBeNull();
  await enableRevisions(db, 'Orders', null);
  expect(JSON.parse(requests.at(-1)?.body ?? '')).toEqual({
    Default: null,
    Collections: { Orders: { Disabled: false, MinimumRevisionsToKeep: null } },
  });
});
