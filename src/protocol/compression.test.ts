/** Compression results, from the sandbox and from a server without them. */
import { expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { getCompressionStats } from './compression.ts';
import { scriptedPort } from './ports-for-tests.ts';

const size = (SizeInBytes: number) => ({ HumaneSize: '…', SizeInBytes });
const orders = {
  Enabled: true,
  CountOfCompressedDocuments: 3000,
  SizeBeforeCompression: size(1_649_476),
  SizeAfterCompression: size(464_794),
  Ratio: 0.28,
  RecentRatio: 0.13,
  Dictionary: {
    Id: 1,
    Collection: 'orders',
    CreatedAt: '2026-11-21T13:42:52.6490977Z',
    CountOfSamples: 224,
    Size: size(20_885),
    RatioWhenAdopted: 0.134,
    Current: true,
  },
};
const off = {
  ...orders,
  Enabled: false,
  CountOfCompressedDocuments: 0,
  RecentRatio: null,
  Dictionary: null,
};

function database(collections: object, dictionaries: object = { TrainingFailure: null }) {
  const requests: string[] = [];
  const port = scriptedPort({
    http: ({ path }) => {
      requests.push(path);
      return {
        body: JSON.stringify(path.endsWith('/detailed') ? { Collections: collections } : dictionaries),
      };
    },
  });
  return { requests, db: new ServerClient(port, 'sandbox').database('Shop') };
}

it('reads counts, sizes and the dictionary', async () => {
  const { db } = database({ Orders: { CountOfDocuments: 3100, Compression: orders } });
  expect(await getCompressionStats(db)).toEqual({
    trainingFailure: undefined,
    collections: [
      {
        name: 'Orders',
        documents: 3100,
        enabled: true,
        compressed: 3000,
        before: 1_649_476,
        after: 464_794,
        recentRatio: 0.13,
        dictionary: {
          id: 1,
          createdAt: '2026-11-21T13:42:52.6490977Z',
          samples: 224,
          bytes: 20_885,
          ratioWhenAdopted: 0.134,
        },
      },
    ],
  });
});

it('leaves out collections without compression, and reports a failed training', async () => {
  const { db } = database(
    {
      Orders: { CountOfDocuments: 3, Compression: orders },
      Companies: { CountOfDocuments: 9, Compression: off },
      New: { CountOfDocuments: 1, Compression: null },
    },
    { TrainingFailure: 'no room' },
  );
  const effect = await getCompressionStats(db);
  expect(effect?.collections.map((each) => each.name)).toEqual(['Orders']);
  expect(effect?.trainingFailure).toBe('no room');
});

it('returns null, without further requests, when the server does not report them', async () => {
  const { db, requests } = database({ Orders: { CountOfDocuments: 3, Name: 'Orders' } });
  expect(await getCompressionStats(db)).toBeNull();
  expect(requests).toEqual(['/databases/Shop/collections/stats/detailed']);
});
