import { expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { testIndex } from './index-test.ts';
import { scriptedPort } from './ports-for-tests.ts';

const definition = { Name: 'A', Maps: ['map'] };

function answering(body: unknown) {
  const bodies: unknown[] = [];
  const port = scriptedPort({
    http: (request) => {
      bodies.push(JSON.parse(request.body ?? ''));
      expect([request.method, request.path, request.confirm]).toEqual([
        'POST',
        '/databases/d/indexes/test',
        true,
      ]);
      return { body: JSON.stringify(body) };
    },
  });
  return { db: new ServerClient(port, 'c').database('d'), bodies };
}

it('sends the definition, and reads what RavenDB answers', async () => {
  const { db, bodies } = answering({
    IndexEntries: [{ 'id()': 'orders/1', A: '1' }],
    QueryResults: [{ A: 1 }],
    MapResults: [{ A: 1 }, 5],
    ReduceResults: [],
    HasDynamicFields: true,
    IsStale: true,
    IndexType: 'JavaScriptMap',
  });
  const result = await testIndex(db, { definition, query: ' ', documents: 10 });
  expect(bodies).toEqual([
    { IndexDefinition: definition, Query: null, QueryParameters: null, MaxDocumentsToProcess: 10 },
  ]);
  expect(result).toMatchObject({
    entries: [{ 'id()': 'orders/1', A: '1' }],
    mapResults: [{ A: 1 }, { Value: 5 }],
    hasDynamicFields: true,
    isStale: true,
    indexType: 'JavaScriptMap',
    problems: null,
    mappedDocuments: null,
    largestFanOut: null,
  });
});

it('reads the additional members of the sandbox', async () => {
  const { db } = answering({
    RookeryDocuments: 3,
    RookeryErrors: [{ Document: 'orders/1', Action: 'Map', Error: 'boo (line 1, column 2)' }],
    RookeryMapMilliseconds: 2.25,
    RookerySlowestDocument: { Id: 'orders/2', Milliseconds: 1.5 },
    RookeryLargestFanOut: { Id: 'orders/3', Entries: 7 },
    RookeryStopped: 'The test stopped.',
  });
  expect(await testIndex(db, { definition, query: 'from index A', documents: 3 })).toMatchObject({
    entries: [],
    problems: [{ document: 'orders/1', action: 'Map', error: 'boo (line 1, column 2)' }],
    mappedDocuments: 3,
    mapMs: 2.25,
    slowest: { id: 'orders/2', ms: 1.5 },
    largestFanOut: { id: 'orders/3', entries: 7 },
    stopped: 'The test stopped.',
  });
});

it('sends the definition and the source of the query under one name, which RavenDB 6.2 requires', async () => {
  const sent = async (name: string, query: string) => {
    const { db, bodies } = answering({ IndexEntries: [] });
    await testIndex(db, { definition: { ...definition, Name: name }, query, documents: 1 });
    const [body] = bodies as [{ IndexDefinition: { Name: string }; Query: string }];
    return [body.IndexDefinition.Name, body.Query];
  };
  expect(await sent('Orders/A', "from index 'x' where A = 'from index y'")).toEqual([
    'Orders/A',
    "from index 'Orders/A' where A = 'from index y'",
  ]);
  expect(await sent('', 'FROM INDEX "x y" as i')).toEqual(['Test', "from index 'Test' as i"]);
  expect(await sent("O'B", 'from index x limit 1')).toEqual(['Test', "from index 'Test' limit 1"]);
});
