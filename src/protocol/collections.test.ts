import { describe, expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import {
  getCollectionDocuments,
  getCollectionMetadata,
  getCollectionStats,
  previewCollection,
} from './collections.ts';
import { scriptedPort } from './ports-for-tests.ts';

function database(body: string) {
  const requests: string[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request.path);
      return { body };
    },
  });
  return { db: new ServerClient(port, 'sandbox').database('Shop'), requests };
}

/** Recorded from RavenDB 7.1.5. */
const preview = `{"TotalResults":2,"AvailableColumns":["a","Freight","Lines"],"Results":[
  {"a":12345678901234567890,"Note":"x…","@metadata":{"$a":{},"$o":{"ShipTo":3},"$t":["Note"],"@collection":"Orders","@change-vector":"A:4-q","@id":"orders/2-A","@last-modified":"2026-11-21T09:34:46.8470848Z"}},
  {"Freight":1.50,"@metadata":{"$a":{"Lines":1},"$o":{},"$t":[],"@collection":"Orders","@change-vector":"A:1-q","@id":"orders/1-A","@last-modified":"2026-11-21T09:34:46.7590379Z"}}]}`;

describe('getCollectionStats', () => {
  it('reads counts, sorted by name', async () => {
    const { db } = database(
      '{"CountOfDocuments":5,"CountOfConflicts":0,"NewIn8":1,"Collections":{"Orders":3,"Companies":2}}',
    );
    expect(await getCollectionStats(db)).toEqual({
      documents: 5,
      conflicts: 0,
      collections: [
        { name: 'Companies', documents: 2 },
        { name: 'Orders', documents: 3 },
      ],
    });
  });
});

describe('previewCollection', () => {
  it('returns rows with exact numbers, nested counts and cut texts', async () => {
    const { db, requests } = database(preview);
    const page = await previewCollection(db, 'Orders', { start: 0, pageSize: 50 }, ['a', 'Ship To']);
    expect(requests[0]).toBe(
      '/databases/Shop/studio/collections/preview?collection=Orders&start=0&pageSize=50&binding=a&binding=Ship%20To',
    );
    expect(page.total).toBe(2);
    expect(page.columns).toEqual(['a', 'Freight', 'Lines']);
    expect(page.rows[0]?.metadata.id).toBe('orders/2-A');
    expect(Object.fromEntries(page.rows[0]?.cells ?? [])).toEqual({
      a: { kind: 'literal', text: '12345678901234567890' },
      Note: { kind: 'text', text: 'x…', cut: true },
      ShipTo: { kind: 'object', members: 3 },
    });
    expect(Object.fromEntries(page.rows[1]?.cells ?? [])).toEqual({
      Freight: { kind: 'literal', text: '1.50' },
      Lines: { kind: 'array', items: 1 },
    });
  });

  it('sends no collection for all documents', async () => {
    const { db, requests } = database(preview);
    await previewCollection(db, null, { start: 0, pageSize: 2 }, []);
    expect(requests[0]).toBe('/databases/Shop/studio/collections/preview?start=0&pageSize=2');
  });

  it('reads an empty page', async () => {
    const { db } = database('{"TotalResults":0,"AvailableColumns":[],"Results":[]}');
    expect(await previewCollection(db, 'Nope', { start: 0, pageSize: 2 }, [])).toEqual({
      total: 0,
      columns: [],
      rows: [],
    });
  });
});

describe('getCollectionDocuments', () => {
  it('requests one collection or all documents', async () => {
    const { db, requests } = database('{"Results":[{"a":1,"@metadata":{"@id":"orders/1-A"}}]}');
    expect(await getCollectionDocuments(db, 'Orders', { start: 0, pageSize: 9 })).toHaveLength(1);
    await getCollectionDocuments(db, null, { start: 9, pageSize: 9 });
    expect(requests).toEqual([
      '/databases/Shop/collections/docs?name=Orders&start=0&pageSize=9',
      '/databases/Shop/docs?start=9&pageSize=9',
    ]);
  });
});

it('reads metadata of a collection by a query that creates no index', async () => {
  const { db, requests } = database(
    '{"TotalResults":1,"Results":[{"@metadata":{"@id":"cats/1","@collection":"Cats"}}]}',
  );
  const found = await getCollectionMetadata(db, "It's", { start: 5, pageSize: 2 });
  expect(found.map(({ metadata }) => metadata.id)).toEqual(['cats/1']);
  expect(requests).toEqual(['/databases/Shop/queries?metadataOnly=true&disableAutoIndexCreation=true']);
  await expect(
    getCollectionMetadata(database('{"Results":7}').db, 'Cats', { start: 0, pageSize: 2 }),
  ).rejects.toMatchObject({ code: 'not-ravendb' });
});
