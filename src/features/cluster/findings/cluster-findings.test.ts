import { expect, it } from 'vitest';
import type { NodeReport, ReportedDatabase } from '../../../protocol/maintenance-stats.ts';
import { clusterOf, databaseOn } from '../readings/cluster-for-tests.ts';
import type { ClusterReading } from '../readings/cluster-reading.ts';
import { nextRead, type ReadCluster } from '../readings/use-cluster-reading.ts';
import { clusterFindings } from './cluster-findings.ts';

const start = new Date(2026, 10, 24, 14, 0).getTime();
const tags = ['A', 'B', 'C'];

const database = databaseOn('shop', ...tags);

function report(etag: number, documents: number, part: Partial<ReportedDatabase> = {}): ReportedDatabase {
  return {
    status: 'Loaded',
    etag,
    documents,
    conflicts: 0,
    changeVector: `A:${etag}-idA, B:7-idB`,
    error: null,
    indexes: new Map([['ByName', { stale: false, state: 'Normal' }]]),
    ...part,
  };
}

function reading(at: number, reports: readonly ReportedDatabase[], databases = [database]): ClusterReading {
  const nodes = new Map(
    reports.map((each, place): [string, NodeReport] => [
      tags[place] ?? '',
      { status: 'Ok', error: null, updated: null, lastGood: null, databases: new Map([['shop', each]]) },
    ]),
  );
  return {
    at,
    elapsedMs: 10,
    topology: clusterOf(tags),
    stats: { kind: 'read', value: { kind: 'reported', nodes } },
    databases: { kind: 'read', value: databases },
  };
}

function after(...readings: readonly ClusterReading[]): ReadCluster {
  let read: ReadCluster | undefined;
  for (const each of readings) read = nextRead(read, each);
  if (!read) throw new Error('no reading');
  return read;
}
const texts = (read: ReadCluster) =>
  clusterFindings(read.reading, read.rows, new Map()).map(({ severity, text }) => `${severity}: ${text}`);

it('finds nothing in equal nodes', () => {
  expect(texts(after(reading(start, [report(50, 100), report(50, 100), report(50, 100)])))).toEqual([]);
});

it('reports different counts under one change vector only when a second reading confirms them', () => {
  const differing = [report(50, 100), report(50, 99), report(50, 100)];
  expect(texts(after(reading(start, differing)))).toEqual([]);
  const read = after(reading(start, differing), reading(start + 5_000, differing));
  expect(read.rows[0]?.state).toBe('mismatch');
  expect(texts(read)).toEqual([
    'mismatch: shop: 100 on A, 99 on B, 100 on C documents, although all report the same change vector. Compare the documents of these nodes.',
  ]);
});

it('tells a node that catches up, with its rate and end, from a stuck one', () => {
  const at = (seconds: number, etag: number) =>
    reading(start + seconds * 1_000, [report(1_000, 100), report(etag, 90), report(1_000, 100)]);
  const closing = after(at(0, 400), at(5, 450), at(10, 500));
  expect(closing.rows[0]?.state).toBe('lagging');
  expect(texts(closing)).toEqual([
    'information: shop: node B lacks 500 changes, closing at 10/s until 14:01.',
  ]);
  const stuck = after(at(0, 400), at(20, 400), at(40, 400));
  expect(stuck.rows[0]?.state).toBe('stuck');
  expect(texts(stuck)).toEqual([
    'error: shop: node B lacks 600 changes, stuck since 14:00 or before. Check the replication from the other nodes and the free space of B.',
  ]);
});

it('does not call a node behind that lacks no change', () => {
  const read = after(reading(start, [report(50, 100), report(50, 100), report(40, 80)]));
  expect(read.rows[0]?.cells.map(({ missing }) => missing)).toEqual([0, 0, 10]);
});

it('reports nodes in rehab, conflicts, failed and missing indexes', () => {
  const [first, second, third = first] = database.nodes;
  const nodes = [first, second, third].flatMap((node, place) =>
    node
      ? [place === 2 ? { ...node, role: 'rehab' as const, status: 'NotResponding', error: 'timeout' } : node]
      : [],
  );
  const reports = [
    report(50, 100, { conflicts: 2 }),
    report(50, 100, {
      indexes: new Map([
        ['ByName', { stale: false, state: 'Error' }],
        ['New', { stale: true, state: 'Normal' }],
      ]),
    }),
    report(50, 100),
  ];
  const databases = [{ ...database, nodes }];
  const found = texts(after(reading(start, reports, databases), reading(start + 5_000, reports, databases)));
  expect(found).toEqual([
    'mismatch: shop: the index New is missing on A. Check the log of that node.',
    'error: shop: 1 index failed on B: ByName.',
    'error: shop: node C is in rehab: timeout. Clients do not use it.',
    'warning: shop: 2 conflicts on A. Resolve them or set a resolution.',
    'information: shop: indexes are stale: New on B.',
  ]);
});

it('reports a cluster without a leader and a node that does not answer', () => {
  const read = reading(start, []);
  const [own, other, third] = read.topology.nodes;
  if (!own || !other || !third) throw new Error('no nodes');
  const nodes = [own, { ...other, reached: false, error: 'refused\n at x' }, { ...third, version: '6.2.4' }];
  const topology = { ...read.topology, leader: null, nodes };
  expect(texts(after({ ...read, topology }))).toEqual([
    'error: The cluster has no leader in term 3. Databases, indexes and settings cannot be changed. Check which nodes are reachable.',
    'error: Node B does not answer: refused. Check its process and the network.',
    'warning: The nodes run different versions: 7.1.5 on A, 7.1.5 on B, 6.2.4 on C.',
  ]);
});

it('reports different entry counts of a checked index', () => {
  const read = after(reading(start, [report(50, 100), report(50, 100), report(50, 100)]));
  const mismatches = [
    {
      index: 'ByName',
      entries: [
        { node: 'A', entries: 10 },
        { node: 'B', entries: 9 },
      ],
    },
  ];
  const entries = new Map([['shop', { at: start, nodes: [], mismatches }]]);
  expect(clusterFindings(read.reading, read.rows, entries)[0]).toMatchObject({
    severity: 'mismatch',
    database: 'shop',
    text: expect.stringContaining('shop, index ByName: 10 on A, 9 on B entries') as unknown,
  });
  // A node that lacks changes has other entries without being wrong.
  const behind = after(reading(start, [report(50, 100), report(40, 90), report(50, 100)]));
  expect(clusterFindings(behind.reading, behind.rows, entries).map(({ severity }) => severity)).toEqual([
    'warning',
  ]);
});

it('handles a thousand databases on three nodes in one reading', () => {
  const many = Array.from({ length: 1_000 }, (_, place) => ({ ...database, name: `db${place}` }));
  expect(after(reading(start, [report(1, 1)], many)).rows).toHaveLength(1_000);
});
