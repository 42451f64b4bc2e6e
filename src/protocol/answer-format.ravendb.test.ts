/** What real servers answer has a documented member for each reader; needs ROOKERY_TEST_RAVENDB_URL. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortError } from '../contract/index.ts';
import { ServerClient } from './client.ts';
import { getDataArchival, getDocumentsCompression, getExpiration, getRefresh } from './configuration.ts';
import { getConflictResolution } from './conflict-resolution.ts';
import { getCollectionSpace } from './collection-space.ts';
import { getCompressionStats } from './compression.ts';
import { getDatabaseNodes } from './database-nodes.ts';
import { createDatabase, deleteDatabase } from './databases.ts';
import { getIdentities } from './identities.ts';
import { getIndexOutlines } from './index-outlines.ts';
import { getIndexSizes } from './index-sizes.ts';
import { getKeptTombstones, getTcpConnections } from './internals.ts';
import { getMaintenanceStats } from './maintenance-stats.ts';
import { pingNodes } from './node-ping.ts';
import { getObserverLog } from './observer-decisions.ts';
import { getEtlProgress, getReplicationProgress } from './ongoing-tasks.ts';
import { directPort } from './ports-for-tests.ts';
import { readers, type Reader } from './readers-for-tests.ts';
import { getRevisionsConfiguration } from './revisions.ts';
import { getSearchEngines } from './search-engines.ts';

const setting: unknown = import.meta.env.ROOKERY_TEST_RAVENDB_URL;
const url = typeof setting === 'string' && setting !== '' ? setting : undefined;
const server = new ServerClient(directPort(url ?? ''), 'c1');
const name = `Rookery-answers-${crypto.randomUUID().slice(0, 8)}`;

/** Those whose answers to other questions than "is it the documented format" have tests of their own. */
const more: Readonly<Record<string, Reader>> = {
  getCollectionSpace: (_, db) => getCollectionSpace(db),
  getCompressionStats: (_, db) => getCompressionStats(db),
  getConflictResolution: (_, db) => getConflictResolution(db),
  getDataArchival: (_, db) => getDataArchival(db),
  getDatabaseNodes: (_, db) => getDatabaseNodes(db),
  getDocumentsCompression: (_, db) => getDocumentsCompression(db),
  getEtlProgress: (_, db) => getEtlProgress(db),
  getExpiration: (_, db) => getExpiration(db),
  getIdentities: (_, db) => getIdentities(db),
  getIndexOutlines: (_, db) => getIndexOutlines(db),
  getIndexSizes: (_, db) => getIndexSizes(db),
  getKeptTombstones: (_, db) => getKeptTombstones(db),
  getMaintenanceStats: (each) => getMaintenanceStats(each),
  getObserverLog: (each) => getObserverLog(each),
  getRefresh: (_, db) => getRefresh(db),
  getReplicationProgress: (_, db) => getReplicationProgress(db),
  getRevisionsConfiguration: (_, db) => getRevisionsConfiguration(db),
  getSearchEngines: (_, db) => getSearchEngines(db),
  getTcpConnections: (each) => getTcpConnections(each),
  pingNodes: (each) => pingNodes(each),
};

describe.skipIf(url === undefined)('a real server', () => {
  beforeAll(() => createDatabase(server, name));
  afterAll(() => deleteDatabase(server, name));

  it.each(Object.entries({ ...readers, ...more }))(
    'answers %s in the documented format',
    async (_name, reader) => {
      const failure: unknown = await reader(server, server.database(name)).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      // A server without a certificate refuses its list of certificates, and the sandbox has fewer routes.
      if (failure instanceof PortError) expect(failure.code, failure.message).not.toBe('not-ravendb');
    },
  );
});
