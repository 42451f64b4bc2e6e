/** Answers are recorded from RavenDB 7.1.5, shortened. */
import { expect, test } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';
import {
  createSubscription,
  deleteSubscription,
  dropSubscriptionConnections,
  getNewestDocument,
  getSubscriptionConnections,
  listSubscriptions,
  setSubscriptionDisabled,
  trySubscription,
  updateSubscription,
} from './subscriptions.ts';

function server(answer: (path: string) => object | { status: number; body: string }) {
  const requests: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      const found = answer(request.path);
      return 'status' in found ? found : { body: JSON.stringify(found) };
    },
  });
  return { requests, db: new ServerClient(port, 'c').database('Shop') };
}

const connected = {
  ClientUri: '127.0.0.1:57468',
  Strategy: 'OpenIfFree',
  Stats: {
    DocsRate: { Current: 0, Count: 5 },
    ConnectedAt: '0001-01-01T00:00:00.0000000',
    LastAckReceivedAt: '2026-11-27T10:47:58.7940377Z',
  },
  ConnectionException: null,
  TcpConnectionStats: { Id: 2, ConnectedAt: '2026-11-27T10:47:58.3797504Z', Duration: '00:00:01.8625753' },
};
const stored = {
  SubscriptionId: 10,
  SubscriptionName: 's1',
  ChangeVectorForNextBatchStartingPoint: 'A:5-id',
  ShardingState: null,
  Query: 'from Orders',
  Disabled: false,
  LastClientConnectionTime: '2026-11-27T10:47:58.5271710Z',
  LastBatchAckTime: null,
  MentorNode: null,
  PinToMentorNode: false,
  ArchivedDataProcessingBehavior: 'ExcludeArchived',
  Connections: [connected],
  RecentConnections: [],
  RecentRejectedConnections: [],
  CurrentPendingConnections: [],
};

test('reads the list, its connections, and what a newer server adds', async () => {
  const { db } = server(() => ({ Results: [{ ...stored, Newer: 1 }, 7, { SubscriptionName: 'bare' }] }));
  const list = await listSubscriptions(db);
  expect(list?.more).toBe(false);
  const [first, bare] = list?.subscriptions ?? [];
  expect(first).toMatchObject({
    id: 10,
    name: 's1',
    startsAfter: 'A:5-id',
    isSharded: false,
    lastAcknowledged: Number.NaN,
    raw: { ...stored, Newer: 1 },
  });
  expect(first?.lastConnected).toBeCloseTo(Date.parse('2026-11-27T10:47:58.527Z'), -1);
  expect(first?.connections).toEqual([
    {
      client: '127.0.0.1:57468',
      strategy: 'OpenIfFree',
      workerId: null,
      connectedAt: expect.closeTo(Date.parse('2026-11-27T10:47:58.379Z'), -1) as number,
      endedAt: Number.NaN,
      documents: 5,
      lastAcknowledged: expect.closeTo(Date.parse('2026-11-27T10:47:58.794Z'), -1) as number,
      exception: null,
    },
  ]);
  expect(bare).toMatchObject({ id: null, name: 'bare', query: '', startsAfter: null, connections: [] });
});

test('reads all pages, up to a limit', async () => {
  const page = (count: number) => ({
    Results: Array.from({ length: count }, (_, at) => ({ ...stored, SubscriptionName: `s${at}` })),
  });
  const two = server((path) => page(path.includes('start=512') ? 88 : 512));
  expect((await listSubscriptions(two.db))?.subscriptions).toHaveLength(600);
  const endless = server(() => page(512));
  const list = await listSubscriptions(endless.db);
  expect(list?.more).toBe(true);
  expect(list?.subscriptions).toHaveLength(4096);
});

test('reports a server without the routes, and passes on other errors', async () => {
  const missing = server(() => ({
    status: 400,
    body: '{"Type":"Raven.Client.Exceptions.Routing.RouteNotFoundException","Message":"There is no handler"}',
  }));
  expect(await listSubscriptions(missing.db)).toBeNull();
  const failing = server(() => ({ status: 500, body: '{"Message":"disk full"}' }));
  await expect(listSubscriptions(failing.db)).rejects.toThrow('disk full');
});

test('reads ended and rejected connections newest first, and the ids of the workers', async () => {
  const ended = (Date: string, ConnectionException: string) => ({ ...connected, Date, ConnectionException });
  const { db, requests } = server((path) =>
    path.includes('connection-details')
      ? {
          Results: [{ ClientUri: '127.0.0.1:57468', WorkerId: 'w1', Strategy: 'OpenIfFree' }],
          SubscriptionMode: 'Single',
        }
      : {
          Results: [
            {
              ...stored,
              RecentConnections: [
                ended('2026-11-27T10:48:09.5Z', 'No reply from the subscription client.'),
                ended('2026-11-27T10:49:09.5Z', 'dropped'),
              ],
              RecentRejectedConnections: [ended('2026-11-27T10:47:59.3Z', 'occupied')],
            },
          ],
        },
  );
  const read = await getSubscriptionConnections(db, 'a b');
  expect(read.open.map(({ workerId }) => workerId)).toEqual(['w1']);
  expect(read.recent.map(({ exception }) => exception)).toEqual([
    'dropped',
    'No reply from the subscription client.',
  ]);
  expect(read.rejected.map(({ exception }) => exception)).toEqual(['occupied']);
  expect(requests[0]?.path).toBe('/databases/Shop/subscriptions?name=a%20b&history=true');
});

test('writes exactly the documented members', async () => {
  const { db, requests } = server(() => ({ Name: 's1', RaftCommandIndex: 74 }));
  const definition = { query: 'from Orders', startingPoint: 'BeginningOfTime', archived: null };
  expect(await createSubscription(db, { name: null, ...definition })).toBe('s1');
  await createSubscription(db, { name: 'n', ...definition, archived: 'ArchivedOnly' });
  await updateSubscription(db, { id: 10, name: 's1' }, { ...definition, startingPoint: 'DoNotChange' });
  await setSubscriptionDisabled(db, { id: 10, name: 's1' }, true);
  await dropSubscriptionConnections(db, 's1');
  await dropSubscriptionConnections(db, 's1', 'w&1');
  await deleteSubscription(db, 's1');
  expect(
    requests.map(({ method, path, body, confirm }) => [
      `${method} ${path.slice('/databases/Shop'.length)}`,
      body === undefined ? null : (JSON.parse(body) as unknown),
      confirm ?? false,
    ]),
  ).toEqual([
    ['PUT /subscriptions', { Query: 'from Orders', ChangeVector: 'BeginningOfTime' }, false],
    [
      'PUT /subscriptions',
      {
        Name: 'n',
        Query: 'from Orders',
        ChangeVector: 'BeginningOfTime',
        ArchivedDataProcessingBehavior: 'ArchivedOnly',
      },
      false,
    ],
    [
      'POST /subscriptions/update',
      { Id: 10, Name: 's1', Query: 'from Orders', ChangeVector: 'DoNotChange' },
      false,
    ],
    ['POST /admin/tasks/state?type=Subscription&key=10&taskName=s1&disable=true', null, true],
    ['POST /subscriptions/drop?name=s1', null, false],
    ['POST /subscriptions/drop?name=s1&workerId=w%261', null, false],
    ['DELETE /subscriptions?taskName=s1', null, true],
  ]);
});

test('reads tried rows, failed ones, and values that are not objects', async () => {
  const { db, requests } = server(() => ({
    Results: [
      { T: 1, Exception: 'a field', '@metadata': { '@id': 'o/1', '@projection': true } },
      { Data: { '@metadata': { '@id': 'o/2' } }, Exception: 'JavaScriptException: boom' },
      { Id: 'o/3', Exception: 'boom', DocumentData: { A: 1 } },
      7,
    ],
  }));
  const { rows } = await trySubscription(
    db,
    { query: 'from Orders', startingPoint: 'BeginningOfTime', archived: null },
    5,
  );
  expect(rows.map(({ id, exception }) => [id, exception])).toEqual([
    ['o/1', null],
    ['o/2', 'JavaScriptException: boom'],
    ['o/3', 'boom'],
    [null, null],
  ]);
  expect(rows[3]?.value).toEqual({ Value: 7 });
  expect(requests[0]?.path).toContain('pageSize=5');
});

test('reads the number of documents and the newest one', async () => {
  const { db, requests } = server(() => ({
    TotalResults: 5,
    AvailableColumns: ['Total'],
    Results: [
      {
        Total: 5,
        '@metadata': {
          $a: {},
          $o: {},
          $t: [],
          '@collection': 'Orders',
          '@change-vector': 'A:5-id',
          '@id': 'orders/5',
          '@last-modified': '2026-11-27T10:47:01.9165164Z',
        },
      },
    ],
  }));
  expect(await getNewestDocument(db, 'Orders')).toEqual({ documents: 5, changeVector: 'A:5-id' });
  expect(requests[0]?.path).toContain('collection=Orders&start=0&pageSize=1');
});
