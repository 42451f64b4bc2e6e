/** How a compromised page tries to have files of this computer read, and what prevents it. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialog } from '../test-environment/answered-dialog.ts';
import { makeCertificates, type TestCertificates } from '../test-environment/certificates.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { listenHttp } from '../test-environment/local-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { readOnly, refused, save } from './page-for-tests.ts';

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
