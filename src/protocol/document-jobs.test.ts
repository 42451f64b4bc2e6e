import { expect, it } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { ServerClient } from './client.ts';
import { countDueDocuments, getIndexesOfArchived, getJobSettings } from './document-jobs.ts';
import { scriptedPort } from './ports-for-tests.ts';

const answering = (answers: Readonly<Record<string, { status?: number; body?: string }>>) =>
  new ServerClient(
    scriptedPort({
      http: ({ path }) => answers[path.replace('/databases/Shop', '')] ?? { status: 500, body: '{}' },
    }),
    'server',
  ).database('Shop');

it('reads how a database runs each job, with the default frequency', async () => {
  const db = answering({
    '/data-archival/config': { body: '{"Disabled":true,"ArchiveFrequencyInSec":90}' },
    '/expiration/config': { body: '{"Disabled":false,"DeleteFrequencyInSec":null,"MaxItemsToProcess":5}' },
    '/refresh/config': { status: 404 },
  });
  expect(await getJobSettings(db, 'archive')).toEqual({
    enabled: false,
    frequencySeconds: 90,
    maxItems: null,
  });
  expect(await getJobSettings(db, 'expire')).toEqual({ enabled: true, frequencySeconds: 60, maxItems: 5 });
  expect(await getJobSettings(db, 'refresh')).toBeNull();
});

it('tolerates members of other types', async () => {
  const db = answering({
    '/refresh/config': { body: '{"Disabled":"no","RefreshFrequencyInSec":"often","MaxItemsToProcess":{}}' },
  });
  expect(await getJobSettings(db, 'refresh')).toEqual({
    enabled: true,
    frequencySeconds: 60,
    maxItems: null,
  });
});

it('lists the indexes of a collection that keep archived documents', async () => {
  const db = answering({
    '/indexes/stats': {
      body: JSON.stringify({
        Results: [
          { Name: 'Orders/ByDate', Collections: { Orders: {} }, ArchivedDataProcessingBehavior: null },
          { Name: 'Orders/Old', Collections: { orders: {} }, ArchivedDataProcessingBehavior: 'ArchivedOnly' },
          {
            Name: 'All',
            Collections: { '@all_docs': {} },
            ArchivedDataProcessingBehavior: 'IncludeArchived',
          },
          { Name: 'Users', Collections: { Users: {} }, ArchivedDataProcessingBehavior: 'IncludeArchived' },
          { Name: 'Odd', Collections: 7, ArchivedDataProcessingBehavior: 7 },
        ],
      }),
    },
  });
  expect(await getIndexesOfArchived(db, 'Orders')).toEqual({ keeping: ['All', 'Orders/Old'], leavingOut: 1 });
  expect(await getIndexesOfArchived(db, 'Products')).toEqual({ keeping: ['All'], leavingOut: 0 });
});

it('counts due documents by reading a bounded number of them', async () => {
  const requests: HttpRequest[] = [];
  const counting = (scanned: number) =>
    new ServerClient(
      scriptedPort({
        http: (request) => {
          requests.push(request);
          return { body: JSON.stringify({ TotalResults: 4, ScannedResults: scanned, Results: [] }) };
        },
      }),
      'server',
    ).database('Shop');
  const now = Date.UTC(2026, 0, 1);
  expect(await countDueDocuments(counting(120), 'expire', { now })).toEqual({
    due: 4,
    scanned: 120,
    complete: true,
  });
  expect(await countDueDocuments(counting(10_000), 'refresh', { now })).toMatchObject({ complete: false });
  const [all, refresh] = requests.splice(0);
  await countDueDocuments(counting(4), 'archive', { now, collection: "O'Neil" });
  expect(JSON.parse(requests.splice(0)[0]?.body ?? '')).toMatchObject({
    Query: `from 'O\\'Neil' filter '@metadata'.'@archive-at' <= $now select id() filter_limit 10000`,
  });
  expect([all, refresh].map((request) => JSON.parse(request?.body ?? '') as unknown)).toEqual([
    {
      Query: "from @all_docs filter '@metadata'.'@expires' <= $now select id() filter_limit 10000",
      QueryParameters: { now: '2026-01-01T00:00:00.0000000Z' },
    },
    {
      Query: "from @all_docs filter '@metadata'.'@refresh' <= $now select id() filter_limit 10000",
      QueryParameters: { now: '2026-01-01T00:00:00.0000000Z' },
    },
  ]);
});
