import { expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { estimateCompression, getCollectionSizes } from './compression-estimate.ts';
import { scriptedPort } from './ports-for-tests.ts';

function database(documents: number, nanosecondsPerByte: number | null = 20) {
  const requests: string[] = [];
  const samples: (readonly string[])[] = [];
  const port = scriptedPort({
    http: ({ path }) => {
      requests.push(path);
      const query = new URL(`http://x${path}`).searchParams;
      const start = Number(query.get('start'));
      const count = Math.min(Number(query.get('pageSize')), documents - start);
      return {
        body: JSON.stringify({
          Results: Array.from({ length: Math.max(0, count) }, (_, index) => ({
            Name: 'x',
            '@metadata': {
              '@id': `orders/${start + index}`,
              '@change-vector': 'A:1',
              '@collection': 'Orders',
            },
          })),
        }),
      };
    },
    measure: (texts) => {
      samples.push(texts);
      return { measured: 10, plainBytes: 1000, packedBytes: 250, dictionaryBytes: 4000, nanosecondsPerByte };
    },
  });
  return { requests, samples, db: new ServerClient(port, 'sandbox').database('Shop') };
}

it('reads a sample from all parts of the collection, without the metadata of the server', async () => {
  const { db, requests, samples } = database(10_000);
  const estimate = await estimateCompression(db, { name: 'Orders', documents: 10_000, bytes: 1_500_000 });
  expect(requests.map((path) => /start=(\d+)&pageSize=(\d+)/.exec(path)?.slice(1))).toEqual([
    ['0', '64'],
    ['2500', '64'],
    ['5000', '64'],
    ['7500', '64'],
  ]);
  expect(samples[0]?.[0]).toBe('{"Name":"x","@metadata":{"@collection":"Orders"}}');
  expect(estimate).toEqual({
    name: 'Orders',
    documents: 10_000,
    sampled: 256,
    now: 1_500_000,
    // A million of bytes is text and shrinks to a quarter.
    then: 750_000,
    ratio: 0.25,
    microsecondsPerWrite: 2,
    withDictionary: true,
  });
});

it('reads fewer large documents', async () => {
  const { db, requests } = database(100);
  await estimateCompression(db, { name: 'Scans', documents: 100, bytes: 100 * 1024 * 1024 });
  expect(requests.every((path) => path.endsWith('pageSize=1'))).toBe(true);
});

it('counts each document of a small collection once, and needs no sizes', async () => {
  const { db } = database(3, null);
  const estimate = await estimateCompression(db, { name: 'Orders', documents: 3, bytes: null });
  expect(estimate).toMatchObject({ sampled: 3, now: null, then: null, microsecondsPerWrite: null });
  expect(await estimateCompression(database(0).db, { name: 'Orders', documents: 5, bytes: 9 })).toBeNull();
});

it('lists collections by size, and accepts a server that reports none', async () => {
  const port = scriptedPort({
    http: () => ({
      body: JSON.stringify({
        Collections: {
          Small: { CountOfDocuments: 2, DocumentsSize: { SizeInBytes: 10 } },
          Empty: { CountOfDocuments: 0, DocumentsSize: { SizeInBytes: 5000 } },
          '@hilo': { CountOfDocuments: 3, DocumentsSize: { SizeInBytes: 5000 } },
          Large: { CountOfDocuments: 1, DocumentsSize: { SizeInBytes: 90 } },
          Unknown: { CountOfDocuments: 7 },
        },
      }),
    }),
  });
  expect(await getCollectionSizes(new ServerClient(port, 'sandbox').database('Shop'))).toEqual([
    { name: 'Large', documents: 1, bytes: 90 },
    { name: 'Small', documents: 2, bytes: 10 },
    { name: 'Unknown', documents: 7, bytes: null },
  ]);
});
