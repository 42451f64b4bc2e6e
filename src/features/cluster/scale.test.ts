import { expect, it } from 'vitest';
import { ServerClient } from '../../protocol/client.ts';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import { clusterFindings } from './findings/cluster-findings.ts';
import { readCluster } from './readings/cluster-reading.ts';
import { nextRead } from './readings/use-cluster-reading.ts';

/** A generated server: 1,000 databases with 5 indexes each on 3 nodes, one database with a missing document. */
const tags = ['A', 'B', 'C'];
const names = Array.from({ length: 1_000 }, (_, at) => `tenant-${at}`);
const different = 'tenant-500';
const topology = {
  Topology: {
    TopologyId: 't',
    AllNodes: Object.fromEntries(tags.map((tag) => [tag, `http://${tag}`])),
    Members: Object.fromEntries(tags.map((tag) => [tag, `http://${tag}`])),
    Promotables: {},
    Watchers: {},
  },
  Leader: 'A',
  CurrentState: 'Leader',
  NodeTag: 'A',
  CurrentTerm: 3,
};
const members = tags.map((NodeTag) => ({ NodeTag, NodeUrl: `http://${NodeTag}` }));
const databases = {
  Databases: names.map((Name) => ({
    ...{ Name, DocumentsCount: 100, IndexesCount: 5, ReplicationFactor: 3, UpTime: '00:10:00' },
    NodesTopology: { Members: members, Promotables: [], Rehabs: [], Status: {} },
  })),
};
const reportOf = (Name: string, node: string) => ({
  ...{ Name, Status: 'Loaded', LastEtag: 900, NumberOfConflicts: 0, Error: null },
  NumberOfDocuments: Name === different && node === 'B' ? 99 : 100,
  DatabaseChangeVector: 'A:900-jQeQjflmVEuOdkYUwQYIYw, B:7-xyOpQ45DgECtgWjV6JkXRg',
  LastIndexStats: Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e'].map((index) => [
      index,
      { LastIndexedEtag: 900, IsStale: false, State: 'Normal' },
    ]),
  ),
});
const stats = Object.fromEntries(
  tags.map((tag) => [
    tag,
    { Status: 'Ok', Report: Object.fromEntries(names.map((name) => [name, reportOf(name, tag)])) },
  ]),
);
const bodies = [
  ['/cluster/topology', JSON.stringify(topology)],
  ['/admin/cluster/maintenance-stats', JSON.stringify(stats)],
  ['/databases', JSON.stringify(databases)],
] as const;

it('reads 1,000 databases and 5,000 indexes on 3 nodes fast enough for a first view', async () => {
  const server = new ServerClient(
    scriptedPort({
      http: ({ path }) => ({ body: bodies.find(([start]) => path.startsWith(start))?.[1] ?? '' }),
    }),
    's',
  );
  const { signal } = new AbortController();
  const before = performance.now();
  const first = nextRead(undefined, await readCluster(server, { replication: true, signal }));
  const spent = performance.now() - before;
  expect(first.rows).toHaveLength(names.length);
  // 0.2 s of processor time for 1.9 MB of answers, with a heap of 67 MB; the limit allows for a busy machine.
  expect(spent).toBeLessThan(5_000);
  const second = nextRead(first, await readCluster(server, { replication: true, signal }));
  const findings = clusterFindings(second.reading, second.rows, new Map());
  expect(findings.map(({ severity }) => severity)).toEqual(['mismatch']);
  expect(findings[0]?.text).toContain(`${different}: 100 on A, 99 on B, 100 on C documents`);
});
