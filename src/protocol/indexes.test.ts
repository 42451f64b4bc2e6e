import { describe, expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { getDatabaseNodes } from './database-nodes.ts';
import { deleteIndex, pauseIndex, replaceIndexNow, resetIndex, setIndexLockMode } from './index-commands.ts';
import { clearIndexErrors, getIndexErrors } from './index-errors.ts';
import { getIndexOutlines } from './index-outlines.ts';
import { getIndexProgress } from './index-progress.ts';
import { getIndexSizes } from './index-sizes.ts';
import { getIndexingStatus, getIndexStats, getStalenessReasons } from './index-stats.ts';
import { scriptedPort } from './ports-for-tests.ts';

function database(body: unknown, status = 200) {
  const requests: string[] = [];
  const bodies: (string | undefined)[] = [];
  const confirms: (boolean | undefined)[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(`${request.method} ${request.path}`);
      bodies.push(request.body);
      confirms.push(request.confirm);
      return { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
    },
  });
  return { db: new ServerClient(port, 'sandbox').database('Shop'), requests, bodies, confirms };
}

/** Recorded from RavenDB 7.1.5, shortened. */
const bad = {
  Name: 'Orders/Bad',
  MapAttempts: 512,
  MapErrors: 512,
  Collections: {
    Orders: { LastProcessedDocumentEtag: 1104, DocumentLag: 636, TombstoneLag: 0 },
  },
  LastQueryingTime: '2026-11-23T07:00:43.2104110Z',
  State: 'Error',
  Priority: 'Normal',
  CreatedTimestamp: '2026-11-23T07:00:43.1861914Z',
  LastIndexingTime: '2026-11-23T07:00:44.1822314Z',
  IsStale: true,
  LockMode: 'Unlock',
  Type: 'Map',
  SearchEngineType: 'Corax',
  Status: 'Paused',
  EntriesCount: 0,
  ErrorsCount: 500,
  SourceType: 'Documents',
  ReferencedCollections: ['Products', 'Companies'],
  IsInvalidIndex: true,
  Memory: null,
};

describe('getIndexStats', () => {
  it('reads members of RavenDB 7.1, sorted by name', async () => {
    const { db, requests } = database({ Results: [bad, { Name: 'A', Type: 'Map' }] });
    const [first, second] = await getIndexStats(db);
    expect(first?.name).toBe('A');
    expect(second).toEqual({
      name: 'Orders/Bad',
      type: 'Map',
      state: 'Error',
      status: 'Paused',
      priority: 'Normal',
      lockMode: 'Unlock',
      sourceType: 'Documents',
      engine: 'Corax',
      isStale: true,
      isInvalid: true,
      isTest: false,
      entries: 0,
      errors: 500,
      mapAttempts: 512,
      mapErrors: 512,
      collections: ['Orders'],
      referencedCollections: ['Companies', 'Products'],
      outputCollection: null,
      etagLag: 636,
      lastQuery: bad.LastQueryingTime,
      lastIndexing: bad.LastIndexingTime,
      created: bad.CreatedTimestamp,
    });
    expect(requests).toEqual(['GET /databases/Shop/indexes/stats']);
  });

  it('keeps unknown states, and members of the wrong type are unknown, not fatal', async () => {
    const { db } = database({
      Results: [
        { Name: 'F', Type: 'Faulty', State: 'Frozen', EntriesCount: 'many', Collections: [], Priority: 7 },
        { Name: 'G', Type: null, Collections: { Orders: { DocumentLag: null } }, ReferencedCollections: 'x' },
      ],
    });
    const [faulty, other] = await getIndexStats(db);
    expect(faulty).toMatchObject({ type: 'Faulty', state: 'Frozen', entries: null, priority: null });
    expect(faulty?.collections).toEqual([]);
    expect(other).toMatchObject({ type: 'Unknown', etagLag: null, referencedCollections: [] });
  });

  it('names the node that the server forwards the request to', async () => {
    const { db, requests } = database({ Results: [] });
    expect(await getIndexStats(db, { nodeTag: 'B' })).toEqual([]);
    expect(requests).toEqual(['GET /databases/Shop/indexes/stats?nodeTag=B']);
  });
});

it('getIndexingStatus reads the state of the database', async () => {
  expect(await getIndexingStatus(database({ Status: 'Paused', Indexes: [] }).db)).toBe('Paused');
  expect(await getIndexingStatus(database({ Status: null }).db)).toBe('Running');
});

it('getStalenessReasons returns nothing for an index that is up to date', async () => {
  const reasons = ['There are documents to process.'];
  expect(await getStalenessReasons(database({ IsStale: true, StalenessReasons: reasons }).db, 'A')).toEqual(
    reasons,
  );
  expect(await getStalenessReasons(database({ IsStale: false, StalenessReasons: reasons }).db, 'A')).toEqual(
    [],
  );
});

it('getIndexProgress adds the work of all collections, also in the format of old servers', async () => {
  const { db } = database({
    Results: [
      {
        Name: 'Both',
        Collections: {
          Orders: { NumberOfItemsToProcess: 318, NumberOfTombstonesToProcess: 2, TotalNumberOfItems: 830 },
          Companies: { NumberOfItemsToProcess: -1, TotalNumberOfItems: 91 },
        },
      },
      { Name: 'Old', Collections: { Orders: { NumberOfDocumentsToProcess: 7 } } },
      { Name: 'Etags', Collections: { Orders: { NumberOfItemsToProcess: 785, TotalNumberOfItems: 640 } } },
      { Name: 'None', Collections: null },
    ],
  });
  const progress = await getIndexProgress(db);
  expect(progress.get('Both')).toEqual({ remaining: 320, total: 921 });
  expect(progress.get('Old')).toEqual({ remaining: 7, total: null });
  expect(progress.get('Etags')).toEqual({ remaining: 640, total: 640 });
  expect(progress.get('None')).toEqual({ remaining: 0, total: 0 });
});

describe('getIndexErrors', () => {
  it('lists the errors of all indexes, newest first', async () => {
    const error = (Timestamp: string, Document: string | null) => ({
      Timestamp,
      Document,
      Action: 'Map',
      Error: 'Failed',
    });
    const { db, requests } = database({
      Results: [
        { Name: 'A', Errors: [error('2026-01-01T00:00:00Z', 'a/1')] },
        { Name: 'B', Errors: [error('2026-01-02T00:00:00Z', null), { Error: 'no members' }] },
        { Name: 'C', Errors: null },
      ],
    });
    const errors = await getIndexErrors(db, null);
    expect(errors.map(({ index, document }) => [index, document])).toEqual([
      ['B', null],
      ['A', 'a/1'],
      ['B', null],
    ]);
    expect(requests).toEqual(['GET /databases/Shop/indexes/errors']);
  });

  it('names one index, and clears by name', async () => {
    const { db, requests } = database({ Results: [] });
    await getIndexErrors(db, 'Orders/By Company');
    await clearIndexErrors(db, ['A', 'B']);
    await clearIndexErrors(db);
    expect(requests).toEqual([
      'GET /databases/Shop/indexes/errors?name=Orders%2FBy%20Company',
      'DELETE /databases/Shop/indexes/errors?name=A&name=B',
      'DELETE /databases/Shop/indexes/errors',
    ]);
  });
});

describe('getIndexSizes', () => {
  it('reads the environments of indexes only', async () => {
    const report = (allocated: number) => ({
      DataFile: { AllocatedSpaceInBytes: allocated, UsedSpaceInBytes: allocated / 2 },
      Journals: [{ AllocatedSpaceInBytes: 10 }, { AllocatedSpaceInBytes: 20 }],
      TempFiles: [{ AllocatedSpaceInBytes: 5 }],
    });
    const { db } = database({
      Results: [
        { Name: 'Shop', Type: 'Documents', Report: report(1000) },
        { Name: 'A', Type: 'Index', Report: report(100) },
        { Name: 'B', Type: 'Index', Report: null },
      ],
    });
    expect([...(await getIndexSizes(db))]).toEqual([
      ['A', { data: 100, used: 50, journals: 30, temporary: 5 }],
    ]);
  });
});

it('getDatabaseNodes leaves out nodes that are being filled', async () => {
  const { db, requests } = database({
    Nodes: [
      { ClusterTag: 'B', ServerRole: 'Member' },
      { ClusterTag: 'A', ServerRole: 'Member' },
      { ClusterTag: 'C', ServerRole: 'Promotable' },
      { ClusterTag: 'D', ServerRole: 'Rehab' },
    ],
  });
  expect(await getDatabaseNodes(db)).toEqual(['A', 'B']);
  expect(requests).toEqual(['GET /topology?name=Shop']);
});

describe('getIndexOutlines', () => {
  it('leaves out default options, so that servers that write them equal those that do not', async () => {
    const definition = { Name: 'A', Type: 'Map', Maps: ['m'], Configuration: {} };
    const written = {
      Storage: 'No',
      Indexing: 'Search',
      Analyzer: null,
      Suggestions: false,
      TermVector: 'No',
    };
    const short = { Indexing: 'Search' };
    const [a] = await getIndexOutlines(database({ Results: [{ ...definition, Fields: { F: written } }] }).db);
    const [b] = await getIndexOutlines(database({ Results: [{ ...definition, Fields: { F: short } }] }).db);
    expect(a?.fields.get('F')).toEqual({ Indexing: 'Search' });
    expect(a).toEqual(b);
  });
});

describe('commands', () => {
  it('send one index, and wait for a confirmation where the request is dangerous', async () => {
    const { db, requests, bodies, confirms } = database('', 204);
    await pauseIndex(db, 'A/B');
    await resetIndex(db, 'A', 'SideBySide');
    await replaceIndexNow(db, 'A');
    await setIndexLockMode(db, 'A', 'LockedError');
    expect(requests).toEqual([
      'POST /databases/Shop/admin/indexes/stop?name=A%2FB',
      'RESET /databases/Shop/indexes?name=A&mode=SideBySide',
      'POST /databases/Shop/indexes/replace?name=A',
      'POST /databases/Shop/indexes/set-lock',
    ]);
    expect(bodies.at(-1)).toBe('{"IndexNames":["A"],"Mode":"LockedError"}');
    expect(confirms).toEqual([true, true, true, undefined]);
  });

  it('deleting a missing index fails with its name', async () => {
    await expect(deleteIndex(database('', 404).db, 'Gone')).rejects.toMatchObject({
      status: 404,
      message: 'There is no index named Gone: it was already deleted.',
    });
  });
});
