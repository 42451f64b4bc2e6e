import { expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { getCluster, getServerVersion } from './server.ts';
import { getDatabaseStats } from './stats.ts';
import { scriptedPort } from './ports-for-tests.ts';

const server = (body: string) => new ServerClient(scriptedPort({ http: () => ({ body }) }), 'c');

it('reads the version, with or without its long form', async () => {
  const full = '{"BuildVersion":71028,"ProductVersion":"7.1","CommitHash":"082d079","FullVersion":"7.1.5"}';
  expect(await getServerVersion(server(full))).toEqual({ product: '7.1', full: '7.1.5' });
  expect(await getServerVersion(server('{"ProductVersion":"6.2"}'))).toEqual({ product: '6.2', full: '6.2' });
});

it('reads a cluster, and a passive server', async () => {
  const three =
    '{"Topology":{"AllNodes":{},"Members":{"B":"http://b","A":"http://a"},"Promotables":{},"Watchers":{"C":"http://c"}},"Leader":"A","CurrentState":"Leader","NodeTag":"A"}';
  expect(await getCluster(server(three))).toEqual({
    node: 'A',
    leader: 'A',
    state: 'Leader',
    nodes: [
      { tag: 'A', url: 'http://a', role: 'member' },
      { tag: 'B', url: 'http://b', role: 'member' },
      { tag: 'C', url: 'http://c', role: 'watcher' },
    ],
  });
  const passive =
    '{"Topology":{"Members":{"?":"http://localhost"},"Promotables":{},"Watchers":{}},"Leader":null,"CurrentState":"Passive","NodeTag":"?"}';
  expect(await getCluster(server(passive))).toMatchObject({ node: null, leader: null });
});

it('reads statistics, and distinguishes missing from zero', async () => {
  const body =
    '{"CountOfDocuments":785,"CountOfIndexes":2,"CountOfTombstones":0,"DatabaseChangeVector":"A:785-x","DatabaseId":"","SizeOnDisk":{"HumaneSize":"5 MB","SizeInBytes":5256000},"Indexes":[{"Name":"a","IsStale":true},{"Name":"b","IsStale":false}]}';
  expect(await getDatabaseStats(server(body).database('Shop'))).toMatchObject({
    documents: 785,
    tombstones: 0,
    revisions: null,
    indexes: 2,
    staleIndexes: 1,
    sizeOnDisk: 5_256_000,
    changeVector: 'A:785-x',
    databaseId: null,
  });
});
