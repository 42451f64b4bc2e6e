import { afterEach, expect, it, vi } from 'vitest';
import { scanDocuments, type ScanOptions } from './scan-documents.ts';
import { MOST_LISTED, type ScanReport } from './scan-report.ts';
import { scanServer, type Stored } from './server-for-tests.ts';

afterEach(() => vi.useRealTimers());

const all: ScanOptions = { collection: null, most: 100_000, maxPerSecond: null };
const never = () => new AbortController().signal;
const padded = (at: number): string => String(at).padStart(6, '0');
const many = (count: number): Stored[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: `orders/${padded(at)}`, actual: 100 + at, allocated: 2 * ((at * 7_919) % count) },
  }));

const run = (server: ReturnType<typeof scanServer>, options: Partial<ScanOptions> = {}) =>
  scanDocuments(server.db, { ...all, ...options }, never(), () => undefined);

it('finds the largest documents of all pages, by what they take on disk', async () => {
  const server = scanServer(many(1_000));
  const report = await run(server);
  expect(report).toMatchObject({ read: 1_000, unsized: 0, attachments: 0, end: 'complete' });
  expect(report.documents).toHaveLength(MOST_LISTED);
  expect(report.documents.map(({ bytes }) => bytes)).toEqual(
    Array.from({ length: MOST_LISTED }, (_, at) => 2 * (999 - at)),
  );
  expect(report.documents[0]).toMatchObject({ collection: 'Orders', bytes: 1_998 });
  // Four pages, each with one request for the metadata and one for the sizes; no request reads content.
  expect(server.requests).toHaveLength(8);
  for (const { path } of server.requests)
    expect(path).toMatch(/\/multi_get$|\/docs\?startsWith=&start=0&pageSize=256&metadataOnly=true/);
});

it('reads one collection with a query that creates no index', async () => {
  const cats = [{ id: 'cats/1', collection: "Cat's", actual: 5, allocated: 6 }];
  const server = scanServer([...many(300), ...cats]);
  expect((await run(server, { collection: 'Orders' })).read).toBe(300);
  const queries = server.requests.filter(({ path }) => path.includes('/queries'));
  expect(
    queries.map(({ path, body }) => [path, (JSON.parse(body ?? '') as { Query: string }).Query]),
  ).toEqual([
    ['/databases/Shop/queries?metadataOnly=true&disableAutoIndexCreation=true', "from 'Orders' limit 0, 256"],
    [
      '/databases/Shop/queries?metadataOnly=true&disableAutoIndexCreation=true',
      "from 'Orders' limit 256, 256",
    ],
  ]);
});

it('reads no more documents than its limit', async () => {
  const server = scanServer(many(1_000));
  expect(await run(server, { most: 300 })).toMatchObject({ read: 300, end: 'limit' });
  expect(server.requests.map(({ path }) => /pageSize=(\d+)/.exec(path)?.[1]).filter(Boolean)).toEqual([
    '256',
    '44',
  ]);
});

it('groups attachments by content and counts who uses it', async () => {
  const server = scanServer([
    {
      id: 'a',
      actual: 1,
      allocated: 1,
      attachments: [
        ['one.png', 'h1', 500],
        ['copy.png', 'h1', 500],
      ],
    },
    {
      id: 'b',
      actual: 1,
      allocated: 1,
      attachments: [
        ['two.png', 'h1', 500],
        ['big.bin', 'h2', 9_000],
      ],
    },
    { id: 'c', collection: 'Scans', actual: 1, allocated: 1, attachments: [['x', 'h1', 500]] },
  ]);
  const report = await run(server, { collection: 'Orders' });
  expect(report).toMatchObject({ read: 2, attachments: 4 });
  expect(report.contents).toEqual([
    {
      ...{ hash: 'h2', bytes: 9_000, name: 'big.bin', contentType: 'image/png', documentId: 'b' },
      ...{ documents: 1, attachments: 1, references: 1 },
    },
    {
      ...{ hash: 'h1', bytes: 500, name: 'copy.png', contentType: 'image/png', documentId: 'a' },
      ...{ documents: 2, attachments: 3, references: 4 },
    },
  ]);
});

it('waits between pages so that it reads no more documents per second than its rate', async () => {
  vi.useFakeTimers();
  const server = scanServer(many(250));
  const started = Date.now();
  const scan = run(server, { maxPerSecond: 100 });
  await vi.advanceTimersByTimeAsync(900);
  expect(server.requests).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(server.requests).toHaveLength(4);
  await vi.runAllTimersAsync();
  expect((await scan).read).toBe(250);
  expect(Date.now() - started).toBeGreaterThanOrEqual(2_000);
});

it('reads smaller pages where metadata is long', async () => {
  const attachments = Array.from({ length: 200 }, (_, at) => [`file-${padded(at)}`, `h${at}`, at] as const);
  const server = scanServer(many(600).map((each) => ({ ...each, attachments })));
  expect((await run(server)).attachments).toBe(120_000);
  const sizes = server.requests
    .map(({ path }) => Number(/pageSize=(\d+)/.exec(path)?.[1] ?? 0))
    .filter(Boolean);
  expect(sizes[0]).toBe(256);
  expect(Math.max(...sizes.slice(1))).toBeLessThan(64);
});

it('returns what it read when it is cancelled', async () => {
  const abort = new AbortController();
  const server = scanServer(many(2_000), ({ path }) => {
    if (path.includes('startAfter')) abort.abort();
    return undefined;
  });
  const report = await scanDocuments(server.db, all, abort.signal, () => undefined);
  expect(report).toMatchObject({ read: 256, end: 'cancelled' });
  expect(report.documents).toHaveLength(MOST_LISTED);
});

it('reports what it read when it fails', async () => {
  const reports: ScanReport[] = [];
  const server = scanServer(many(2_000), ({ path }) =>
    path.includes('startAfter')
      ? { status: 503, body: '{"Type":"X","Message":"Database is being unloaded"}' }
      : undefined,
  );
  await expect(scanDocuments(server.db, all, never(), (each) => reports.push(each))).rejects.toThrow(
    'Database is being unloaded',
  );
  expect(reports.at(-1)).toMatchObject({ read: 256, end: null });
});

it('counts documents without a size: deleted meanwhile, or sizes of another format', async () => {
  const server = scanServer(many(3), ({ path }) =>
    path.endsWith('/multi_get')
      ? {
          body: '{"Results":[{"StatusCode":404,"Result":null},{"StatusCode":200,"Result":{"ActualSize":"9"}},{"StatusCode":200,"Result":{"ActualSize":8,"AllocatedSize":9}}]}',
        }
      : undefined,
  );
  expect(await run(server)).toMatchObject({
    read: 3,
    unsized: 2,
    documents: [{ id: 'orders/000002', bytes: 9 }],
  });
});

it('reads documents whose metadata has other types, without what they lack', async () => {
  const results = [
    { '@metadata': { '@id': 7, '@attachments': 'none' } },
    { '@metadata': { '@id': 'a', '@collection': 5, '@flags': [], '@attachments': [{ Name: 1 }] } },
    { '@metadata': { '@id': 'b', '@attachments': [{ Name: 'x', Hash: 'h', Size: 3 }] } },
    { '@metadata': [] },
    {},
    null,
  ];
  const server = scanServer([], ({ path }) =>
    path.includes('/docs?') ? { body: JSON.stringify({ Results: results }) } : undefined,
  );
  expect(await run(server)).toMatchObject({
    ...{ read: 5, unsized: 5, attachments: 1, documents: [], end: 'complete' },
    contents: [{ name: 'x', hash: 'h', contentType: '', references: 0 }],
  });
});

it('ends with an error where a server returns the same page again, or no ids', async () => {
  const page = (id: unknown) =>
    JSON.stringify({ Results: Array.from({ length: 256 }, () => ({ '@metadata': { '@id': id } })) });
  for (const id of ['same/1', 5]) {
    const server = scanServer([], ({ path }) => (path.includes('/docs?') ? { body: page(id) } : undefined));
    await expect(run(server)).rejects.toMatchObject({ code: 'not-ravendb' });
    expect(server.requests.length).toBeLessThanOrEqual(4);
  }
});

it('takes no more documents of a page than it requested', async () => {
  const server = scanServer(many(50), ({ path }) => {
    if (!path.includes('/docs?')) return undefined;
    return { body: JSON.stringify({ Results: many(50).map(({ id }) => ({ '@metadata': { '@id': id } })) }) };
  });
  expect(await run(server, { most: 10 })).toMatchObject({ read: 10, end: 'limit' });
});
