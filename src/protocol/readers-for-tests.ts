/** Readers of a server and of a database, for tests of what they accept. */
import { getAttachmentReferences } from './attachment-references.ts';
import { getAutoIndexes } from './auto-indexes.ts';
import { listBackupTasks } from './backup-tasks.ts';
import { getBackupLimits } from './backups.ts';
import type { DatabaseClient, ServerClient } from './client.ts';
import { getClientConfiguration } from './client-configuration.ts';
import { getClusterTopology } from './cluster-topology.ts';
import { getCollectionStats } from './collections.ts';
import { listDatabases } from './databases.ts';
import { listDatabaseTopologies } from './database-topology.ts';
import { getDocumentSizes } from './document-sizes.ts';
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
import { listCertificates } from './server-certificates.ts';
import { getServerMemory, getServerRates } from './server-load.ts';
import { getCluster, getServerVersion } from './server.ts';
import { getShards } from './shards.ts';
import { getDatabaseStats } from './stats.ts';
import { getStorageReport } from './storage-report.ts';
import { runaway } from './threads.ts';

export type Reader = (server: ServerClient, db: DatabaseClient) => Promise<unknown>;

export const readers: Readonly<Record<string, Reader>> = {
  getAttachmentReferences: (_, db) => getAttachmentReferences(db, ['x']),
  getAutoIndexes: (_, db) => getAutoIndexes(db),
  getBackupLimits: (_, db) => getBackupLimits(db),
  getClientConfiguration: (_, db) => getClientConfiguration(db),
  getCluster: (server) => getCluster(server),
  getClusterTopology: (server) => getClusterTopology(server),
  getCollectionStats: (_, db) => getCollectionStats(db),
  getDatabaseStats: (_, db) => getDatabaseStats(db),
  listDatabaseTopologies: (server) => listDatabaseTopologies(server),
  getDocumentSizes: (_, db) => getDocumentSizes(db, ['orders/1']),
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
