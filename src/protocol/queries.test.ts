import { expect, test } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { PortError } from '../contract/index.ts';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';
import { counted, readQueryAnswer, run } from './queries.ts';
import { ServerError } from './server-error.ts';

function answeringServer(http: Parameters<typeof scriptedPort>[0]['http']) {
  return new ServerClient(scriptedPort({ http }), 'test');
}

const corax = JSON.stringify({
  TotalResults: 10,
  CappedMaxResults: 1,
  ScannedResults: 0,
  SkippedResults: 0,
  DurationInMs: 5,
  IncludedPaths: null,
  IndexName: 'Auto/Orders/ByCompany',
  Results: [{ Company: 'companies/1-A', '@metadata': { '@id': 'orders/1-A' } }],
  Includes: { 'companies/1-A': { Name: 'One' } },
  IndexTimestamp: '2026-01-01T00:00:00.1234567Z',
  IsStale: true,
  ResultEtag: 1,
  NodeTag: 'A',
  SomethingNew: [1],
  Timings: {
    DurationInMs: 5,
    QueryPlan: {
      Operation: 'SortingMatch',
      Parameters: { FieldName: 'OrderedAt', Ascending: 'True' },
      Invented: true,
      Children: [
        {
          Operation: 'FutureMatch {x}',
          Parameters: { HighValue: null, Count: 7 },
          Children: [],
          EntriesIn: 640,
          EntriesOut: 7,
          Estimate: null,
          OwnMs: 0.25,
          TotalMs: 0.25,
        },
      ],
    },
    Timings: {
      Optimizer: { DurationInMs: 1, Timings: null },
      Query: { DurationInMs: 3, Timings: { Corax: { DurationInMs: 2, Timings: null } } },
    },
  },
});

test('sends the query and its parameters, and reads rows, totals, index, staleness and includes', async () => {
  const seen: HttpRequest[] = [];
  const server = answeringServer((request) => {
    seen.push(request);
    return { body: corax };
  });
  const answer = await run(server.database('shop floor'), {
    query: 'from Orders where Company = $c',
    parameters: { c: 'companies/1-A' },
  });
  expect(seen[0]).toMatchObject({ method: 'POST', path: '/databases/shop%20floor/queries' });
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    Query: 'from Orders where Company = $c',
    QueryParameters: { c: 'companies/1-A' },
  });
  expect(answer).toMatchObject({
    total: 10,
    durationMs: 5,
    roundTripMs: 1,
    indexName: 'Auto/Orders/ByCompany',
    isStale: true,
    nodeTag: 'A',
    raw: corax,
  });
  expect(answer.rows).toHaveLength(1);
  expect(Object.keys(answer.includes)).toEqual(['companies/1-A']);
});

test('sends the wait and no-auto-index options only when set', async () => {
  const seen: HttpRequest[] = [];
  const server = answeringServer((request) => {
    seen.push(request);
    return { body: corax };
  });
  await run(server.database('d'), { query: 'from X', waitForFresh: true, newIndex: 'refuse' });
  expect(seen[0]?.path).toBe('/databases/d/queries?disableAutoIndexCreation=true');
  expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ WaitForNonStaleResults: true });
  await run(server.database('d'), { query: 'from X', newIndex: 'confirm' });
  expect(seen[1]?.path).toBe('/databases/d/queries?disableAutoIndexCreation=false');
  expect(seen[1]?.confirm).toBe(true);
  await run(server.database('d'), { query: 'from X' });
  expect(seen[2]?.path).toBe('/databases/d/queries');
});

test('reads the span tree and a plan with unknown operators, members and value types', () => {
  const answer = readQueryAnswer(corax, 1, '/q');
  expect(answer.timings).toEqual({
    name: 'Total',
    durationMs: 5,
    children: [
      { name: 'Optimizer', durationMs: 1, children: [] },
      { name: 'Query', durationMs: 3, children: [{ name: 'Corax', durationMs: 2, children: [] }] },
    ],
  });
  expect(answer.plan?.operation).toBe('SortingMatch');
  expect(answer.plan?.entriesOut).toBeNull();
  expect(answer.plan?.children[0]).toEqual({
    operation: 'FutureMatch {x}',
    parameters: { HighValue: '', Count: '7' },
    children: [],
    entriesIn: 640,
    entriesOut: 7,
    estimate: null,
    ownMs: 0.25,
    totalMs: 0.25,
  });
});

test('reads the response of an old or minimal server: no timings, no includes, rows that are not objects', () => {
  const answer = readQueryAnswer(
    '{"Results":[1,"a",{"b":2}],"IndexTimestamp":"0001-01-01T00:00:00.0000000"}',
    1,
    '/q',
  );
  expect(answer.rows).toEqual([{ Value: 1 }, { Value: 'a' }, { b: 2 }]);
  expect(answer.total).toBe(3);
  expect(answer.timings).toBeNull();
  expect(answer.plan).toBeNull();
  expect(answer.indexTimestamp).toBeNull();
});

test('rejects a response without results', () => {
  expect(() => readQueryAnswer('{"Timings":null}', 1, '/q')).toThrow(PortError);
});

test('names the index for the empty 404 of an unknown index', async () => {
  const server = answeringServer(() => ({ status: 404, body: '' }));
  await expect(run(server.database('d'), { query: 'from index "No/Such" where X = 1' })).rejects.toThrow(
    'No/Such',
  );
});

test("passes on the server's error with its type", async () => {
  const server = answeringServer(() => ({
    status: 500,
    body: JSON.stringify({ Type: 'System.NotSupportedException', Message: "Method 'bla' is not supported." }),
  }));
  await expect(run(server.database('d'), { query: 'x' })).rejects.toBeInstanceOf(ServerError);
});

test('a query has no total where the server did not count, and refuses to use one', () => {
  const page = readQueryAnswer('{"TotalResults":-1,"Results":[{"@metadata":{"@id":"d/1"}}]}', 1, '/q');
  expect(page.total).toBeNull();
  expect(page.rows).toHaveLength(1);
  expect(() => counted(page)).toThrow('did not count');
  expect(counted(readQueryAnswer('{"TotalResults":0,"Results":[]}', 1, '/q'))).toBe(0);
});
