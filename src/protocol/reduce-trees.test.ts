import { expect, test } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';
import { getReduceTrees, getReduceTreesOf } from './reduce-trees.ts';

const tree = {
  Name: '__raven/map-reduce/#reduce-tree-1',
  DisplayName: '{"Company":"companies/1"}',
  Depth: 1,
  PageCount: 1,
  NumberOfEntries: 2,
  Root: {
    PageNumber: 552,
    AggregationResult: { Company: 'companies/1', Count: 2 },
    Children: null,
    Entries: [
      { Data: { Company: 'companies/1', Count: 1 }, Source: 'orders/1' },
      { Data: { Company: 'companies/1', Count: 1 }, Source: null },
    ],
  },
};

function database(http: (url: URL) => { status?: number; body: string }) {
  const answer = (request: HttpRequest) => http(new URL(`http://x${request.path}`));
  return new ServerClient(scriptedPort({ http: answer }), 'c').database('Shop');
}

test('reads the groups of a document', async () => {
  const db = database((url) => {
    expect(url.pathname).toBe('/databases/Shop/indexes/debug');
    expect([...url.searchParams]).toEqual([
      ['name', 'Orders/Totals'],
      ['op', 'map-reduce-tree'],
      ['docId', 'orders/1'],
    ]);
    return { body: JSON.stringify({ Results: [tree] }) };
  });
  expect(await getReduceTreesOf(db, 'Orders/Totals', 'orders/1')).toEqual({
    trees: [tree],
    documents: 1,
    next: null,
  });
});

test('reads the groups of the next documents, with few ids per request', async () => {
  const long = Array.from({ length: 50 }, (_, place) => `orders/${'x'.repeat(400)}${place}`);
  const sent: string[] = [];
  const db = database((url) => {
    if (url.searchParams.get('op') === 'source-doc-ids') {
      expect(url.searchParams.get('start')).toBe('100');
      return { body: JSON.stringify({ Results: long }) };
    }
    expect(url.search.length).toBeLessThan(6200);
    sent.push(...url.searchParams.getAll('docId'));
    return { body: JSON.stringify({ Results: [tree] }) };
  });
  expect(await getReduceTrees(db, 'Orders/Totals', 100)).toMatchObject({ documents: 50, next: 150 });
  expect(sent).toEqual(long);
});

test('ends after the last document, without a request for groups when there is none', async () => {
  const ops: (string | null)[] = [];
  const db = database((url) => {
    ops.push(url.searchParams.get('op'));
    return { body: '{"Results":[]}' };
  });
  expect(await getReduceTrees(db, 'Orders/Totals', 0)).toEqual({ trees: [], documents: 0, next: null });
  expect(ops).toEqual(['source-doc-ids']);
});

test('is null where the server has no such route, and fails for other errors', async () => {
  const missing = database(() => ({
    status: 404,
    body: '{"Type":"Raven.Client.Exceptions.Routing.RouteNotFoundException","Message":"No such route"}',
  }));
  expect(await getReduceTreesOf(missing, 'A', 'orders/1')).toBeNull();
  const failing = database(() => ({ status: 500, body: '{"Type":"X","Message":"Disk failed"}' }));
  await expect(getReduceTreesOf(failing, 'A', 'orders/1')).rejects.toThrow('Disk failed');
});
