import { expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { getKeptTombstones, getTcpConnections, getTransactions } from './internals.ts';
import { scriptedPort } from './ports-for-tests.ts';

const answering = (answer: unknown): ServerClient =>
  new ServerClient(scriptedPort({ http: () => ({ body: JSON.stringify(answer) }) }), 's');

it('reads connections by state, as RavenDB 7.1.5 and 6.2.4 report them', async () => {
  const server = answering({
    TotalConnections: 2,
    Connections: {
      TimeWait: [{ LocalEndPoint: '127.0.0.1:43713', RemoteEndPoint: '127.0.0.1:53624' }, 7],
      Established: [{ LocalEndPoint: '127.0.0.1:28280', RemoteEndPoint: '10.0.0.7:51652' }],
      NewState: 'unknown shape',
    },
  });
  expect(await getTcpConnections(server)).toEqual([
    { state: 'TimeWait', local: '127.0.0.1:43713', remote: '127.0.0.1:53624' },
    { state: 'Established', local: '127.0.0.1:28280', remote: '10.0.0.7:51652' },
  ]);
});

it('counts environments, and lists their open transactions', async () => {
  const server = answering({
    'tx-info': [
      { BasePath: '/data/shop', Information: [] },
      { BasePath: '/data/shop/Indexes/A', Information: [{ Id: 7 }] },
    ],
  });
  expect(await getTransactions(server, 'shop')).toEqual({
    environments: 2,
    open: [{ environment: '/data/shop/Indexes/A', details: { Id: 7 } }],
  });
});

it('separates tombstones that something keeps from those that nothing keeps', async () => {
  const none = { Component: null, Etag: 2 ** 63 };
  const server = answering({
    Results: [
      { Collection: '@hilo', Documents: none, TimeSeries: none, Counters: none },
      {
        Collection: 'Orders',
        Documents: { Component: "Index 'A'", Etag: 12 },
        TimeSeries: none,
        Counters: none,
      },
    ],
  });
  const [first, second] = await getKeptTombstones(server.database('shop'));
  expect(first).toEqual({ collection: 'Orders', kind: 'Documents', component: "Index 'A'", etag: 12 });
  expect(second).toMatchObject({ component: null, etag: null });
});

it('has nothing to show for an answer of an unknown shape', async () => {
  const server = answering({ Connections: [], 'tx-info': 7, Results: 'x' });
  expect(await getTcpConnections(server)).toEqual([]);
  expect(await getTransactions(server, null)).toEqual({ environments: 0, open: [] });
  expect(await getKeptTombstones(server.database('shop'))).toEqual([]);
});
