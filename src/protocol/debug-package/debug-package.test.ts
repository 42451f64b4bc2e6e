import { beforeEach, describe, expect, it } from 'vitest';
import { ServerClient } from '../client.ts';
import { getCollectionStats } from '../collections.ts';
import { listDatabases } from '../databases.ts';
import { watchIoMetrics } from '../io-metrics.ts';
import { watchLogs } from '../log-lines.ts';
import { getGarbageCollections } from '../memory.ts';
import { scriptedPort } from '../ports-for-tests.ts';
import { watchRunningQueries } from '../running-queries.ts';
import { zip } from '../zip-for-tests.ts';
import { openDebugPackage, type DebugPackage } from './package-archive.ts';
import { OpenPackages } from './open-packages.ts';
import { packagePort } from './package-port.ts';

/** The names and shapes of RavenDB 7.1.5 and 6.2.4, which are the same here. */
const metadata = { DateTime: '2026-11-24T14:17:45.73Z', WebUrl: 'http://127.0.0.1:28280', NodeTag: 'A' };
const json = (content: object): string => JSON.stringify({ '@metadata': metadata, ...content });
const node = {
  'server-wide/build.version.json': '{"BuildVersion":71028,"ProductVersion":"7.1","FullVersion":"7.1.5"}',
  'server-wide/admin.memory.gc.json': json({ Ephemeral: { Index: 7, Generation: 0 } }),
  'server-wide/admin.threads.stack-trace.error':
    "Exception throw time: UTC 2026-11-24\nSystem.IO.FileNotFoundException: Could not find debugger tool at '/x'",
  'server-wide/2026-11-24 14-17-45.log':
    'Date|Level|ThreadID|Resource|Component|Logger|Message|Data\n2026-11-24 14:18:54.8405|DEBUG|30|shop||Voron|it | works|\n',
  'shop/stats.json': json({ CountOfDocuments: 1059, CountOfIndexes: 8, SizeOnDisk: { SizeInBytes: 9 } }),
  'shop/collections.stats.detailed.json': json({ Collections: { Orders: { CountOfDocuments: 830 } } }),
  'shop/indexes.json': JSON.stringify({ Results: [{ Name: 'A' }, { Name: 'B' }] }),
  'shop/io-metrics.json': json({ Environments: [], Performances: [] }),
  'shop/queries.running.json': json({
    'Orders/Totals': [{ QueryId: 4, DurationInMs: 9000, QueryInfo: { Query: 'from index "Orders/Totals"' } }],
  }),
};

const never = scriptedPort({
  http: () => {
    throw new Error('The host must not see requests of a package.');
  },
  connections: [],
});
let packages: OpenPackages;
beforeEach(() => {
  packages = new OpenPackages();
});
const opened = (pack: DebugPackage): ServerClient => {
  const [id = ''] = packages.add(pack);
  return new ServerClient(packagePort(never, packages), id);
};
const first = async <T>(items: AsyncIterable<T>): Promise<T> => {
  for await (const item of items) return item;
  throw new Error('The feed ended without an item.');
};
const text = (content: object | string): Uint8Array =>
  new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content));

describe('a debug package', () => {
  it('is a connection that answers like the server, without it', async () => {
    const server = opened(await openDebugPackage(await zip(node), '2026-11-24 14-17-14 - Node [A].zip'));
    const { connections } = await server.port.call('connections.list', {});
    expect(connections.map(({ connection }) => connection)).toMatchObject([
      { name: 'Node A · 2026-11-24 14-17-14 - Node [A].zip', mode: 'read-only' },
    ]);
    expect(await listDatabases(server)).toMatchObject([{ name: 'shop', documents: 1059, sizeOnDisk: 9 }]);
    expect(await getGarbageCollections(server)).toMatchObject([{ index: 7, generation: 0 }]);
    const shop = server.database('shop');
    expect(await getCollectionStats(shop)).toMatchObject({ documents: 830 });
    const { body } = await shop.send('GET', '/indexes', { query: { name: 'B' } });
    expect(JSON.parse(body)).toEqual({ Results: [{ Name: 'B' }] });
  });

  it('gives feeds their first frame', async () => {
    const server = opened(await openDebugPackage(await zip(node), 'Node [A].zip'));
    const { signal } = new AbortController();
    const frames = watchIoMetrics(server.database('shop'), signal);
    expect(await frames.next()).toMatchObject({ value: { kind: 'open' } });
    expect(await frames.next()).toMatchObject({
      value: { kind: 'text', text: node['shop/io-metrics.json'] },
    });
    await frames.return(undefined);
    expect(await first(watchRunningQueries(server, signal))).toMatchObject([
      { database: 'shop', index: 'Orders/Totals', durationMs: 9000 },
    ]);
    const lines = watchLogs(server, signal);
    const found: unknown[] = [];
    for await (const line of lines) {
      found.push(line);
      if (found.length === 2) break;
    }
    expect(JSON.stringify(found)).toContain('it | works');
  });

  it('says what is missing, what failed, and that nothing can be changed', async () => {
    const server = opened(await openDebugPackage(await zip(node), 'Node [A].zip'));
    await expect(server.send('GET', '/admin/debug/memory/smaps')).rejects.toMatchObject({
      message: 'The debug package does not contain /admin/debug/memory/smaps.',
    });
    await expect(server.send('GET', '/admin/debug/threads/stack-trace')).rejects.toMatchObject({
      message: 'The server could not collect server-wide/admin.threads.stack-trace for the package.',
      detail: expect.stringContaining('Could not find debugger tool') as unknown,
    });
    await expect(server.send('DELETE', '/databases/shop/docs?id=a')).rejects.toMatchObject({
      code: 'policy-refused',
    });
    await expect(
      server.port.call('connections.setMode', { id: server.connection, mode: 'full' }),
    ).rejects.toMatchObject({ code: 'unsupported' });
    packages.close(server.connection);
    await expect(server.send('GET', '/databases')).rejects.toMatchObject({ code: 'unknown-connection' });
  });

  it('of a cluster has a connection for each node, and keeps the nodes that can be read', async () => {
    const archive = await zip({
      'Node - [A].zip': await zip(node),
      'Node - [B].zip': await zip({ 'server-wide/build.version.json': '{}' }),
      'Node - [C].zip': 'not a zip',
    });
    const pack = await openDebugPackage(archive, 'Cluster Wide.zip');
    expect(pack.nodes.map(({ tag, databases }) => [tag, databases])).toEqual([
      ['A', ['shop']],
      ['B', []],
    ]);
    expect(pack.problems).toEqual([expect.stringContaining('Node - [C].zip: This is not a zip archive')]);
    const again = await openDebugPackage(archive, 'Cluster Wide.zip');
    expect(again.nodes.map(({ id }) => id)).toEqual(pack.nodes.map(({ id }) => id));
  });

  it('of one database has its files at the root', async () => {
    const pack = await openDebugPackage(
      await zip({ 'stats.json': json({ CountOfDocuments: 3 }) }),
      '2026-11-24 - Database [full].zip',
    );
    expect(await listDatabases(opened(pack))).toMatchObject([{ name: 'full', documents: 3 }]);
  });
});

describe('a hostile archive', () => {
  it('is refused before it is unpacked when it expands too much', async () => {
    const bomb = await zip({ 'server-wide/a.json': new Uint8Array(3 * 1024 * 1024) });
    await expect(openDebugPackage(bomb, 'a.zip')).rejects.toThrow(/more than 1000 times/);
  });

  it('is refused with more files than a package has, also below a small one', async () => {
    const archive = await zip({ 'server-wide/a.json': '{}' });
    const view = new DataView(archive.buffer);
    view.setUint16(archive.length - 12, 0xffff, true);
    await expect(openDebugPackage(archive, 'a.zip')).rejects.toThrow(/file list of the zip archive ends/);
  });

  it('cannot name files outside of its folders, and is never nested twice', async () => {
    const pack = await openDebugPackage(
      await zip({
        '../../etc/passwd': 'x',
        '/etc/shadow': 'x',
        'server-wide/deep/er.json': '{}',
        'server-wide/build.version.json': '{}',
        '__proto__/stats.json': json({ CountOfDocuments: 1 }),
      }),
      'Node [A].zip',
    );
    const names = pack.nodes[0]?.files.map(({ name }) => name);
    expect(names).toEqual(['server-wide/build.version.json', '__proto__/stats.json']);
    expect(await listDatabases(opened(pack))).toMatchObject([{ name: '__proto__', documents: 1 }]);
    const nested = await zip({ 'a.zip': await zip({ 'b.zip': await zip(node) }) });
    await expect(openDebugPackage(nested, 'c.zip')).rejects.toThrow(/No node of c\.zip can be read/);
  });

  it('with damaged JSON leaves the other parts usable', async () => {
    const server = opened(
      await openDebugPackage(
        await zip({ ...node, 'shop/stats.json': '{"CountOfDocuments":1059,"Inde' }),
        'Node [A].zip',
      ),
    );
    expect(await listDatabases(server)).toMatchObject([
      { name: 'shop', loadError: expect.any(String) as unknown },
    ]);
    await expect(openDebugPackage(text('no zip'), 'a.zip')).rejects.toThrow(/not a zip archive/);
  });
});
