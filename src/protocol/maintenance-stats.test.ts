import { expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { getMaintenanceStats } from './maintenance-stats.ts';
import { scriptedPort } from './ports-for-tests.ts';

/** As 6.2.4 and 7.1.5 answer for a database with one index, shortened. */
const report = {
  Name: 'shop',
  NodeName: 'A',
  Status: 'Loaded',
  LastEtag: 8882,
  LastTombstoneEtag: 0,
  NumberOfConflicts: 0,
  NumberOfDocuments: 1059,
  DatabaseChangeVector: 'A:8882-jQeQjflmVEuOdkYUwQYIYw',
  LastSentEtag: {},
  Error: null,
  UpTime: '00:00:11.6282032',
  LastIndexStats: {
    'Orders/Totals': { LastIndexedEtag: 1740, IsSideBySide: false, IsStale: false, State: 'Normal' },
    'ReplacementOf/Orders/Totals': { LastIndexedEtag: 3, IsSideBySide: true, IsStale: true, State: 'Normal' },
  },
};
const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
  getMaintenanceStats(new ServerClient(scriptedPort({ http: () => ({ status, body, headers }) }), 'server'));

it('reads the databases and indexes that a node reports', async () => {
  const stats = await answer(
    200,
    JSON.stringify({
      A: {
        Report: {
          shop: report,
          idle: { Name: 'idle', Status: 'Unloaded', LastEtag: 0, NumberOfDocuments: 0 },
        },
        Status: 'Ok',
        Error: null,
        UpdateDateTime: '2026-11-24T02:43:42.6662792Z',
      },
      '@metadata': { NodeTag: 'A' },
      B: 'not an object',
    }),
  );
  if (stats.kind !== 'reported') throw new Error(stats.kind);
  expect([...stats.nodes.keys()]).toEqual(['A']);
  const databases = stats.nodes.get('A')?.databases;
  expect(databases?.get('shop')).toMatchObject({ documents: 1059, etag: 8882, conflicts: 0 });
  expect([...(databases?.get('shop')?.indexes ?? [])]).toEqual([
    ['Orders/Totals', { stale: false, state: 'Normal' }],
  ]);
  // 0 of an idle database is no count.
  expect(databases?.get('idle')).toMatchObject({ status: 'Unloaded', documents: null, etag: null });
});

it('names the leader to which another node redirects, and follows no redirect', async () => {
  expect(await answer(307, '', { location: 'http://node-b:8080/admin/cluster/maintenance-stats' })).toEqual({
    kind: 'not-leader',
    leader: 'http://node-b:8080',
  });
  expect(await answer(307, '', { location: 'no address' })).toEqual({ kind: 'not-leader', leader: null });
});

it('reports that there is no leader', async () => {
  expect(await answer(200, '')).toEqual({ kind: 'no-leader' });
});
