import { expect, it } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';
import { getRevisionsBin, restoreFromBin } from './revisions-bin.ts';

const revision = (id: string, vector: string, flags = 'HasRevisions, Revision') => ({
  '@metadata': { '@id': id, '@collection': 'Notes', '@change-vector': vector, '@flags': flags },
});
const deletion = (id: string, vector: string) => revision(id, vector, 'HasRevisions, DeleteRevision');

function database(answer: (request: HttpRequest, url: URL) => { status?: number; body?: string }) {
  const requests: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      return answer(request, new URL(`http://x${request.path}`));
    },
  });
  return { requests, db: new ServerClient(port, 'sandbox').database('Shop') };
}

it('reads a page of deleted documents', async () => {
  const { db, requests } = database(() => ({
    body: JSON.stringify({ Results: [deletion('notes/1', 'A:3')] }),
  }));
  const page = await getRevisionsBin(db, { start: 64, pageSize: 64 });
  expect(page.map(({ id, collection }) => [id, collection])).toEqual([['notes/1', 'Notes']]);
  expect(requests[0]?.path).toBe('/databases/Shop/revisions/bin?start=64&pageSize=64');
});

it('restores the newest text of deleted documents, keeps documents that exist again, and reports lost ones', async () => {
  const revisions: Record<string, object[]> = {
    'notes/1': [deletion('notes/1', 'A:9'), revision('notes/1', 'A:8'), revision('notes/1', 'A:7')],
    'notes/2': [deletion('notes/2', 'A:6')],
  };
  const { db, requests } = database(({ method, path }, url) => {
    if (path.includes('/docs?metadataOnly'))
      return { body: JSON.stringify({ Results: [null, null, revision('Notes/3', 'A:5')] }) };
    if (method === 'POST') return {};
    const Results = revisions[url.searchParams.get('id') ?? ''] ?? [];
    return { body: JSON.stringify({ Results, TotalResults: Results.length }) };
  });
  expect(await restoreFromBin(db, ['notes/1', 'notes/2', 'notes/3'])).toEqual({
    restored: ['notes/1'],
    existing: ['Notes/3'],
    lost: ['notes/2'],
  });
  expect(requests.at(-1)?.path).toBe('/databases/Shop/revisions/revert/docs');
  expect(JSON.parse(requests.at(-1)?.body ?? '')).toEqual({ IdToChangeVector: { 'notes/1': 'A:8' } });
});

it('sends nothing when no document can be restored', async () => {
  // A single missing document is a 404 without a body.
  const { db, requests } = database(({ path }) =>
    path.includes('/docs?') ? { status: 404 } : { body: '{"Results":[],"TotalResults":0}' },
  );
  expect(await restoreFromBin(db, ['notes/1'])).toEqual({ restored: [], existing: [], lost: ['notes/1'] });
  expect(requests.some(({ path }) => path.includes('revert'))).toBe(false);
});
