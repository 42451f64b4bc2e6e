import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { ServerClient } from './client.ts';
import {
  deleteDocument,
  deleteDocuments,
  getChangeVector,
  getDocument,
  getDocuments,
  getDocumentsStartingWith,
  putDocument,
  WriteConflict,
} from './documents.ts';
import { scriptedPort } from './ports-for-tests.ts';
import { ServerError } from './server-error.ts';

const CV = 'A:15-qupObWxRZ0mdu8K2BabFVA';

function database(answer: { status?: number; headers?: Record<string, string>; body?: string }) {
  const requests: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      return answer;
    },
  });
  return { db: new ServerClient(port, 'sandbox').database('Shop'), requests };
}

/** Recorded from RavenDB 7.1.5. */
const stored =
  `{"Results":[{"x":12345678901234567890,"y":1.50,"@metadata":{"@collection":"Xs","@change-vector":"${CV}",` +
  `"@id":"x/1","@last-modified":"2026-11-21T09:41:36.4858292Z","@flags":"HasRevisions, Archived"}}],"Includes":{}}`;

function concurrency(message: string, more: object = {}): string {
  return JSON.stringify({
    Url: '/databases/Shop/docs?id=x%2F1',
    Type: 'Raven.Client.Exceptions.ConcurrencyException',
    Message: message,
    Error: `Raven.Client.Exceptions.ConcurrencyException: ${message}\n   at …`,
    ...more,
  });
}

describe('getDocument', () => {
  it('keeps the exact text and reads the metadata', async () => {
    const { db } = database({ body: stored });
    const found = await getDocument(db, 'x/1');
    expect(found?.text).toContain('"x":12345678901234567890,"y":1.50,');
    expect(found?.metadata).toEqual({
      id: 'x/1',
      collection: 'Xs',
      changeVector: CV,
      lastModified: '2026-11-21T09:41:36.4858292Z',
      flags: ['HasRevisions', 'Archived'],
    });
  });

  it('encodes ids with spaces, unicode and slashes', async () => {
    const { db, requests } = database({ body: stored });
    await getDocument(db, 'café / 日本+&?#');
    expect(requests[0]?.path).toBe(
      '/databases/Shop/docs?id=caf%C3%A9%20%2F%20%E6%97%A5%E6%9C%AC%2B%26%3F%23',
    );
  });

  it('returns null for a missing document, by 404 or by a null result', async () => {
    expect(await getDocument(database({ status: 404 }).db, 'nope')).toBeNull();
    expect(await getDocument(database({ body: '{"Results":[null],"Includes":{}}' }).db, 'nope')).toBeNull();
  });

  it('does not mistake a 404 with a body for a missing document', async () => {
    const { db } = database({
      status: 404,
      body: '{"Type":"Error","Message":"There is no handler for path"}',
    });
    await expect(getDocument(db, 'x/1')).rejects.toThrow('There is no handler for path');
  });

  it('rejects a proxy page', async () => {
    await expect(getDocument(database({ body: '<html>' }).db, 'x/1')).rejects.toThrow('is not JSON');
    await expect(getDocument(database({ body: '{"Hello":1}' }).db, 'x/1')).rejects.toThrow(
      'no results array',
    );
  });

  it('reads a document without metadata', async () => {
    const found = await getDocument(database({ body: '{"Results":[{"a":1}]}' }).db, 'x/1');
    expect(found?.metadata).toMatchObject({ collection: '@empty', changeVector: '', flags: [] });
  });
});

describe('a large response', () => {
  const filler = 'x'.repeat(5_000_000);
  const large = stored.replace('"y":1.50', `"y":1.50,"Text":"${filler}","Deep":[{"a":["]}"]}]`);

  it('is read like a small one', async () => {
    const { db } = database({ body: large.replace('"Results":[', '"Includes":{"a":[1]},"Results":[null,') });
    const found = await getDocument(db, 'x/1');
    expect(found?.text).toMatch(/^\{"x":12345678901234567890,"y":1\.50,"Text":"xxx/);
    expect(found?.text.endsWith('"@flags":"HasRevisions, Archived"}}')).toBe(true);
    expect(found?.metadata).toMatchObject({ id: 'x/1', changeVector: CV });
  });

  it.each([
    ['cut', large.slice(0, -20)],
    ['of another form', `{"Text":"${filler}"}`],
    ['a page of a proxy', `<html>${filler}</html>`],
    ['nested too deep', large.replace('[{"a"', `${'['.repeat(1001)}{"a"`)],
  ])('that is %s is refused by name', async (_, body) => {
    const { db } = database({ body });
    await expect(getDocument(db, 'x/1')).rejects.toThrow('/databases/Shop/docs');
  });
});

describe('getChangeVector', () => {
  it('removes the quotes', async () => {
    expect(await getChangeVector(database({ headers: { etag: `"${CV}"` } }).db, 'x/1')).toBe(CV);
    expect(await getChangeVector(database({ status: 404 }).db, 'x/1')).toBeNull();
  });
});

describe('putDocument', () => {
  const done = { status: 201, body: `{"Id":"x/1","ChangeVector":"${CV}"}` };

  it('sends the unchanged text with the condition', async () => {
    const text = '{"n": 1.50}';
    for (const [expected, header] of [
      [{ kind: 'version', changeVector: CV }, `"${CV}"`],
      [{ kind: 'absent' }, '""'],
      [{ kind: 'anything' }, undefined],
    ] as const) {
      const { db, requests } = database(done);
      expect(await putDocument(db, 'x/1', text, expected)).toEqual({ id: 'x/1', changeVector: CV });
      expect(requests[0]).toMatchObject({ method: 'PUT', body: text });
      expect(requests[0]?.headers?.['if-match']).toBe(header);
    }
  });

  it('reports a conflict with the current version', async () => {
    const body = concurrency('Document x/1 has change vector …', {
      Id: 'x/1',
      ExpectedChangeVector: 'A:1',
      ActualChangeVector: CV,
    });
    const failed = putDocument(database({ status: 409, body }).db, 'x/1', '{}', {
      kind: 'version',
      changeVector: 'A:1',
    });
    await expect(failed).rejects.toBeInstanceOf(WriteConflict);
    await expect(failed).rejects.toMatchObject({ id: 'x/1', actualChangeVector: CV });
  });

  it('passes on other refusals', async () => {
    const mismatch = JSON.stringify({
      Type: 'Raven.Client.Exceptions.Documents.DocumentCollectionMismatchException',
      Message: "Changing 'orders/1-A' from 'Orders' to 'Other' via update is not supported.",
    });
    const failed = putDocument(database({ status: 500, body: mismatch }).db, 'x/1', '{}', {
      kind: 'anything',
    });
    await expect(failed).rejects.toBeInstanceOf(ServerError);
    await expect(failed).rejects.toMatchObject({ type: 'DocumentCollectionMismatchException' });

    const replication = JSON.stringify({
      Type: 'Raven.Client.Exceptions.Documents.DocumentConflictException',
      Message: 'Conflict detected',
    });
    const conflicted = putDocument(database({ status: 409, body: replication }).db, 'x/1', '{}', {
      kind: 'anything',
    });
    await expect(conflicted).rejects.toBeInstanceOf(ServerError);
  });
});

describe('deleting', () => {
  it('deletes one on a condition', async () => {
    const { db, requests } = database({ status: 204 });
    await deleteDocument(db, 'x/1', { kind: 'version', changeVector: CV });
    expect(requests[0]).toMatchObject({ method: 'DELETE', headers: { 'if-match': `"${CV}"` } });
  });

  it('deletes many in one batch and counts the existing ones', async () => {
    const body =
      '{"Results":[{"Id":"x/1","Type":"DELETE","Deleted":true},{"Id":"nope","Type":"DELETE","Deleted":false}]}';
    const { db, requests } = database({ status: 201, body });
    expect(await deleteDocuments(db, ['x/1', 'nope'])).toBe(1);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      Commands: [
        { Id: 'x/1', ChangeVector: null, Type: 'DELETE' },
        { Id: 'nope', ChangeVector: null, Type: 'DELETE' },
      ],
    });
  });
});

describe('the rest', () => {
  it('takes metadata of another type as missing', async () => {
    const { db } = database({
      body: '{"Results":[{"@metadata":{"@id":"a","@flags":7,"@collection":[],"@change-vector":null,"@last-modified":{}}},{"@metadata":"x"},{}]}',
    });
    const found = await getDocumentsStartingWith(db, '', { start: 0, pageSize: 9 });
    const empty = { collection: '@empty', changeVector: '', lastModified: undefined, flags: [] };
    expect(found.map(({ metadata }) => metadata)).toEqual([
      { id: 'a', ...empty },
      { id: '', ...empty },
      { id: '', ...empty },
    ]);
  });

  it('splits many ids into several URLs', async () => {
    const { db, requests } = database({ body: stored });
    const ids = Array.from({ length: 200 }, (_, i) => `orders/${i}-${'x'.repeat(60)}`);
    await getDocuments(db, ids);
    expect(requests.length).toBeGreaterThan(1);
    for (const request of requests) expect(request.path.length).toBeLessThan(6200);
    const sent = requests.flatMap((request) => new URL(`http://x${request.path}`).searchParams.getAll('id'));
    expect(sent).toEqual(ids);
  });

  it('leaves out a single missing document', async () => {
    expect(await getDocuments(database({ status: 404 }).db, ['nope'])).toEqual([]);
    expect(await getDocuments(database({ body: stored }).db, [])).toEqual([]);
  });

  it('pages by prefix', async () => {
    const { db, requests } = database({ body: stored });
    expect(await getDocumentsStartingWith(db, 'x/', { start: 50, pageSize: 25 })).toHaveLength(1);
    expect(requests[0]?.path).toBe('/databases/Shop/docs?startsWith=x%2F&start=50&pageSize=25');
  });
});
