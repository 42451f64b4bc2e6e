/** The real addon records its own sandbox: dist/native/rookery.node, built by `npm run build:native`. */
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import {
  connectPort,
  MAX_RECORDING_BYTES,
  memoryChannelPair,
  servePort,
  type CallRequest,
  type Port,
  type RecorderRequest,
  type RecordingsList,
} from '../../../src/contract/index.ts';
import { createHost } from '../host.ts';
import { nativeFiles } from '../native-files.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../../..');
const { addonPath, stackcapPath } = nativeFiles(join(root, 'dist'), process.env);

const request: RecorderRequest = {
  ...{ connection: 'sandbox', databases: ['shop'], triggers: [], logLevel: 'Info', note: 'by a test' },
  ...{ length: { kind: 'next', minutes: 5 }, maxMegabytes: 16, startAt: null },
  ...{ requests: 'all', mostPerSecond: 1000 },
};

interface Place {
  readonly port: Port;
  readonly dataFolder: string;
  readonly saved: (name: string) => Promise<Buffer>;
  readonly names: string[];
}

async function sandbox(): Promise<Place> {
  const dataFolder = await temporaryFolder();
  const target = await temporaryFolder();
  const names: string[] = [];
  const port = await hostOn(dataFolder, {
    ...{ addonPath, stackcapPath },
    exportWay: {
      kind: 'file',
      choose: ({ name }) => {
        names.push(name);
        return Promise.resolve(join(target, name));
      },
    },
  });
  return { port, dataFolder, names, saved: (name) => readFile(join(target, name)) };
}

async function send(port: Port, method: 'GET' | 'PUT', path: string, body?: unknown): Promise<void> {
  const { status, body: text } = await port.call('http.request', {
    ...{ connection: 'sandbox', method, path },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
}

/** The first list for which the condition holds. */
async function listed(port: Port, holds: (list: RecordingsList) => boolean): Promise<RecordingsList> {
  for await (const list of port.open('recordings.watch', {})) if (holds(list)) return list;
  throw new Error('The stream ended.');
}

const isOver = ({ running }: RecordingsList): boolean => running.length === 0;

/** Records the sandbox while documents are written, until there are rows. */
async function record(port: Port, more: Partial<RecorderRequest> = {}): Promise<string> {
  const { id } = await port.call('recordings.start', { ...request, ...more });
  const sent: Promise<void>[] = [];
  await listed(port, ({ running, failed }) => {
    if (failed.length > 0) throw new Error(failed[0]?.message);
    const own = running.find((each) => each.id === id);
    if (own?.state === 'recording')
      sent.push(send(port, 'PUT', `/databases/shop/docs?id=users/${sent.length}`, { Name: 'Ada' }));
    return (own?.rows ?? 0) > 20;
  });
  await Promise.all(sent);
  return id;
}

/** Opens a stored recording for as long as `work` takes. */
async function opened<T>(port: Port, stored: string, work: (id: string) => Promise<T>): Promise<T> {
  const id = crypto.randomUUID();
  for await (const { kind } of port.open('recordings.session', { id, stored })) {
    expect(kind).toBe('ready');
    // The session ends with this loop.
    return await work(id);
  }
  throw new Error('The stream ended.');
}

const edit = (id: string, more: Partial<CallRequest<'recordings.edit'>>): CallRequest<'recordings.edit'> => ({
  ...{ id, range: null, mask: false, note: null, annotations: [] },
  ...more,
});

it('records the sandbox, and opens, cuts, masks, exports, compares and saves the recording', async () => {
  const { port, dataFolder, names, saved } = await sandbox();
  await send(port, 'PUT', '/admin/databases?name=shop', { DatabaseName: 'shop' });
  const id = await record(port);
  const during = await listed(port, () => true);
  expect(during.stored).toEqual([]);
  const stopped = await port.call('recordings.stop', { id });
  const { stored, failed, ended } = await listed(port, isOver);
  expect(failed).toEqual([]);
  expect(stored).toMatchObject([
    {
      name: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d-\d\d-\d\d Sandbox\.rookery$/) as string,
      ...{ problem: null, about: { databases: ['shop'], note: 'by a test', masked: false } },
    },
  ]);
  const name = stored[0]?.name ?? '';
  expect(stopped).toEqual({ name });
  expect(ended).toMatchObject([{ id, name, stopped: true }]);
  const path = join(dataFolder, 'recordings', name);
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);

  const edited = await opened(port, name, async (open) => {
    const overview = await port.call('recordings.read', { id: open });
    expect(overview.ending?.reason).toBe('It was stopped.');
    expect(overview.damage).toEqual([]);
    const tables = new Map(overview.counts.map(({ table, rows }) => [table, rows]));
    expect(tables.get('databases')).toBeGreaterThan(0);
    const { from, to } = overview.span;
    const range = { from: Math.floor(from), to: Math.ceil((from + to) / 2) };
    const cut = await port.call('recordings.edit', edit(open, { range, note: 'the first half' }));
    const masked = await port.call('recordings.edit', edit(open, { mask: true }));
    expect(cut.name).toBe(name.replace('.rookery', ' cut.rookery'));
    expect(masked.name).toMatch(/^\d{4}-\d\d-\d\d \d\d-\d\d-\d\d masked\.rookery$/);

    const csv = { format: 'csv' as const, table: 'databases' };
    const exported = await port.call('recordings.export', { id: open, part: csv, progress: 'progress-1' });
    expect(names).toEqual(['Sandbox_databases.csv']);
    const text = (await saved('Sandbox_databases.csv')).toString('utf8');
    expect(exported.bytes).toBe(Buffer.byteLength(text));
    expect(exported.file).toMatch(/Sandbox_databases\.csv$/);
    expect(text).toContain('shop');
    const io = { format: 'io' as const, database: 'shop' };
    await port.call('recordings.export', { id: open, part: io, progress: 'progress-2' });
    expect(JSON.parse((await saved('Sandbox_shop_io.json')).toString('utf8'))).toHaveProperty('Environments');
    const none = { format: 'csv' as const, table: 'no-such' };
    const refused = port.call('recordings.export', { id: open, part: none, progress: 'progress-3' });
    await expect(refused).rejects.toMatchObject({ code: 'bad-request' });
    // It failed before a file was chosen.
    expect(names).toHaveLength(2);
    return { cut: cut.name, masked: masked.name };
  });
  expect(await readdir(join(dataFolder, 'temporary'))).toEqual([]);

  await opened(port, name, async (a) => {
    await port.call('recordings.read', { id: a });
    await opened(port, edited.cut, async (b) => {
      const overview = await port.call('recordings.read', { id: b });
      expect(overview.manifest.note).toBe('the first half');
      const comparison = await port.call('recordings.compare', { id: a, other: b });
      expect(comparison.a.seconds).toBeGreaterThan(comparison.b.seconds);
      expect(comparison.metrics.length).toBeGreaterThan(0);
    });
  });
  await opened(port, edited.masked, async (open) => {
    const { manifest } = await port.call('recordings.read', { id: open });
    expect(manifest.masked).toBe(true);
    expect(manifest.databases).not.toContain('shop');
  });

  const copy = await port.call('recordings.save', { name, progress: 'progress-4' });
  const suggested = name.replaceAll(' ', '_');
  expect(names.at(-1)).toBe(suggested);
  expect(await saved(suggested)).toEqual(await readFile(path));
  expect(copy.bytes).toBe((await stat(path)).size);
  await port.call('recordings.remove', { name });
  const after = await listed(port, () => true);
  expect(after.stored.map((each) => each.name).sort()).toEqual([edited.cut, edited.masked].sort());

  const log = await readFile(join(dataFolder, 'logs', 'rookery.log'), 'utf8');
  expect(log).toContain('recording-ended');
  expect(log).not.toContain('rookeryRecorder');
});

it('ends by itself after its time', async () => {
  const { port } = await sandbox();
  const length = { kind: 'next' as const, minutes: 0.03 };
  const { id } = await port.call('recordings.start', { ...request, databases: [], length });
  const { stored, failed, ended } = await listed(port, (list) => isOver(list) && list.ended.length > 0);
  expect(failed).toEqual([]);
  expect(stored).toHaveLength(1);
  expect(ended).toMatchObject([{ id, name: stored[0]?.name, stopped: false }]);
});

it('completes its files when the host closes', async () => {
  const dataFolder = await temporaryFolder();
  const options = { dataFolder, addonPath, stackcapPath, surface: 'memory', version: '1.2.3' } as const;
  const host = await createHost({ ...options, confirmation: { method: 'off' } });
  const [window, other] = memoryChannelPair();
  servePort(other, host.handlersForWindow());
  const port = connectPort(window);
  await send(port, 'PUT', '/admin/databases?name=shop', { DatabaseName: 'shop' });
  await record(port);
  await host.close();
  port.close();

  const next = await hostOn(dataFolder, { addonPath, stackcapPath });
  const { stored } = await listed(next, isOver);
  expect(stored).toHaveLength(1);
  await opened(next, stored[0]?.name ?? '', async (id) => {
    const { ending, damage } = await next.call('recordings.read', { id });
    expect(ending?.reason).toBe('Rookery was closed.');
    expect(damage).toEqual([]);
  });
});

it('lists a plan that an earlier host missed, and plans those to come again', async () => {
  const dataFolder = await temporaryFolder();
  const plan = (id: string, startAt: number) => ({
    ...{ id, connectionName: 'Sandbox', missed: null },
    request: { ...request, startAt },
  });
  const later = Date.now() + 3_600_000;
  const value = [plan('past', 1_000), plan('later', later)];
  await writeFile(join(dataFolder, 'planned-recordings.json'), JSON.stringify({ schema: 1, value }));
  const port = await hostOn(dataFolder, { addonPath, stackcapPath });
  const { running, missed } = await listed(port, () => true);
  expect(running).toMatchObject([{ id: 'later', state: 'waiting', startAt: later }]);
  expect(missed).toMatchObject([{ id: 'past', databases: ['shop'], reason: expect.any(String) as string }]);
  await port.call('recordings.dismiss', { id: 'past' });
  expect(await port.call('recordings.stop', { id: 'later' })).toEqual({ name: null });
  const stored = JSON.parse(await readFile(join(dataFolder, 'planned-recordings.json'), 'utf8')) as object;
  expect(stored).toEqual({ schema: 1, value: [] });
});

it('opens neither empty nor too large files of the folder', async () => {
  const { port, dataFolder } = await sandbox();
  await listed(port, () => true);
  const path = join(dataFolder, 'recordings', 'a.rookery');
  await writeFile(path, '');
  await expect(opened(port, 'a.rookery', () => Promise.resolve())).rejects.toThrow('The file is empty.');
  await truncate(path, MAX_RECORDING_BYTES + 1);
  await expect(opened(port, 'a.rookery', () => Promise.resolve())).rejects.toMatchObject({
    code: 'too-large',
    message: 'The file is larger than 256 MB, the limit for a recording: cut it to a shorter time first.',
  });
  await writeFile(path, 'text');
  const { stored } = await listed(port, () => true);
  expect(stored).toMatchObject([{ about: null, problem: 'The file is not a recording of Rookery.' }]);
  await opened(port, 'a.rookery', (id) =>
    expect(port.call('recordings.read', { id })).rejects.toThrow('not a recording of Rookery'),
  );
});
