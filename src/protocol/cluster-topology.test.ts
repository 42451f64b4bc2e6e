import { expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { getClusterTopology } from './cluster-topology.ts';
import { pingNodes } from './node-ping.ts';
import { scriptedPort } from './ports-for-tests.ts';

const server = (body: object) =>
  new ServerClient(scriptedPort({ http: () => ({ body: JSON.stringify(body) }) }), 'server');

it.each(['6.2.4', '7.1.5'])('reads the topology of a single node of RavenDB %s', async (version) => {
  const topology = await getClusterTopology(
    server({
      '@metadata': { NodeTag: 'A' },
      Topology: {
        TopologyId: '2fc80622',
        AllNodes: { A: 'http://127.0.0.1:8080' },
        Members: { A: 'http://127.0.0.1:8080' },
        Promotables: {},
        Watchers: {},
      },
      Leader: 'A',
      LeaderShipDuration: 331793,
      CurrentState: 'Leader',
      NodeTag: 'A',
      CurrentTerm: 3,
      NodeLicenseDetails: { A: { UtilizedCores: 2, BuildInfo: { FullVersion: version } } },
      Status: {},
    }),
  );
  expect(topology).toMatchObject({ node: 'A', leader: 'A', term: 3, state: 'Leader' });
  expect(topology.nodes).toMatchObject([{ tag: 'A', role: 'member', reached: true, version, cores: 2 }]);
});

it('reads what a leader knows of the other nodes', async () => {
  const topology = await getClusterTopology(
    server({
      NodeTag: 'A',
      Leader: 'A',
      Topology: { Members: { A: 'http://a', B: 'http://b' }, Watchers: { C: 'http://c' } },
      Status: { B: { Connected: false, ErrorDetails: 'refused' }, C: { Connected: true } },
    }),
  );
  expect(topology.nodes.map(({ tag, role, reached, error }) => [tag, role, reached, error])).toEqual([
    ['A', 'member', true, null],
    ['B', 'member', false, 'refused'],
    ['C', 'watcher', true, null],
  ]);
});

it('reads a passive server', async () => {
  expect(await getClusterTopology(server({ NodeTag: '?', CurrentState: 'Passive' }))).toMatchObject({
    node: null,
    leader: null,
    nodes: [],
  });
});

it('reads the times and the first line of the error of a ping', async () => {
  expect(
    await pingNodes(
      server({
        Result: [
          {
            Url: 'http://a',
            SetupAlive: { Time: 6, Error: null },
            TcpInfo: { TcpInfoTime: 8, SendTime: 9, ReceiveTime: 12, Error: null },
            Log: [],
          },
          { Url: 'http://b', SetupAlive: { Time: 0, Error: 'Connection refused\n  at Raven' } },
        ],
      }),
    ),
  ).toEqual([
    { url: 'http://a', httpMs: 6, tcpMs: 12, error: null },
    { url: 'http://b', httpMs: null, tcpMs: null, error: 'Connection refused' },
  ]);
});
