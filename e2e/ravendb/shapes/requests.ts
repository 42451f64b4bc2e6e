/**
 * The requests whose answers are compared, in the order in which they are sent to both servers. Those on a database
 * have a path below it.
 */
export interface Request {
  readonly method: string;
  readonly path: string | ((seen: Seen) => string);
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Remembers something of the answer for later requests. */
  readonly keep?: (answer: unknown, seen: Seen) => void;
  /** Sent again until this holds. */
  readonly until?: (answer: unknown) => boolean;
}

/** Values that differ between the servers, by name. */
export type Seen = Map<string, string>;

const get = (path: Request['path'], more: Partial<Request> = {}): Request => ({
  method: 'GET',
  path,
  ...more,
});
const post = (path: Request['path'], body: unknown, more: Partial<Request> = {}): Request => ({
  method: 'POST',
  path,
  body,
  ...more,
});
const query = (text: string, parameters: unknown = {}): Request =>
  post('/queries', { Query: text, QueryParameters: parameters, WaitForNonStaleResults: true });

const memberOf = (value: unknown, ...names: readonly (string | number)[]): unknown =>
  names.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  );

const user = (no: number): unknown => ({
  Name: `user ${String(no)}`,
  Age: 20 + no,
  City: no % 2 === 0 ? 'Paris' : 'Rome',
  Lat: 40 + no,
  Lng: 2,
  '@metadata': { '@collection': 'Users' },
});
const users = [1, 2, 3, 4].map((no) => ({
  Id: `users/${String(no)}`,
  Type: 'PUT',
  ChangeVector: null,
  Document: user(no),
}));

const ended = (answer: unknown): boolean => memberOf(answer, 'Status') === 'Completed';
const keepOperation = (answer: unknown, seen: Seen): void => {
  seen.set('operation', String(memberOf(answer, 'OperationId')));
};
const operationEnds: Request = get((seen) => `/operations/state?id=${seen.get('operation') ?? ''}`, {
  until: ended,
});

const writes: readonly Request[] = [
  post('/admin/revisions/config', {
    Default: null,
    Collections: { Users: { Disabled: false, MinimumRevisionsToKeep: 2 } },
  }),
  post('/bulk_docs', { Commands: users }),
  {
    method: 'PUT',
    path: '/docs?id=orders/1',
    body: { Owner: 'users/1', '@metadata': { '@collection': 'Orders' } },
  },
  post('/bulk_docs', {
    Commands: [
      { Id: 'users/1', Type: 'PUT', Document: { ...(user(5) as object), Again: true } },
      { Id: 'users/2', Type: 'PATCH', Patch: { Script: 'this.Patched = args.x', Values: { x: 1 } } },
      { Id: 'users/2', Type: 'PATCH', Patch: { Script: 'this.Patched = 2' }, ReturnDocument: true },
      {
        Type: 'BatchPATCH',
        Ids: [{ Id: 'users/3', ChangeVector: null }],
        Patch: { Script: 'this.Many = 1' },
      },
      {
        Id: 'users/1',
        Type: 'Counters',
        Counters: {
          DocumentId: 'users/1',
          Operations: [{ Type: 'Increment', CounterName: 'likes', Delta: 3 }],
        },
      },
      { Id: 'users/4', Type: 'ForceRevisionCreation' },
      { Id: 'users/4', Type: 'DELETE', ChangeVector: null },
      { Id: 'users/none', Type: 'DELETE', ChangeVector: null },
    ],
  }),
  post('/counters', {
    Documents: [
      {
        DocumentId: 'users/1',
        Operations: [
          { Type: 'Increment', CounterName: 'views', Delta: 1 },
          { Type: 'Get', CounterName: 'likes' },
          { Type: 'Get', CounterName: 'none' },
        ],
      },
    ],
  }),
  { method: 'PUT', path: '/attachments?id=users/1&name=a.txt&contentType=text/plain', body: 'text' },
  post('/bulk_docs', {
    Commands: [
      {
        Id: 'users/3',
        Type: 'JsonPatch',
        ChangeVector: null,
        JsonPatch: { Operations: [{ op: 'add', path: '/Patch', value: 1 }] },
        ReturnDocument: true,
      },
    ],
  }),
  {
    method: 'PATCH',
    path: '/json-patch?id=users/3',
    body: { Operations: [{ op: 'replace', path: '/Patch', value: 2 }] },
  },
  {
    method: 'PATCH',
    path: '/docs?id=users/3',
    body: { Patch: { Script: 'this.Third = 1' }, PatchIfMissing: null },
  },
  {
    method: 'PATCH',
    path: '/docs?id=users/3&debug=true',
    body: { Patch: { Script: "output('x'); load('users/1'); this.Third = 2" } },
  },
  { method: 'PATCH', path: '/docs?id=users/3&test=true', body: { Patch: { Script: 'this.Third = 3' } } },
  {
    method: 'PATCH',
    path: '/docs?id=users/9',
    body: { Patch: { Script: 'this.A = 1' }, PatchIfMissing: { Script: 'this.A = 2' } },
  },
  post('/identity/next?name=things', undefined),
  post('/identity/seed?name=things&value=10', undefined),
  get('/debug/identities'),
  get('/hilo/next?tag=users&lastBatchSize=0&lastMax=0&identityPartsSeparator=/'),
];

const indexes: readonly Request[] = [
  {
    method: 'PUT',
    path: '/admin/indexes',
    body: {
      Indexes: [
        {
          Name: 'Users/ByName',
          Maps: ['from u in docs.Users select new { u.Name, u.Age }'],
          Reduce: null,
          Fields: { Name: { Suggestions: true } },
        },
        {
          Name: 'Users/ByCity',
          Maps: ["map('Users', (u) => ({ City: u.City, Count: 1 }))"],
          Reduce: 'groupBy((x) => x.City).aggregate((g) => ({ City: g.key, Count: g.values.length }))',
          Fields: { City: { Storage: 'Yes', Indexing: 'Exact' } },
          Priority: 'Low',
          LockMode: 'LockedIgnore',
          Configuration: { 'Indexing.MapTimeoutInSec': '10' },
        },
        { Name: 'Users/Failing', Maps: ['from u in docs.Users select new { A = 1 / (u.Age - u.Age) }'] },
      ],
    },
  },
  query("from index 'Users/ByName'"),
  query("from index 'Users/ByCity' order by City"),
  query("from Users where Age > 20 and City = 'Rome'"),
  query('from Users where Name = $name', { name: 'user 2' }),
  query('from Users where Name = "none"'),
  query('from Users'),
  query('from Users where id() = "users/1"'),
  query('from Users select Name, City'),
  query('from Users as u select { N: u.Name, L: counter(u, "likes") }'),
  query('from Users group by City order by City select City, count() as Number'),
  query("from index 'Users/ByName' select facet(Name, sum(Age))"),
  query('from Orders include Owner'),
  query("from Users as u where id() = 'users/1' include counters(u, 'likes')"),
  query("from Users as u where id() = 'users/1' include counters(u)"),
  query('from Users where Age > 20 include timings()'),
  query('from Users where search(Name, "user") include highlight(Name, 20, 1)'),
  query('from Users where Age > 20 order by Age limit 1, 1'),
  query("from index 'Users/ByName' where Name = 'user 1' select suggest(Name, 'usr')"),
  query('from Users where spatial.within(spatial.point(Lat, Lng), spatial.circle(200, 41, 2))'),
  post('/queries?debug=explain', { Query: "from Users where Age > 20 and City = 'Rome'" }),
  post('/queries?metadataOnly=true', { Query: 'from Users' }),
  post('/queries', { Query: 'from Users where' }),
  post('/queries', { Query: "from index 'None'" }),
  get('/queries?query=from%20Users'),
  get('/streams/queries?query=from%20Users'),
  get('/streams/docs?startsWith=users/'),
  get('/indexes'),
  get('/indexes?name=Users/ByCity'),
  get('/indexes?name=none'),
  get('/indexes/stats'),
  get('/indexes/stats?name=Users/ByCity'),
  get('/indexes/status'),
  get('/indexes/errors'),
  get('/indexes/staleness?name=Users/ByName'),
  get('/indexes/progress'),
  get('/indexes/terms?name=Users/ByName&field=Name&pageSize=10'),
  get('/indexes/debug?name=Users/ByCity&op=source-doc-ids&pageSize=2'),
  get('/indexes/debug?name=Users/ByCity&op=map-reduce-tree&docId=users/1'),
  get('/indexes/debug?name=Users/ByCity&op=entries-fields'),
  get('/indexes/debug?name=Users/ByName&op=map-reduce-tree&docId=users/1'),
  get('/indexes/total-time'),
  get('/indexes/performance'),
  get('/indexes/source?name=Users/ByName'),
  get('/indexes/history?name=Users/ByName'),
  post('/indexes/has-changed', {
    Name: 'Users/ByName',
    Maps: ['from u in docs.Users select new { u.Name }'],
  }),
  post('/indexes/set-lock', { IndexNames: ['Users/ByName'], Mode: 'LockedError' }),
  post('/indexes/set-priority', { IndexNames: ['Users/ByName'], Priority: 'High' }),
  post('/admin/indexes/stop?name=Users/ByName', undefined),
  get('/indexes/status'),
  post('/admin/indexes/start?name=Users/ByName', undefined),
  post('/admin/indexes/disable?name=Users/ByName', undefined),
  get('/indexes/stats?name=Users/ByName'),
  post('/admin/indexes/enable?name=Users/ByName', undefined),
  post('/indexes/test', {
    IndexDefinition: { Name: 'test', Maps: ['from u in docs.Users select new { u.Name }'] },
    Query: 'from index "test"',
    QueryParameters: {},
  }),
];

const reads: readonly Request[] = [
  get('/stats'),
  get('/stats/essential'),
  get('/stats/detailed'),
  get('/collections/stats'),
  get('/collections/stats/detailed'),
  get('/collections/docs?name=Users'),
  get('/studio/collections/preview?collection=Users&start=0&pageSize=2'),
  get('/docs?id=users/1', {
    keep: (answer, seen) => {
      seen.set('version', String(memberOf(answer, 'Results', 0, '@metadata', '@change-vector')));
    },
  }),
  get('/docs?id=users/1&id=none'),
  get('/docs?id=orders/1&include=Owner'),
  get('/docs?id=users/1&counter=likes'),
  get('/docs?id=users/1&counter=@all_counters'),
  get('/docs?id=none'),
  get('/docs?startsWith=users/&pageSize=2'),
  get('/docs?start=0&pageSize=2'),
  get('/docs?id=users/1&metadataOnly=true'),
  get('/docs/size?id=users/1'),
  post('/docs', { Ids: ['users/1', 'none'] }),
  get('/counters?docId=users/1'),
  get('/counters?docId=users/1&full=true'),
  get('/counters?docId=users/1&counter=likes&counter=none'),
  get('/revisions?id=users/1'),
  get('/revisions?id=users/1&metadataOnly=true'),
  get('/revisions/count?id=users/1'),
  get('/revisions/bin'),
  get('/revisions/config'),
  get((seen) => `/revisions?changeVector=${encodeURIComponent(seen.get('version') ?? '')}`),
  get((seen) => `/revisions/size?changeVector=${encodeURIComponent(seen.get('version') ?? '')}`),
  post('/attachments/bulk', { AttachmentType: 'Document', Attachments: [] }),
  get('/debug/attachments/hash?hash=none'),
  post('/multi_get', {
    Requests: [
      { Url: '/databases/{db}/docs', Query: '?id=users/1', Method: null, Headers: {}, Content: null },
      {
        Url: '/databases/{db}/queries',
        Query: '',
        Method: 'POST',
        Headers: {},
        Content: { Query: 'from Users' },
      },
      { Url: '/databases/{db}/docs', Query: '?id=none', Method: 'GET', Headers: {}, Content: null },
    ],
  }),
];

const settings: readonly Request[] = [
  get('/documents-compression/config'),
  get('/data-archival/config'),
  get('/expiration/config'),
  get('/refresh/config'),
  get('/revisions/conflicts/config'),
  post('/admin/expiration/config', { Disabled: false, DeleteFrequencyInSec: 129_600 }),
  post('/admin/refresh/config', { Disabled: false, RefreshFrequencyInSec: 129_600 }),
  get('/expiration/config'),
  get('/refresh/config'),
  get('/configuration/client'),
  get('/admin/tombstones/state'),
  get('/analyzers'),
  get('/sorters'),
  { method: 'DELETE', path: '/admin/analyzers?name=None' },
  { method: 'PUT', path: '/admin/configuration/settings', body: { 'Indexing.MapBatchSize': '4096' } },
  ...connectionStrings(),
];

function connectionStrings(): readonly Request[] {
  const path = '/admin/connection-strings';
  const put = (body: unknown): Request => ({ method: 'PUT', path, body });
  return [
    put({ Name: 'other', Type: 'Raven', Database: 'y', TopologyDiscoveryUrls: ['http://127.0.0.1:1'] }),
    put({ Name: 'other', Type: 'Raven' }),
    get(path),
    get(`${path}?connectionStringName=other&type=Raven`),
    get(`${path}?connectionStringName=none&type=Sql`),
    get(`${path}?connectionStringName=none&type=Foo`),
    { method: 'DELETE', path: `${path}?connectionString=other&type=Raven` },
  ];
}

const work: readonly Request[] = [
  get('/operations/next-operation-id'),
  {
    method: 'PATCH',
    path: '/queries',
    body: { Query: { Query: 'from Users update { this.Updated = 1 }' } },
    keep: keepOperation,
  },
  operationEnds,
  { method: 'DELETE', path: '/queries', body: { Query: 'from Orders' }, keep: keepOperation },
  operationEnds,
  {
    method: 'PATCH',
    path: '/queries/test?id=users/1',
    body: { Query: { Query: 'from Users update { this.Tested = 1 }' } },
  },
  get('/operations'),
  get('/operations/state?id=987654'),
  get('/debug/queries/running'),
  get('/debug/storage/report'),
  get('/debug/io-metrics'),
  { method: 'DELETE', path: '/admin/revisions', body: { DocumentIds: ['users/3'] } },
  post(
    '/revisions/revert',
    { Time: '2030-01-01T00:00:00.0000000Z', WindowInSec: 3600 },
    { keep: keepOperation },
  ),
  operationEnds,
  post('/admin/revisions/config/enforce', { Collections: null }, { keep: keepOperation }),
  operationEnds,
];

const value = (content: unknown, metadata?: unknown): unknown => ({
  Object: content,
  ...(metadata === undefined ? {} : { '@metadata': metadata }),
});
const clusterWide = (commands: readonly unknown[], path = '/bulk_docs'): Request =>
  post(
    path,
    { Commands: commands, TransactionMode: 'ClusterWide' },
    // Servers write atomic guards for clients that say their version.
    { headers: { 'Raven-Client-Version': '7.1.0.0' } },
  );
/**
 * A cluster-wide batch with a negative index or a wrong `@expires` is not sent to the real server: it stops all further commands of
 * its cluster.
 */
const exchanges: readonly Request[] = [
  { method: 'PUT', path: '/cmpxchg?key=Values/A&index=0', body: value({ x: 1 }, { k: 'v' }) },
  { method: 'PUT', path: '/cmpxchg?key=values/a&index=0', body: value(2) },
  { method: 'PUT', path: '/cmpxchg?key=values/none&index=9999999', body: value(2) },
  { method: 'PUT', path: '/cmpxchg?key=values/b', body: value(2) },
  { method: 'PUT', path: '/cmpxchg?index=0', body: value(2) },
  { method: 'PUT', path: '/cmpxchg?key=values/b&index=x', body: value(2) },
  { method: 'PUT', path: '/cmpxchg?key=values/b&index=-2', body: value(2) },
  { method: 'PUT', path: `/cmpxchg?key=${'k'.repeat(513)}&index=0`, body: value(2) },
  { method: 'PUT', path: '/cmpxchg?key=values/b&index=0', body: value(2, { '@expires': 'soon' }) },
  { method: 'PUT', path: '/cmpxchg?key=values/b&index=0', body: value('b') },
  get('/cmpxchg'),
  get('/cmpxchg?startsWith=VALUES/&start=1&pageSize=1'),
  get('/cmpxchg?startsWith=none'),
  get('/cmpxchg?pageSize=0'),
  get('/cmpxchg?key=VALUES/a'),
  get('/cmpxchg?key=none'),
  get('/cmpxchg?key=none&key=values/b'),
  { method: 'DELETE', path: '/cmpxchg?key=values/a&index=1' },
  { method: 'DELETE', path: '/cmpxchg?key=none&index=0' },
  clusterWide([
    { Id: 'values/c', Type: 'CompareExchangePUT', Document: value(3), Index: 0 },
    { Id: 'cluster/1', Type: 'PUT', Document: { Name: 'c', '@metadata': { '@collection': 'Clusters' } } },
    { Id: 'cluster/none', Type: 'DELETE' },
    { Id: 'none', Type: 'CompareExchangeDELETE', Index: 0 },
  ]),
  clusterWide([
    { Id: 'cluster/1', Type: 'PUT', Document: { Name: 'd' } },
    { Id: 'values/c', Type: 'CompareExchangePUT', Document: value(4), Index: 1 },
    { Id: 'none', Type: 'CompareExchangeDELETE', Index: 1 },
  ]),
  clusterWide([]),
  clusterWide([{ Id: 'cluster/2', Type: 'PATCH', Patch: { Script: 'this.a = 1' } }]),
  clusterWide([{ Id: 'cluster/', Type: 'DELETE', IdPrefixed: true }]),
  clusterWide([{ Id: '', Type: 'PUT', Document: {} }]),
  clusterWide([{ Id: 'cluster/2/', Type: 'PUT', Document: {} }]),
  clusterWide([{ Id: 'cluster/3', Type: 'PUT', Document: { '@metadata': { '@counters': ['x'] } } }]),
  get('/docs?id=cluster/1'),
  { method: 'DELETE', path: '/docs?id=cluster/1' },
  get('/docs?id=cluster/1&txMode=ClusterWide'),
  get('/docs?id=cluster/none&txMode=ClusterWide'),
  { method: 'PUT', path: '/docs?id=keyed/1', body: { Key: 'values/b', Keys: ['values/b', 'none'] } },
  get('/docs?id=keyed/1&cmpxchg=Key'),
  get('/docs?id=keyed/1&cmpxchg=Keys'),
  get('/docs?id=keyed/1&cmpxchg=None'),
  get('/stats/detailed'),
];

/** On a database. */
export const requests: readonly Request[] = [
  ...writes,
  ...indexes,
  ...reads,
  ...settings,
  ...work,
  ...exchanges,
];

/** On the server; `{db}` is, here and in bodies, the name of the database. */
export const serverRequests: readonly Request[] = [
  get('/build/version'),
  get('/cluster/topology'),
  get('/cluster/node-info'),
  get('/topology?name={db}'),
  get('/databases'),
  get('/databases?name={db}'),
  get('/databases?namesOnly=true'),
  get('/admin/databases?name={db}'),
  get('/admin/databases?name=none'),
  get('/debug/is-loaded?name={db}'),
  get('/analyzers'),
  get('/sorters'),
  { method: 'POST', path: '/admin/databases/reorder?name={db}', body: { MembersOrder: ['A'] } },
  { method: 'POST', path: '/admin/databases/reorder?name={db}', body: { MembersOrder: ['B'] } },
];
