/** The whole host behind a memory channel, with real files and a real server. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerConnection } from '../../src/contract/index.ts';
import { makeCertificates, type TestCertificates } from './test-environment/certificates.ts';
import { hostOn } from './test-environment/host-port.ts';
import { listenHttp } from './test-environment/local-server.ts';
import { temporaryFolder } from './test-environment/temporary-folder.ts';

const live: Omit<ServerConnection, 'id'> = {
  kind: 'server',
  name: 'Live',
  colour: 'red',
  mode: 'full',
  url: 'http://127.0.0.1:1',
};

it('returns the application info', async () => {
  const folder = await temporaryFolder();
  const port = await hostOn(folder);
  const info = await port.call('app.info', {});
  expect(info).toMatchObject({
    name: 'Rookery',
    version: '1.2.3',
    surface: 'memory',
    dataFolder: folder,
    notices: [],
  });
  expect(Math.abs(info.startedAt - Date.now())).toBeLessThan(600_000);
});

it('has the sandbox from the first start, and no page can save or remove it', async () => {
  const port = await hostOn(await temporaryFolder());
  const { connections } = await port.call('connections.list', {});
  expect(connections).toMatchObject([{ connection: { id: 'sandbox', kind: 'sandbox', mode: 'full' } }]);
  await expect(port.call('connections.remove', { id: 'sandbox' })).rejects.toMatchObject({
    code: 'bad-request',
  });
  await expect(
    port.call('connections.save', { connection: { ...live, id: 'sandbox' } }),
  ).rejects.toMatchObject({ code: 'bad-request' });
});

it('keeps connections, settings and the workspace over a restart', async () => {
  const folder = await temporaryFolder();
  const first = await hostOn(folder);
  const { connection } = await first.call('connections.save', { connection: live });
  await first.call('connections.save', { connection: { ...live, id: connection.id, name: 'Renamed' } });
  await first.call('settings.save', { theme: 'dark' });
  await first.call('workspace.save', { state: { tabs: [{ id: 'a', ż: null }] } });

  const second = await hostOn(folder);
  const { connections } = await second.call('connections.list', {});
  expect(connections.map((each) => each.connection.name)).toEqual(['Sandbox', 'Renamed']);
  expect(await second.call('settings.load', {})).toEqual({ theme: 'dark' });
  expect(await second.call('workspace.load', {})).toEqual({ state: { tabs: [{ id: 'a', ż: null }] } });
  await second.call('connections.remove', { id: connection.id });
  expect((await second.call('connections.list', {})).connections).toHaveLength(1);
  await expect(second.call('connections.remove', { id: connection.id })).rejects.toMatchObject({
    code: 'unknown-connection',
  });
});

it('sets a corrupt settings file aside at start-up and reports it', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'connections.json'), '{"schema":1,"value":');
  await writeFile(join(folder, 'settings.json'), '<html>');
  const { notices } = await (await hostOn(folder)).call('app.info', {});
  expect(notices.map(({ code }) => code)).toEqual(['settings-corrupt', 'settings-corrupt']);
  expect(notices[0]?.message).toContain('connections.corrupt-');
});

it('notifies about every change of the list', async () => {
  const port = await hostOn(await temporaryFolder());
  const abort = new AbortController();
  const changes = port.open('connections.watch', {}, { signal: abort.signal })[Symbol.asyncIterator]();
  for (const name of ['One', 'Two']) {
    const change = changes.next();
    // The stream is open when a later call has returned.
    await port.call('app.info', {});
    await port.call('connections.save', { connection: { ...live, name } });
    expect((await change).value).toEqual({ changed: true });
  }
  abort.abort();
});

it('reports a missing or invalid engine as the problem of the sandbox, and retries', async () => {
  const folder = await temporaryFolder();
  const addonPath = join(folder, 'rookery.node');
  const port = await hostOn(folder, { addonPath });
  const ask = () =>
    port.call('http.request', { connection: 'sandbox', method: 'GET', path: '/build/version' });
  const problem = async () => (await port.call('connections.list', {})).connections[0]?.problem;
  expect(await problem()).toBeUndefined();
  await expect(ask()).rejects.toMatchObject({ code: 'engine-unavailable' });
  expect(await problem()).toContain(addonPath);
  await writeFile(addonPath, 'not a shared library');
  await expect(ask()).rejects.toMatchObject({
    code: 'engine-unavailable',
    message: expect.stringContaining('cannot be loaded') as unknown,
  });
  expect(await problem()).toContain('cannot be loaded');
});

describe('requests', () => {
  it('reach only the named connection, as the policy allows', async () => {
    const asked: string[] = [];
    const server = await listenHttp((request, response) => {
      asked.push(`${String(request.method)} ${String(request.url)}`);
      response.end('{"ok":true}');
    });
    const port = await hostOn(await temporaryFolder());
    const { connection } = await port.call('connections.save', {
      connection: { ...live, url: server.url, mode: 'read-only' },
    });
    const send = (method: 'GET' | 'PUT' | 'POST', path: string) =>
      port.call('http.request', { connection: connection.id, method, path });
    expect((await send('GET', '/databases')).body).toBe('{"ok":true}');
    await send('POST', '/databases/shop/queries');
    await expect(send('PUT', '/databases/shop/docs?id=a')).rejects.toMatchObject({
      code: 'policy-refused',
      message: expect.stringContaining('Live') as unknown,
    });
    await expect(
      port.call('http.request', { connection: 'nobody', method: 'GET', path: '/' }),
    ).rejects.toMatchObject({ code: 'unknown-connection' });
    expect(asked).toEqual(['GET /databases', 'POST /databases/shop/queries?disableAutoIndexCreation=true']);
  });

  it('use the new address after the connection was changed', async () => {
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => listenHttp((_request, response) => response.end(name))),
    );
    const port = await hostOn(await temporaryFolder());
    const { connection } = await port.call('connections.save', {
      connection: { ...live, url: one?.url ?? '' },
    });
    const body = async () =>
      (await port.call('http.request', { connection: connection.id, method: 'GET', path: '/' })).body;
    expect(await body()).toBe('one');
    await port.call('connections.save', { connection: { ...live, id: connection.id, url: two?.url ?? '' } });
    expect(await body()).toBe('two');
  });

  it('on a socket pass the policy too, and sending on a closed one fails', async () => {
    const port = await hostOn(await temporaryFolder());
    const { connection } = await port.call('connections.save', {
      connection: { ...live, mode: 'read-only' },
    });
    const open = async (path: string): Promise<void> => {
      for await (const item of port.open('socket', { connection: connection.id, path }))
        expect.unreachable(item.kind);
    };
    await expect(open('/databases/shop/hilo/next')).rejects.toMatchObject({ code: 'policy-refused' });
    await expect(open('/databases/shop/changes')).rejects.toMatchObject({ code: 'refused' });
    await expect(port.call('socket.send', { socket: 'x', text: 'y' })).rejects.toMatchObject({
      code: 'closed',
    });
  });
});

describe('a certificate with a password', () => {
  let certificates: TestCertificates;
  beforeAll(async () => {
    certificates = await makeCertificates();
  });
  afterAll(() => certificates.remove());

  it('is prompted for, kept in memory only, and dropped when the certificate changes', async () => {
    const folder = await temporaryFolder();
    const port = await hostOn(folder);
    const certificate = { kind: 'pfx', path: certificates.client.pfx } as const;
    const { connection } = await port.call('connections.save', { connection: { ...live, certificate } });
    const view = async () => (await port.call('connections.list', {})).connections[1];
    expect(await view()).toMatchObject({ needsPassword: true });
    await expect(
      port.call('connections.unlock', { id: connection.id, password: 'no' }),
    ).rejects.toMatchObject({
      code: 'password-needed',
    });
    expect(await view()).toMatchObject({ needsPassword: true });
    await port.call('connections.unlock', { id: connection.id, password: certificates.password });
    expect(await view()).toMatchObject({ needsPassword: false });
    expect(await readFile(join(folder, 'connections.json'), 'utf8')).not.toContain(certificates.password);
    expect(await readFile(join(folder, 'logs', 'rookery.log'), 'utf8')).not.toContain(certificates.password);
    const moved = { kind: 'pfx', path: join(folder, 'gone.pfx') } as const;
    await port.call('connections.save', { connection: { ...live, id: connection.id, certificate: moved } });
    expect(await view()).toMatchObject({
      needsPassword: false,
      problem: expect.stringContaining('gone.pfx') as unknown,
    });
    await port.call('connections.save', { connection: { ...live, id: connection.id, certificate } });
    expect(await view()).toMatchObject({ needsPassword: true });
  });
});

it('reports a failed save and changes nothing', async () => {
  const folder = await temporaryFolder();
  const port = await hostOn(folder);
  await mkdir(join(folder, `connections.json.new-${process.pid}`));
  await expect(port.call('connections.save', { connection: live })).rejects.toMatchObject({
    code: 'storage',
  });
  expect((await port.call('connections.list', {})).connections).toHaveLength(1);
});

it('shows the file dialog where there is one', async () => {
  const asked: unknown[] = [];
  const port = await hostOn(await temporaryFolder(), {
    chooseFile: (request) => {
      asked.push(request);
      return Promise.resolve('/a/client.pfx');
    },
  });
  expect(await port.call('files.choose', { title: 'Certificate', extensions: ['pfx'] })).toEqual({
    path: '/a/client.pfx',
  });
  expect(asked).toEqual([{ title: 'Certificate', extensions: ['pfx'] }]);
  expect((await port.call('app.info', {})).canChooseFiles).toBe(true);
});
