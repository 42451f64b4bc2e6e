/** The server's own routes. Below `admin/` a GET is a `read` only when it is listed here. */
import { danger, feed, read, rows, signIn, write, type RouteTable } from './route-effect.ts';

const reads = rows(
  `analyzers build/version certificates/whoami cluster/node-info cluster/topology configuration/client configuration/studio
  databases debug/cpu-credits debug/is-loaded debug/routes debug/sharding/find/bucket info/remote-task/tcp info/tcp
  license/limits-usage license/status operations/state periodic-backup
  periodic-backup/status
  rookery/processes rookery/processes/runaway rookery/processes/stack-trace sorters topology
  authentication/2fa/configuration
  admin/cluster/log admin/cluster/maintenance-stats admin/cluster/observer/decisions admin/configuration/settings
  admin/debug/cluster-info-package admin/debug/cluster/history-logs admin/debug/cpu/stats admin/debug/databases/idle
  admin/debug/info-package admin/debug/info/tcp/active-connections admin/debug/info/tcp/stats admin/debug/io-metrics
  admin/debug/memory/encryption-buffer-pool admin/debug/memory/gc admin/debug/memory/gc-events
  admin/debug/memory/low-mem-log admin/debug/memory/smaps admin/debug/memory/stats admin/debug/node/engine-logs admin/debug/node/ping admin/debug/node/remote-connections
  admin/debug/node/state-change-history admin/debug/periodic-backup/timers admin/debug/proc/meminfo
  admin/debug/proc/stats admin/debug/proc/status admin/debug/script-runners
  admin/debug/storage/environment/report admin/debug/storage/environment/scratch-buffer-info
  admin/debug/threads/runaway admin/debug/threads/stack-trace admin/debug/txinfo
  admin/indexes/lucene/query-clause-cache admin/logs/configuration admin/logs/download admin/metrics
  admin/monitoring/v1/collections admin/monitoring/v1/databases admin/monitoring/v1/indexes
  admin/monitoring/v1/prometheus admin/monitoring/v1/server admin/stats admin/traffic-watch/configuration`,
  { GET: read, HEAD: read },
);

const feeds = rows(
  `admin/cluster-dashboard/remote/watch admin/debug/io-metrics/live admin/logs/watch admin/traffic-watch
  cluster-dashboard/watch debug/queries/running/live server/notification-center/watch threads-info/watch`,
  { GET: feed },
);

const changes: RouteTable = {
  'build/version/updates': { POST: read },
  // Sent by the host alone, which keeps the cookie and limits guessing.
  'authentication/2fa': { POST: signIn, DELETE: signIn },
  'admin/databases': {
    GET: read,
    PUT: { ...write('create a database'), body: 'database-record' },
    DELETE: danger('delete whole databases'),
  },
  'admin/databases/enable': { POST: write('enable databases') },
  'admin/databases/disable': { POST: danger('take databases out of service') },
  'admin/databases/indexing': { POST: danger('switch the indexing of databases on or off') },
  'admin/databases/set-lock': { POST: danger('change the protection of databases against deletion') },
  'admin/databases/reorder': { POST: danger('change the order of the nodes of a database') },
  ...rows('admin/analyzers admin/sorters', {
    PUT: danger('run code inside the server'),
    DELETE: danger('delete code that indexes or queries use'),
  }),
  ...rows('admin/databases/node admin/databases/shard admin/databases/orchestrator', {
    PUT: danger('change which nodes hold a database'),
    DELETE: danger('change which nodes hold a database'),
  }),
  'rookery/fault-injection': { GET: read, PUT: danger('make the disk slow or failing, or move the clock') },
  'admin/compact': { POST: danger('take a database out of service while it is compacted') },
  'admin/restore/points': { POST: { ...read, body: 'local-folder' } },
  'admin/backup-task/delay': { POST: danger('postpone a backup') },
  'admin/restore/database': { POST: danger('restore a database') },
  'admin/memory/gc': { GET: danger('stop the server for a garbage collection') },
  'admin/migrate': { POST: danger('import data from another server') },
  'admin/console': { POST: danger('run a script with full rights inside the server') },
  'admin/operations/kill': { POST: write('cancel a running operation') },
  'admin/operations/next-operation-id': { GET: write('reserve the number of an operation') },
  'admin/debug/gcdump': { GET: danger('pause the server and dump its memory') },
  'admin/debug/dump': { GET: danger('pause the server and dump its memory') },
  ...rows('server/notification-center/dismiss server/notification-center/postpone', {
    POST: write('hide a notification'),
  }),
  'admin/certificates': {
    // Names, thumbprints, rights and public parts; no key.
    GET: read,
    POST: danger('change who may use the server'),
    PUT: danger('change who may use the server'),
    DELETE: danger('change who may use the server'),
  },
  'admin/certificates/edit': {
    POST: danger('change who may use the server'),
    DELETE: danger('change who may use the server'),
  },
  'admin/certificates/export': { GET: danger('export certificates of the server') },
  'admin/certificates/for-communication/export': { GET: danger('export certificates of the server') },
  'admin/secrets': {
    GET: danger('reveal an encryption key of the server'),
    POST: danger('change an encryption key of the server'),
  },
  'admin/cluster/node': { PUT: danger('change the cluster'), DELETE: danger('change the cluster') },
  ...rows(
    `admin/cluster/bootstrap admin/cluster/demote admin/cluster/observer/suspend admin/cluster/promote
    admin/cluster/reelect admin/cluster/remove-entry-from-log admin/cluster/timeout`,
    { POST: danger('change the cluster') },
  ),
};

export const serverRoutes: RouteTable = { ...reads, ...feeds, ...changes };
