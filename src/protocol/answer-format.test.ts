/** Answers without the documented format: every reader fails with what is wrong, and none shows an empty server. */
import { describe, expect, it } from 'vitest';
import { getAutoIndexes } from './auto-indexes.ts';
import { listBackupTasks } from './backup-tasks.ts';
import { getBackupLimits } from './backups.ts';
import { ServerClient, type DatabaseClient } from './client.ts';
import { getClientConfiguration } from './client-configuration.ts';
import { getClusterTopology } from './cluster-topology.ts';
import { getCollectionStats } from './collections.ts';
import { listDatabases } from './databases.ts';
import { listDatabaseTopologies } from './database-topology.ts';
import { getDefinitions } from './index-definitions.ts';
import { getIndexErrors } from './index-errors.ts';
import { getIndexPerformance } from './index-performance.ts';
import { getIndexProgress } from './index-progress.ts';
import { getIndexingStatus, getIndexStats } from './index-stats.ts';
import { getLargeDocuments } from './large-documents.ts';
import { getLicense } from './license.ts';
import { getGarbageCollections, getMemoryReport, getResidentReport } from './memory.ts';
import { listOperations } from './operation-list.ts';
import { getOngoingTasks } from './ongoing-tasks.ts';
import { scriptedPort } from './ports-for-tests.ts';
import { listCertificates } from './server-certificates.ts';
import { getServerMemory, getServerRates } from './server-load.ts';
import { getCluster, getServerVersion } from './server.ts';
import { getShards } from './shards.ts';
import { getDatabaseStats } from './stats.ts';
import { getStorageReport } from './storage-report.ts';
import { runaway } from './threads.ts';

type Reader = (server: ServerClient, db: DatabaseClient) => Promise<unknown>;

const readers: Readonly<Record<string, Reader>> = {
  getAutoIndexes: (_, db) => getAutoIndexes(db),
  getBackupLimits: (_, db) => getBackupLimits(db),
  getClientConfiguration: (_, db) => getClientConfiguration(db),
  getCluster: (server) => getCluster(server),
  getClusterTopology: (server) => getClusterTopology(server),
  getCollectionStats: (_, db) => getCollectionStats(db),
  getDatabaseStats: (_, db) => getDatabaseStats(db),
  listDatabaseTopologies: (server) => listDatabaseTopologies(server),
  getDefinitions: (_, db) => getDefinitions(db),
  getGarbageCollections: (server) => getGarbageCollections(server),
  getIndexErrors: (_, db) => getIndexErrors(db, 'Orders/A'),
  getIndexPerformance: (_, db) => getIndexPerformance(db),
  getIndexProgress: (_, db) => getIndexProgress(db),
  getIndexStats: (_, db) => getIndexStats(db),
  getIndexingStatus: (_, db) => getIndexingStatus(db),
  getLargeDocuments: (_, db) => getLargeDocuments(db),
  getLicense: (server) => getLicense(server),
  getMemoryReport: (server) => getMemoryReport(server),
  getOngoingTasks: (_, db) => getOngoingTasks(db),
  getResidentReport: (server) => getResidentReport(server),
  getServerMemory: (server) => getServerMemory(server),
  getServerRates: (server) => getServerRates(server),
  getServerVersion: (server) => getServerVersion(server),
  getShards: (_, db) => getShards(db),
  getStorageReport: (_, db) => getStorageReport(db),
  listBackupTasks: (_, db) => listBackupTasks(db),
  listCertificates: (server) => listCertificates(server),
  listDatabases: (server) => listDatabases(server),
  listOperations: (_, db) => listOperations(db),
  runaway: (server) => runaway(server),
};

const wrong: readonly [name: string, body: string, why: RegExp][] = [
  ['an empty object', '{}', /it lacks \S/],
  ['another object', '{"error":"moved"}', /it lacks \S/],
  ['null', 'null', /it is null/],
  ['a list', '[1]', /it is a list|it lacks \S/],
  ['a text', '"hello"', /it is a string/],
  ['a page', '<h1>Bad gateway</h1>', /is not JSON/],
];

async function failureOf(
  reader: Reader,
  answer: { body: string; status?: number; headers?: Record<string, string> },
) {
  const port = scriptedPort({ http: () => answer });
  const server = new ServerClient(port, 'staging');
  return reader(server, server.database('shop')).then(
    (value: unknown) => ({ value }),
    (error: unknown) => error,
  );
}

describe.each(Object.entries(readers))('%s', (_name, reader) => {
  it.each(wrong)('refuses %s and says what is wrong with it', async (_kind, body, why) => {
    expect(await failureOf(reader, { body })).toMatchObject({
      name: 'PortError',
      code: 'not-ravendb',
      message: expect.stringMatching(why) as string,
    });
  });

  it('names status and target of a redirect', async () => {
    const headers = { location: 'https://elsewhere.example/stolen' };
    expect(await failureOf(reader, { status: 307, headers, body: '' })).toMatchObject({
      code: 'not-ravendb',
      message: expect.stringMatching(
        / redirects \/.* to https:\/\/elsewhere\.example\/stolen \(307\)/,
      ) as string,
    });
  });
});

it('names the member that is missing or has another type', async () => {
  const stats = readers.getDatabaseStats;
  if (stats === undefined) throw new Error('No such reader.');
  expect(await failureOf(stats, { body: '{"CountOfIndexes":1}' })).toMatchObject({
    message: expect.stringContaining('it lacks CountOfDocuments. Check') as string,
  });
  const list = readers.listDatabases;
  if (list === undefined) throw new Error('No such reader.');
  expect(await failureOf(list, { body: '{"Databases":[{"Name":7}]}' })).toMatchObject({
    message: expect.stringContaining('Databases[0].Name is a number') as string,
  });
});
