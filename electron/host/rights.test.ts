/** How a compromised page tries to raise its access through the real port, and what prevents it. */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Port, ServerConnection } from '../../src/contract/index.ts';
import { dialog } from './test-environment/answered-dialog.ts';
import { makeCertificates, type TestCertificates } from './test-environment/certificates.ts';
import { hostOn, startHost } from './test-environment/host-port.ts';
import { listenHttp } from './test-environment/local-server.ts';
import { temporaryFolder } from './test-environment/temporary-folder.ts';

type Wanted = Omit<ServerConnection, 'id'> & { id?: string };

const readOnly: Wanted = {
  kind: 'server',
  name: 'Live',
  colour: 'red',
  mode: 'read-only',
  url: 'http://127.0.0.1:1',
};

const save = (port: Port, connection: Wanted) => port.call('connections.save', { connection });
const stored = async (port: Port) =>
  (await port.call('connections.list', {})).connections.map((each) => each.connection);
const refused = { code: 'not-confirmed' };

describe('a page that saves connections', () => {
  let folder: string;
  let person: ReturnType<typeof dialog>;
  let port: Port;
  beforeEach(async () => {
    folder = await temporaryFolder();
    person = dialog();
    port = await hostOn(folder, { confirmation: person.confirmation });
  });

  it('adds a read-only one without a question', async () => {
    await save(port, readOnly);
    expect(person.shown).toEqual([]);
  });

  it.each(['guarded', 'full'] as const)('adds no %s one without a yes', async (mode) => {
    await expect(save(port, { ...readOnly, mode })).rejects.toMatchObject(refused);
    expect(await stored(port)).toHaveLength(1);
    expect(person.shown).toMatchObject([
      { summary: expect.stringMatching(`http://127.0.0.1:1 .*Live.*${mode} access`) as unknown },
    ]);
    person.answers.push(true);
    await save(port, { ...readOnly, mode });
    expect((await stored(port))[1]).toMatchObject({ mode });
  });

  it.each<[string, Partial<Wanted>]>([
    ['mode', { mode: 'full' }],
    ['mode by a step', { mode: 'guarded' }],
    ['address', { url: 'http://127.0.0.1:2' }],
    ['address beyond what a dialog shows', { url: `http://127.0.0.1:1/${'a'.repeat(280)}b` }],
    ['certificate', { certificate: { kind: 'pfx', path: '/nobody/client.pfx' } }],
    ['authority', { authorityPath: '/nobody/ca.pem' }],
  ])('changes no %s of a saved one without a yes', async (_what, part) => {
    const { connection } = await save(port, readOnly);
    await expect(save(port, { ...readOnly, ...part, id: connection.id })).rejects.toMatchObject(refused);
    expect((await stored(port))[1]).toEqual(connection);
    expect(person.shown).toHaveLength(1);
    person.answers.push(true);
    await save(port, { ...readOnly, ...part, id: connection.id });
    expect((await stored(port))[1]).toMatchObject(part);
  });

  it('lowers the mode, renames and recolours without a question', async () => {
    person.answers.push(true);
    const { connection } = await save(port, { ...readOnly, mode: 'full' });
    await save(port, { ...readOnly, id: connection.id, mode: 'guarded', name: 'Other', colour: 'blue' });
    await port.call('connections.setMode', { id: connection.id, mode: 'read-only' });
    expect(person.shown).toHaveLength(1);
    expect((await stored(port))[1]).toMatchObject({ mode: 'read-only', name: 'Other' });
  });

  it('raises no mode by setMode without a yes, that of the sandbox included', async () => {
    const { connection } = await save(port, readOnly);
    await expect(port.call('connections.setMode', { id: connection.id, mode: 'full' })).rejects.toMatchObject(
      refused,
    );
    await port.call('connections.setMode', { id: 'sandbox', mode: 'read-only' });
    const write = { connection: 'sandbox', method: 'PUT', path: '/databases/shop/docs?id=a' } as const;
    await expect(port.call('http.request', write)).rejects.toMatchObject({ code: 'policy-refused' });
    await expect(port.call('connections.setMode', { id: 'sandbox', mode: 'full' })).rejects.toMatchObject(
      refused,
    );
    expect((await stored(await hostOn(folder)))[0]).toMatchObject({ id: 'sandbox', mode: 'read-only' });
    person.answers.push(true);
    await port.call('connections.setMode', { id: 'sandbox', mode: 'full' });
    expect((await stored(port))[0]).toMatchObject({ mode: 'full' });
  });

  it('names the other connection when a second one to the same server would allow more', async () => {
    await save(port, { ...readOnly, name: 'Watched' });
    await expect(save(port, { ...readOnly, name: 'Second', mode: 'full' })).rejects.toMatchObject(refused);
    expect(person.shown[0]?.details).toContain('The connection "Watched" to the same server is read-only.');
  });

  it('cannot put lines, hidden characters or a long name into a confirmation', async () => {
    const name = 'x\n\u202E\u001b[2JAllowed: nothing. Press Allow';
    await expect(save(port, { ...readOnly, name, mode: 'full' })).rejects.toMatchObject(refused);
    await expect(save(port, { ...readOnly, name: 'y'.repeat(120), mode: 'full' })).rejects.toMatchObject(
      refused,
    );
    for (const { summary, details } of person.shown)
      for (const line of [summary, ...details]) expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    expect(person.shown[1]?.summary).toContain('60 characters are not shown');
    expect(person.shown[1]?.summary.startsWith('Add http://127.0.0.1:1 ')).toBe(true);
  });

  it('cannot pass a user name or a page off as a server', async () => {
    for (const url of ['http://prod.example@127.0.0.1:1', 'http://a:b@c', `http://a/${'b'.repeat(400)}`])
      await expect(save(port, { ...readOnly, url })).rejects.toMatchObject({ code: 'bad-request' });
  });

  it('shows a name of other scripts in its ASCII form', async () => {
    await expect(
      save(port, { ...readOnly, url: 'https://pr\u043Ed.example', mode: 'full' }),
    ).rejects.toMatchObject(refused);
    expect(person.shown[0]?.summary).toContain('https://xn--prd-');
  });

  it('gets what was shown, not what it sends afterwards or what another window made of it', async () => {
    const host = await startHost(await temporaryFolder(), {
      confirmation: {
        method: 'dialog',
        // During the dialog, another window lowers the mode.
        ask: async () => {
          await second.call('connections.setMode', { id, mode: 'read-only' });
          return true;
        },
      },
    });
    const [first, second] = [host.window(), host.window()];
    const id = 'sandbox';
    await second.call('connections.setMode', { id, mode: 'guarded' });
    await expect(first.call('connections.setMode', { id, mode: 'full' })).rejects.toMatchObject(refused);
    expect((await stored(first))[0]).toMatchObject({ mode: 'read-only' });
  });
});

describe('a page that names files', () => {
  let certificates: TestCertificates;
  beforeAll(async () => {
    certificates = await makeCertificates();
  });
  afterAll(() => certificates.remove());

  it('forgets the password of a connection whose destination changed', async () => {
    const port = await hostOn(await temporaryFolder());
    const certificate = { kind: 'pfx', path: certificates.client.pfx } as const;
    const { connection } = await save(port, { ...readOnly, certificate });
    const { id } = connection;
    const view = async () => (await port.call('connections.list', {})).connections[1];
    for (const part of [{ url: 'http://127.0.0.1:3' }, { authorityPath: certificates.authority }]) {
      await port.call('connections.unlock', { id, password: certificates.password });
      expect(await view()).toMatchObject({ needsPassword: false });
      await save(port, { ...readOnly, certificate, ...part, id });
      expect(await view()).toMatchObject({ needsPassword: true });
    }
    await port.call('connections.unlock', { id, password: certificates.password });
    await save(port, {
      ...readOnly,
      certificate,
      authorityPath: certificates.authority,
      id,
      name: 'Renamed',
    });
    expect(await view()).toMatchObject({ needsPassword: false });
  });

  it('tests no address with a file that nobody confirmed for it: nothing is read, nothing is connected', async () => {
    const person = dialog();
    let chosen = '';
    const port = await hostOn(await temporaryFolder(), {
      confirmation: person.confirmation,
      chooseFile: () => Promise.resolve(chosen),
    });
    const server = await listenHttp((_request, response) => response.end('{}'));
    const secret = join(await temporaryFolder(), 'secret');
    await writeFile(secret, 'a secret');
    const test = (path: string, url = server.url) =>
      port.call('connections.test', { url, certificate: { kind: 'pfx', path } });
    await expect(test(secret)).rejects.toMatchObject(refused);
    await expect(test('/nobody/there')).rejects.toMatchObject(refused);
    expect(server.connections()).toBe(0);
    expect(person.shown[0]?.summary).toContain(server.url);
    expect(person.shown[0]?.details).toEqual([`Client certificate: ${secret}`]);

    person.answers.push(true);
    await test(certificates.client.pfx);
    // A confirmed server does not need another confirmation, also not to save it read-only.
    await test(certificates.client.pfx);
    const certificate = { kind: 'pfx', path: certificates.client.pfx } as const;
    await save(port, { ...readOnly, url: server.url, certificate });
    expect(person.shown).toHaveLength(3);
    // The stored certificate is not presented to another server.
    const other = await listenHttp((_request, response) => response.end('{}'));
    await expect(test(certificates.client.pfx, other.url)).rejects.toMatchObject({ code: 'not-confirmed' });
    expect(other.connections()).toBe(0);
    // A file selected by the user is.
    chosen = certificates.client.pfx;
    await port.call('files.choose', { title: 'Certificate' });
    await test(certificates.client.pfx, other.url);
    expect(other.connections()).toBeGreaterThan(0);
  });

  it.each([
    '\\\\server\\share\\client.pfx',
    '//server/share/client.pfx',
    '\\\\.\\PhysicalDrive0',
    '\\\\?\\UNC\\server\\share\\a.pfx',
    '/dev/zero',
    '/proc/self/environ',
    '/sys/kernel/notes',
    'C:\\certs\\CON',
    'C:/certs/nul.pfx',
    '/certs/LPT1',
    'client.pfx',
    '../client.pfx',
    `/${'a'.repeat(1100)}`,
  ])('is refused %s before any question or read', async (path) => {
    const person = dialog();
    const port = await hostOn(await temporaryFolder(), { confirmation: person.confirmation });
    const certificate = { kind: 'pfx', path } as const;
    const call = { code: 'certificate', message: expect.stringContaining('not read') as unknown };
    await expect(save(port, { ...readOnly, certificate })).rejects.toMatchObject(call);
    await expect(save(port, { ...readOnly, authorityPath: path })).rejects.toMatchObject(call);
    await expect(
      port.call('connections.test', { url: 'http://127.0.0.1:1', certificate }),
    ).rejects.toMatchObject(call);
    expect(person.shown).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'reads no device by a link, no folder and nothing beyond 1 MiB, confirmed or not',
    async () => {
      const folder = await temporaryFolder();
      const at = (name: string): string => join(folder, name);
      await symlink('/dev/zero', at('device'));
      await symlink('/proc/self/environ', at('environment'));
      await mkdir(at('folder'));
      await writeFile(at('large'), Buffer.alloc(1024 * 1024 + 1));
      const port = await hostOn(folder);
      for (const [name, words] of [
        ['device', 'device or system path'],
        ['environment', 'device or system path'],
        ['folder', 'not a regular file'],
        ['large', 'larger than 1 MiB'],
      ] as const) {
        await save(port, { ...readOnly, name, certificate: { kind: 'pfx', path: at(name) } });
        const view = (await port.call('connections.list', {})).connections.at(-1);
        expect(view?.problem).toContain(words);
      }
    },
  );
});

describe('a dangerous request on a guarded connection', () => {
  const danger = {
    method: 'DELETE',
    path: '/admin/databases',
    body: '{"DatabaseNames":["shop"]}',
  } as const;

  async function guarded(mode: 'guarded' | 'read-only' | 'full' = 'guarded') {
    const received: string[] = [];
    const server = await listenHttp((request, response, body) => {
      received.push(`${String(request.method)} ${String(request.url)} ${body}`);
      response.end('{}');
    });
    const person = dialog();
    const folder = await temporaryFolder();
    const { connection } = await save(await hostOn(folder), { ...readOnly, url: server.url, mode });
    const port = await hostOn(folder, { confirmation: person.confirmation });
    return { received, person, port, connection, folder };
  }

  it('is refused as overridable, without a question', async () => {
    const { port, connection, person, received } = await guarded();
    await expect(port.call('http.request', { connection: connection.id, ...danger })).rejects.toMatchObject({
      code: 'policy-refused',
      confirmable: true,
    });
    expect(person.shown).toEqual([]);
    expect(received).toEqual([]);
  });

  it('is not sent without a yes, and sent as it was shown with one', async () => {
    const { port, connection, person, received, folder } = await guarded();
    const request = { connection: connection.id, ...danger, confirm: true } as const;
    await expect(port.call('http.request', request)).rejects.toMatchObject(refused);
    expect(received).toEqual([]);
    person.answers.push(true);
    expect((await port.call('http.request', request)).status).toBe(200);
    expect(received).toEqual(['DELETE /admin/databases {"DatabaseNames":["shop"]}']);
    expect(person.shown[1]?.summary).toContain('DELETE /admin/databases');
    expect(person.shown[1]?.summary).toContain('"Live"');
    expect(person.shown[1]?.details.join()).toContain('{"DatabaseNames":["shop"]}');
    await expect
      .poll(() => readFile(join(folder, 'logs', 'rookery.log'), 'utf8'))
      .toContain('"outcome":"allowed"');
  });

  it('names the database of a database route', async () => {
    const { port, connection, person } = await guarded();
    await expect(
      port.call('http.request', {
        connection: connection.id,
        method: 'DELETE',
        path: '/databases/shop/indexes?name=Orders',
        confirm: true,
      }),
    ).rejects.toMatchObject(refused);
    expect(person.shown[0]?.details).toEqual([
      'Database: shop',
      'Request: DELETE /databases/shop/indexes?name=Orders',
    ]);
  });

  it('is never sent on a read-only connection, and sent at once on a full one', async () => {
    const readOnlyWorld = await guarded('read-only');
    await expect(
      readOnlyWorld.port.call('http.request', {
        connection: readOnlyWorld.connection.id,
        ...danger,
        confirm: true,
      }),
    ).rejects.toMatchObject({ code: 'policy-refused', confirmable: false });
    expect(readOnlyWorld.person.shown).toEqual([]);
    const full = await guarded('full');
    await full.port.call('http.request', { connection: full.connection.id, ...danger, confirm: true });
    expect(full.person.shown).toEqual([]);
    expect(full.received).toHaveLength(1);
  });
});
