/**
 * A cluster of three nodes as its leader A answers. A server without a licence accepts no further nodes, so this is a test
 * double: the answers are those of a single 7.1.5, with the nodes B and C added in the same shapes.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const tags = ['A', 'B', 'C'] as const;
type Tag = (typeof tags)[number];

export interface ThreeNodes {
  readonly url: string;
  /** What node B has of the database `orders`; the others have 1,000 changes and documents. */
  setB(part: { readonly etag: number; readonly documents: number; readonly entries: number }): void;
  /** Databases beside `orders`, each with this number of indexes (default 1). */
  addDatabases(count: number, indexesEach?: number): void;
  /** When the last answer of each route was sent completely, epoch ms. */
  readonly answeredAt: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export async function startThreeNodes(): Promise<ThreeNodes> {
  let b = { etag: 1_000, documents: 1_000, entries: 1_000 };
  let others = 0;
  let indexesOfOthers = 1;
  let url = '';
  const urlOf = (tag: Tag): string => (tag === 'A' ? url : `http://node-${tag.toLowerCase()}.invalid:8080`);
  const names = () => ['orders', ...Array.from({ length: others }, (_, place) => `tenant-${place + 1}`)];
  const now = () => new Date().toISOString();
  const databaseId = 'jQeQjflmVEuOdkYUwQYIYw';

  const report = (tag: Tag, name: string) => {
    const own = tag === 'B' && name === 'orders' ? b : { etag: 1_000, documents: 1_000 };
    return {
      Name: name,
      NodeName: tag,
      Status: 'Loaded',
      LastEtag: own.etag,
      LastTombstoneEtag: 0,
      NumberOfConflicts: 0,
      NumberOfDocuments: own.documents,
      DatabaseChangeVector: `A:${own.etag}-${databaseId}`,
      LastSentEtag: {},
      Error: null,
      UpTime: '01:00:00',
      LastIndexStats: Object.fromEntries(
        indexesOf(name).map((index) => [
          index,
          { LastIndexedEtag: own.etag, IsSideBySide: false, IsStale: false, State: 'Normal' },
        ]),
      ),
    };
  };
  const indexesOf = (name: string): string[] => [
    'Orders/ByCompany',
    ...Array.from({ length: name === 'orders' ? 0 : indexesOfOthers - 1 }, (_, at) => `Orders/By${at + 1}`),
  ];
  const nodeList = () => tags.map((tag) => ({ NodeTag: tag, NodeUrl: urlOf(tag), ResponsibleNode: null }));
  const perTag = <T>(value: (tag: Tag) => T) => Object.fromEntries(tags.map((tag) => [tag, value(tag)]));

  const answers: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
    '/build/version': () => ({ ProductVersion: '7.1', BuildVersion: 71028, FullVersion: '7.1.5' }),
    '/cluster/topology': () => ({
      Topology: {
        TopologyId: '2fc80622-3f78-4a07-8da5-2d43f9b604e2',
        AllNodes: perTag(urlOf),
        Members: { A: urlOf('A'), B: urlOf('B') },
        Promotables: {},
        Watchers: { C: urlOf('C') },
        LastNodeId: 'C',
        Etag: 12,
      },
      Etag: 12,
      Leader: 'A',
      LeaderShipDuration: 331_793,
      CurrentState: 'Leader',
      NodeTag: 'A',
      ServerRole: 'Member',
      CurrentTerm: 7,
      NodeLicenseDetails: perTag(() => ({
        UtilizedCores: 2,
        NumberOfCores: 2,
        UsableMemoryInGb: 8,
        BuildInfo: { ProductVersion: '7.1', FullVersion: '7.1.5' },
        OsInfo: { Type: 'Linux', FullName: 'Debian GNU/Linux 12 (bookworm)' },
      })),
      LastStateChangeReason: 'Elected by B and C',
      Status: {
        B: { Connected: true, ErrorDetails: null, LastSent: now(), LastReply: now() },
        C: { Connected: true, ErrorDetails: null, LastSent: now(), LastReply: now() },
      },
    }),
    '/admin/cluster/maintenance-stats': () =>
      perTag((tag) => ({
        Report: Object.fromEntries(names().map((name) => [name, report(tag, name)])),
        LastGoodDatabaseStatus: {},
        Status: 'Ok',
        Error: null,
        UpdateDateTime: now(),
        LastSuccessfulUpdateDateTime: now(),
      })),
    '/admin/cluster/observer/decisions': () => ({
      LeaderNode: 'A',
      Term: 7,
      Suspended: false,
      Iteration: 326,
      ObserverLog: [
        {
          Date: now(),
          Iteration: 300,
          Database: 'orders',
          Message: 'Node B is in rehab: it does not respond',
        },
      ],
    }),
    '/admin/debug/node/ping': () => ({
      Result: tags.map((tag) => ({
        Url: urlOf(tag),
        SetupAlive: { Time: 6, Error: tag === 'C' ? 'Connection refused (node-c)' : null },
        TcpInfo: { TcpInfoTime: 8, SendTime: 9, ReceiveTime: 12, Error: null },
        Log: [],
      })),
    }),
    '/databases': () => ({
      Databases: names().map((Name) => ({
        Name,
        DocumentsCount: 1_000,
        IndexesCount: indexesOf(Name).length,
        UpTime: '01:00:00',
        Disabled: false,
        ReplicationFactor: 3,
        NodesTopology: {
          Members: nodeList(),
          Promotables: [],
          Rehabs: [],
          Status: perTag(() => ({ LastStatus: 'Ok', LastError: null })),
        },
      })),
    }),
    '/databases/orders/indexes/stats': (query) => ({
      Results: [
        {
          Name: 'Orders/ByCompany',
          Type: 'Map',
          State: 'Normal',
          Status: 'Running',
          IsStale: false,
          EntriesCount: query.get('nodeTag') === 'B' ? b.entries : 1_000,
          Collections: { Orders: { DocumentLag: 0, TombstoneLag: 0 } },
        },
      ],
    }),
    '/topology': () => ({
      Nodes: tags.map((tag) => ({
        Url: urlOf(tag),
        ClusterTag: tag,
        Database: 'orders',
        ServerRole: 'Member',
      })),
      Etag: 12,
    }),
    '/databases/orders/indexes/status': () => ({
      Status: 'Running',
      Indexes: [{ Name: 'Orders/ByCompany', Status: 'Running' }],
    }),
    '/databases/orders/tasks': () => ({
      OngoingTasks: [
        {
          TaskId: 9,
          TaskType: 'Subscription',
          TaskName: 'mail',
          TaskState: 'Enabled',
          TaskConnectionStatus: 'NotActive',
          ResponsibleNode: { NodeTag: 'B' },
          MentorNode: null,
          Error: null,
          ChangeVectorForNextBatchStartingPoint: `A:400-${databaseId}`,
        },
        {
          TaskId: 10,
          TaskType: 'Backup',
          TaskName: 'nightly',
          TaskState: 'Enabled',
          TaskConnectionStatus: 'Active',
          ResponsibleNode: { NodeTag: 'C' },
          MentorNode: 'A',
          Error: null,
          LastFullBackup: '2026-01-01T02:00:00.0000000Z',
          NextBackup: { DateTime: '2026-01-02T02:00:00.0000000Z', IsFull: true },
        },
      ],
    }),
  };

  const answeredAt = new Map<string, number>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://cluster');
    response.once('finish', () => answeredAt.set(pathname, Date.now()));
    const answer = answers[pathname];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        answer ? answer(searchParams) : { Type: 'RouteNotFound', Message: `No route ${pathname}` },
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    answeredAt,
    setB: (part) => (b = part),
    addDatabases: (count, indexesEach = 1) => {
      others = count;
      indexesOfOthers = indexesEach;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
