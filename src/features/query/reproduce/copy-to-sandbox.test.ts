import { describe, expect, it } from 'vitest';
import { PortError } from '../../../contract/index.ts';
import type { CopyProgress } from './copy-steps.ts';
import { copyToSandbox, type CopyRequest } from './copy-to-sandbox.ts';
import { estimateCopy, probeSample } from './estimate.ts';
import { readQuerySource } from './query-source.ts';
import { limits, type SampleChoice } from './sampling.ts';
import { testServers, written, type TestDocument, type TestServers } from './server-for-tests.ts';

const order = (number: number, members = ''): TestDocument => ({
  id: `orders/${number}-A`,
  collection: 'Orders',
  members: `"Freight":${number}.50,"Company":"companies/${(number % 3) + 1}-A"${members}`,
});
const company = (number: number, members = ''): TestDocument => ({
  id: `companies/${number}-A`,
  collection: 'Companies',
  members: `"Name":"Company ${number}"${members}`,
});
const orders = Array.from({ length: 300 }, (_, at) => order(at + 1));
const companies = [company(1, ',"Parent":"companies/9-A"'), company(2), company(3), company(9)];
const usual: SampleChoice = { kind: 'matching', count: 1000, followReferences: true, maskedFields: [] };
const definition = {
  Name: 'Orders/ByFreight',
  Type: 'Map',
  Maps: ['from o in docs.Orders select new { o.Freight }'],
  Reduce: null,
  LockMode: 'LockedError',
  OutputReduceToCollection: 'Sums',
  Fields: {},
};

async function prepared(
  servers: TestServers,
  choice: Partial<SampleChoice> = {},
  query = 'from Orders where Freight > 1 limit 5',
): Promise<CopyRequest> {
  const db = servers.server.database('shop');
  const text = { query, parameters: { p: 1 } };
  return {
    db,
    text,
    source: await readQuerySource(db, text),
    choice: { ...usual, ...choice },
    random: (below) => Math.floor(Math.random() * below),
    sandbox: servers.sandbox,
    name: 'shop-repro',
    limits,
    expected: 10,
  };
}
const copyAll = async (request: CopyRequest, seen: CopyProgress[] = []) =>
  copyToSandbox(request, (progress) => seen.push(progress), new AbortController().signal);
const ids = (servers: TestServers) => written(servers.batches).map(({ Id }) => Id);

describe('the source of a query', () => {
  it('is its index with collections and sizes', async () => {
    const servers = testServers({
      documents: [...orders, ...companies],
      matches: ['orders/1-A'],
      indexName: 'Orders/ByFreight',
      definition,
    });
    expect((await prepared(servers)).source).toEqual({
      indexName: 'Orders/ByFreight',
      definition,
      collections: [
        { name: 'Companies', documents: 4 },
        { name: 'Orders', documents: 300 },
      ],
      matches: 1,
      noMatching: null,
    });
    // Only reads.
    expect(servers.log.every((line) => /^server (GET|POST \/databases\/shop\/queries)/.test(line))).toBe(
      true,
    );
  });

  it('is a collection where no index is used', async () => {
    const servers = testServers({
      documents: orders,
      matches: ['orders/1-A'],
      indexName: 'collection/Orders',
    });
    expect((await prepared(servers)).source).toMatchObject({
      definition: null,
      collections: [{ name: 'Orders', documents: 300 }],
    });
    const all = testServers({ documents: orders, matches: ['orders/1-A'], indexName: 'AllDocs' });
    expect((await prepared(all)).source.collections).toEqual([{ name: null, documents: 300 }]);
  });

  it('has no matching documents where rows are computed or missing', async () => {
    const computed = testServers({ documents: orders, matches: [null], indexName: 'Auto/Orders/ByX' });
    expect((await prepared(computed)).source.noMatching).toMatch(/computed/);
    const none = testServers({ documents: orders, matches: [], indexName: 'Auto/Orders/ByX' });
    expect((await prepared(none)).source.noMatching).toMatch(/matches no document/);
  });

  it('is refused for an index over time series', async () => {
    const servers = testServers({
      documents: orders,
      matches: [null],
      indexName: 'Heartrates',
      sourceType: 'TimeSeries',
      definition,
    });
    await expect(prepared(servers)).rejects.toMatchObject({ code: 'unsupported' });
  });
});

describe('a copy', () => {
  it('has all matches regardless of the limit, in bounded batches, and what they refer to, one level', async () => {
    const servers = testServers({
      documents: [...orders, ...companies],
      matches: orders.map(({ id }) => id),
      indexName: 'Auto/Orders/ByFreight',
    });
    const seen: CopyProgress[] = [];
    const result = await copyAll(await prepared(servers), seen);
    expect(result).toMatchObject({
      documents: 300,
      references: 3,
      endedAt: null,
      indexName: 'Auto/Orders/ByFreight',
    });
    expect(new Set(ids(servers))).toEqual(
      new Set([...orders.map(({ id }) => id), 'companies/1-A', 'companies/2-A', 'companies/3-A']),
    );
    expect(servers.batches.every((body) => written([body]).length <= 128)).toBe(true);
    // Numbers keep their text, and metadata of the server is not sent.
    expect(servers.batches[0]).toContain('"Freight":1.50');
    expect(servers.batches.join('')).not.toContain('@change-vector');
    expect(servers.indexes).toEqual([]);
    expect([...new Set(seen.map(({ step }) => step))]).toEqual([
      'database',
      'documents',
      'references',
      'query',
    ]);
    const writes = servers.log.filter((line) => line.startsWith('server') && !/ (GET|POST) /.test(line));
    expect(writes).toEqual([]);
    expect(servers.log.at(0)).toBe('server POST /databases/shop/queries');
    expect(servers.log.at(-1)).toBe('sandbox POST /databases/shop-repro/queries');
  });

  it('has no referenced documents where they are not followed', async () => {
    const servers = testServers({
      documents: [...orders, ...companies],
      matches: ['orders/1-A', 'orders/2-A'],
      indexName: 'Auto/Orders/ByFreight',
    });
    expect(await copyAll(await prepared(servers, { followReferences: false }))).toMatchObject({
      documents: 2,
      references: 0,
    });
    expect(ids(servers)).toEqual(['orders/1-A', 'orders/2-A']);
  });

  it('has the documents that the query includes, also where no field has their id', async () => {
    const servers = testServers({
      documents: [order(1), company(1), company(2), company(9)],
      matches: ['orders/1-A'],
      includes: ['companies/9-A'],
      indexName: 'Auto/Orders/ByFreight',
    });
    const request = await prepared(servers, {}, 'from Orders where Freight > 1 include X');
    expect(await copyAll(request)).toMatchObject({ documents: 1, references: 2 });
    expect(ids(servers).sort()).toEqual(['companies/2-A', 'companies/9-A', 'orders/1-A']);
  });

  it('has the first documents of each collection, in proportion', async () => {
    const servers = testServers({
      documents: [...orders, ...companies],
      matches: [null],
      indexName: 'Orders/ByFreight',
      definition,
    });
    const request = await prepared(servers, { kind: 'newest', count: 20, followReferences: false });
    expect(await copyAll(request)).toMatchObject({ documents: 20 });
    expect(ids(servers).filter((id) => id.startsWith('companies'))).toEqual(['companies/1-A']);
    expect(ids(servers).filter((id) => id.startsWith('orders'))).toEqual(
      orders.slice(0, 19).map(({ id }) => id),
    );
  });

  it('has different documents in a random sample', async () => {
    const servers = testServers({ documents: orders, matches: [null], indexName: 'collection/Orders' });
    const request = await prepared(servers, { kind: 'random', count: 250, followReferences: false });
    expect(await copyAll(request)).toMatchObject({ documents: 250 });
    expect(new Set(ids(servers)).size).toBe(250);
  });

  it('creates the index with its name, unlocked and without an output collection', async () => {
    const servers = testServers({
      documents: orders,
      matches: ['orders/1-A'],
      indexName: 'Orders/ByFreight',
      definition,
    });
    await copyAll(await prepared(servers));
    const { Name, Type, Maps, Fields } = definition;
    expect(servers.indexes).toEqual([{ Name, Type, Maps, Fields }]);
  });

  it('masks equally in all documents, does not follow masked ids, and reports fields that nothing has', async () => {
    const servers = testServers({
      documents: [order(3, ',"Email":"ada@example.org"'), company(1, ',"Email":"ada@example.org"')],
      matches: ['orders/3-A'],
      indexName: 'Auto/Orders/ByFreight',
    });
    const maskedFields = ['Email', 'Emial'];
    expect(await copyAll(await prepared(servers, { maskedFields }))).toMatchObject({
      references: 1,
      missingFields: ['Emial'],
    });
    const [one, other] = written(servers.batches).map(({ Document }) => Document.Email);
    expect(one).toMatch(/^[a-z]{3}@[a-z]{7}\.[a-z]{3}$/);
    expect(one).not.toBe('ada@example.org');
    expect(other).toBe(one);

    const masked = testServers({
      documents: [order(3), company(1)],
      matches: ['orders/3-A'],
      indexName: 'Auto/Orders/ByFreight',
    });
    await copyAll(await prepared(masked, { maskedFields: ['Company'] }));
    expect(ids(masked)).toEqual(['orders/3-A']);
    // The sample, and nothing after it.
    expect(masked.log.filter((line) => line === 'server GET /databases/shop/docs')).toHaveLength(1);
  });

  it('ends at a limit of documents or of bytes', async () => {
    const script = {
      documents: [...orders, ...companies],
      matches: orders.map(({ id }) => id),
      indexName: 'Auto/Orders/ByFreight',
    };
    const few = testServers(script);
    expect(
      await copyAll({ ...(await prepared(few)), limits: { documents: 70, bytes: limits.bytes } }),
    ).toMatchObject({ documents: 70, references: 0, endedAt: 'documents' });
    expect(ids(few)).toHaveLength(70);

    const small = testServers(script);
    const result = await copyAll({ ...(await prepared(small)), limits: { documents: 10_000, bytes: 1000 } });
    expect(result.endedAt).toBe('bytes');
    expect(result.bytes).toBeLessThanOrEqual(1000);
    expect(result.documents).toBeGreaterThan(0);
  });

  it('stops between two pages when it is cancelled', async () => {
    const abort = new AbortController();
    const servers = testServers({
      documents: orders,
      matches: orders.map(({ id }) => id),
      indexName: 'Auto/Orders/ByFreight',
    });
    const request = await prepared(servers);
    const cancelled = new PortError({ code: 'cancelled', message: 'stop' });
    const copying = copyToSandbox(
      request,
      ({ documents }) => {
        if (documents >= 128) abort.abort(cancelled);
      },
      abort.signal,
    );
    await expect(copying).rejects.toMatchObject({ code: 'cancelled' });
    expect(ids(servers)).toHaveLength(128);
  });
});

it('an estimate reads few documents and writes nothing', async () => {
  const servers = testServers({
    documents: [...orders, ...companies],
    matches: orders.map(({ id }) => id),
    indexName: 'Auto/Orders/ByFreight',
  });
  const request = await prepared(servers, { maskedFields: ['Freight', 'Nope'] });
  const probe = await probeSample(request);
  expect(probe).toMatchObject({ documents: 25, references: 3, missingFields: ['Nope'] });
  expect(estimateCopy(probe, request.source, request.choice, limits)).toMatchObject({
    documents: 300,
    references: 36,
    exceeded: null,
  });
  expect(servers.log.filter((line) => line.startsWith('sandbox'))).toEqual([]);
});
