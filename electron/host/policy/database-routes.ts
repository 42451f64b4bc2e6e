/** The routes below `/databases/{name}/`. Only what changes nothing is a `read`: a method not listed here is `danger`. */
import { danger, exportable, feed, query, read, rows, write, type RouteTable } from './route-effect.ts';

/** GETs that only report. Unlisted GETs outside `admin/` count as reads as well (see README.md); these are in use. */
const reads = rows(
  `analyzers changes/debug collections/docs collections/last-change-vector collections/stats
  collections/stats/detailed configuration/client configuration/studio data-archival/config
  debug/attachments/hash debug/attachments/metadata debug/documents/huge debug/identities debug/io-metrics debug/queries/cache/list
  debug/queries/running debug/storage/all-environments/report debug/storage/compression-dictionaries
  debug/storage/environment/report debug/storage/report docs/class docs/size documents-compression/config etl/progress
  expiration/config healthcheck
  indexes/debug indexes/history indexes/performance indexes/progress indexes/source indexes/staleness indexes/stats indexes/status
  indexes/terms indexes/total-time metrics notifications operations operations/state refresh/config
  replication/conflicts/solver replication/progress revisions
  revisions/bin revisions/config revisions/conflicts/config revisions/count revisions/size sorters stats stats/detailed
  stats/essential streams/timeseries studio/collections/preview task tasks timeseries/stats info/tcp
  admin/backup-data-directory admin/backup/running admin/debug/cluster/txinfo
  admin/debug/periodic-backup/timers admin/debug/txinfo admin/periodic-backup/config admin/record
  admin/tombstones/state`,
  { GET: read, HEAD: read },
);

const feeds = rows(
  `debug/io-metrics/live etl/performance/live indexes/performance/live notification-center/watch
  queue-sink/performance/live replication/performance/live replication/pulses/live subscriptions/performance/live`,
  { GET: feed },
);

/** Settings that take effect on later writes and can be set back. */
const settings = rows(
  `admin/data-archival/config admin/documents-compression/config admin/refresh/config admin/revisions/config
  admin/revisions/conflicts/config`,
  { POST: write('change the configuration of the database') },
);

const documents: RouteTable = {
  docs: {
    GET: read,
    HEAD: read,
    POST: read,
    PUT: write(),
    PATCH: write(),
    DELETE: write('delete a document'),
  },
  'json-patch': { PATCH: write() },
  bulk_docs: { POST: write() },
  bulk_insert: { POST: write() },
  multi_get: { POST: { ...read, body: 'multi-get' } },
  attachments: { GET: read, HEAD: read, POST: read, PUT: write(), DELETE: write('delete an attachment') },
  'attachments/bulk': { GET: read, POST: read },
  counters: { GET: read, POST: write() },
  timeseries: { GET: read, POST: write() },
  'timeseries/ranges': { GET: read },
  'timeseries/config': { GET: read },
  'timeseries/names/config': { POST: write() },
  cmpxchg: { GET: read, PUT: write(), DELETE: write('delete a compare-exchange value') },
  'hilo/next': { GET: write('reserve a range of ids') },
  'hilo/return': { PUT: write('return a range of ids') },
  'identity/next': { POST: write('advance an identity') },
  'identity/seed': { POST: write('set an identity') },
  'revisions/revert/docs': { POST: write('revert documents to earlier revisions') },
  'revisions/revert': { POST: danger('revert the whole database to an earlier time') },
  'admin/revisions': { DELETE: danger('delete revisions for good') },
  'admin/revisions/config/enforce': { POST: danger('delete every revision beyond the configured limits') },
  'admin/revisions/orphaned/adopt': { POST: danger('change revisions of deleted documents') },
  'admin/revisions/bin-cleaner/config': {
    POST: danger('delete revisions of deleted documents in the background'),
  },
  'admin/expiration/config': { POST: danger('delete every document whose expiry date has passed') },
  'admin/timeseries/config': { POST: danger('delete time series entries by retention rules') },
  'admin/timeseries/policy': {
    PUT: danger('delete time series entries by retention rules'),
    DELETE: danger('delete a time series policy with its rolled-up entries'),
  },
  'studio/collections/docs': { DELETE: danger('delete all documents of a collection') },
  'studio/sample-data': { POST: write('create sample documents') },
};

const queries: RouteTable = {
  queries: {
    GET: query,
    HEAD: query,
    POST: query,
    PATCH: danger('change every document that a query finds'),
    DELETE: danger('delete every document that a query finds'),
  },
  'queries/test': { PATCH: write('run a patch script in the server') },
  // RavenDB 6.2 and 7.1 ignore disableAutoIndexCreation here, so a stream cannot be kept from building an index.
  ...rows('streams/queries', {
    GET: write('let the server build an index for a streamed query'),
    HEAD: write('let the server build an index for a streamed query'),
    POST: {
      ...write('let the server build an index for a streamed query'),
      // The export looks first whether an index answers the query.
      exported: read,
    },
  }),
  'streams/docs': { GET: exportable, HEAD: read },
  'debug/queries/kill': { POST: write('cancel a running query') },
  // As for a query, its script is interpreted with a limit, and nothing is stored.
  'subscriptions/try': { POST: read },
};

const indexes: RouteTable = {
  indexes: {
    GET: read,
    PUT: danger('create or replace an index'),
    DELETE: danger('delete an index'),
    RESET: danger('discard an index and build it again'),
  },
  'admin/indexes': { PUT: danger('create or replace an index, whose code runs in the server') },
  'indexes/has-changed': { POST: read },
  'indexes/set-lock': { POST: write('change the lock mode of an index') },
  'indexes/set-priority': { POST: write('change the priority of an index') },
  'indexes/last-queried': { POST: write('change when an index was last queried') },
  'indexes/errors': { GET: read, DELETE: write('clear the errors of an index') },
  'indexes/replace': { POST: danger('replace an index before its replacement is ready') },
  'indexes/finish-rolling': { POST: danger('end the rolling deployment of an index') },
  ...rows('indexes/test indexes/try', { POST: danger('run the code of an index in the server') }),
  ...rows('studio/index-fields studio/index-type', {
    POST: write('compile the code of an index in the server'),
  }),
  ...rows('admin/indexes/start admin/indexes/enable', { POST: write('resume indexing') }),
  'admin/indexes/stop': { POST: danger('stop indexing') },
  'admin/indexes/disable': { POST: danger('disable an index') },
  'admin/indexes/optimize': { POST: danger('rewrite the files of an index') },
  'admin/indexes/dump': { POST: danger('copy an index to a folder of the server') },
};

const operations: RouteTable = {
  'operations/next-operation-id': {
    GET: { ...write('reserve the number of an operation'), exported: read },
  },
  'operations/kill': { POST: write('cancel a running operation') },
  'smuggler/export': { POST: exportable },
  'smuggler/validate-options': { POST: read },
  'smuggler/import': { POST: danger('import documents, indexes and settings over the existing ones') },
  'smuggler/import/csv': { POST: danger('import documents over the existing ones') },
  ...rows('admin/smuggler/import admin/smuggler/import-dir admin/smuggler/import-s3-dir', {
    GET: danger('import documents, indexes and settings over the existing ones'),
  }),
  ...rows('admin/smuggler/migrate admin/smuggler/migrate/ravendb admin/sql-migration/import', {
    POST: danger('import data from another server'),
  }),
  ...rows('admin/storage/manual-flush admin/storage/manual-sync', { POST: write('flush the storage') }),
  'admin/tombstones/cleanup': { POST: write('delete tombstones that are no longer needed') },
  /** The sandbox's own: rewrites the documents of one collection while the database serves. */
  'admin/compact': { POST: write('rewrite stored documents') },
  'admin/restart': { POST: danger('restart the database') },
  'admin/studio-tasks/restart': { POST: danger('restart the database') },
  'admin/configuration/settings': { GET: read, PUT: danger('replace the database settings') },
  'admin/configuration/client': { PUT: danger('change how every client of the database sends its requests') },
  'admin/backup': { POST: { ...write('write a backup on the server'), body: 'local-backup' } },
  // Runs a stored task, whose destinations are not of the sender's choice.
  'admin/backup/database': { POST: write('run a backup task') },
  'admin/periodic-backup': { POST: danger('change where and when backups are written') },
  'admin/etl': {
    PUT: danger('send documents to another system'),
    RESET: danger('send every document to another system again'),
  },
  ...rows('admin/analyzers admin/sorters', {
    PUT: danger('run code inside the server'),
    DELETE: danger('delete code that indexes or queries use'),
  }),
  'admin/connection-strings': {
    GET: danger('read the passwords of connection strings'),
    PUT: danger('change where data is sent'),
    DELETE: danger('delete a connection string'),
  },
  'admin/tasks': { DELETE: danger('delete a task') },
  'admin/tasks/state': { POST: danger('enable or disable a task') },
  'admin/tasks/external-replication': { POST: danger('replicate the database to another server') },
  subscriptions: { GET: read, PUT: write('create a subscription'), DELETE: danger('delete a subscription') },
  ...rows('subscriptions/connection-details subscriptions/state', { GET: read, HEAD: read }),
  'subscriptions/update': { POST: write('change a subscription') },
  'subscriptions/drop': { POST: write('disconnect the clients of a subscription') },
  ...rows('notification-center/dismiss notification-center/postpone', { POST: write('hide a notification') }),
  changes: { GET: feed, DELETE: write('disconnect clients') },
  tcp: { GET: read, DELETE: write('disconnect clients') },
};

export const databaseRoutes: RouteTable = {
  ...reads,
  ...feeds,
  ...settings,
  ...documents,
  ...queries,
  ...indexes,
  ...operations,
};
