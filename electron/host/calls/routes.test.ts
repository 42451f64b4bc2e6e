/** The whole host with connections through a proxy or an SSH server: confirmations, passwords and their files. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Port, ServerConnection } from '../../../src/contract/index.ts';
import { PassphraseProtection } from '../passwords/passphrase-protection.ts';
import { dialog } from '../test-environment/answered-dialog.ts';
import { hostOn, startHost } from '../test-environment/host-port.ts';
import { listenHttp } from '../test-environment/local-server.ts';
import { noSshServer, startSshServer } from '../test-environment/ssh-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { startProxy } from '../test-environment/test-proxy.ts';

type Wanted = Omit<ServerConnection, 'id'> & { id?: string };
const wanted = (url: string, part: Partial<Wanted> = {}): Wanted => ({
  ...{ kind: 'server', name: 'Live', colour: 'red', mode: 'read-only' },
  ...{ url, ...part },
});
const raven = () =>
  listenHttp((request, response) =>
    response.end(
      request.url === '/build/version' ? '{"ProductVersion":"7.1","FullVersion":"7.1.5"}' : '{"ok":true}',
    ),
  );
const read = (port: Port, connection: string) =>
  port.call('http.request', { connection, method: 'GET', path: '/databases' });

it('confirms a route once, shows where it leads, and confirms every change of it', async () => {
  const { shown, answers, confirmation } = dialog();
  const port = await hostOn(await temporaryFolder(), { confirmation });
  const server = await raven();
  const proxy = await startProxy({ user: 'ada', password: 'first secret' });
  const route = { kind: 'proxy', url: proxy.url, user: 'ada' } as const;
  const test = (routePassword?: string) =>
    port.call('connections.test', {
      url: server.url,
      route,
      ...(routePassword === undefined ? {} : { routePassword }),
    });

  await expect(test('first secret')).rejects.toMatchObject({ code: 'not-confirmed' });
  expect(proxy.connects).toEqual([]);
  expect(shown[0]).toMatchObject({
    summary: `Test ${server.url} through the proxy ${proxy.url}`,
    details: [`Route: proxy ${proxy.url} as "ada"`],
  });
  answers.push(true);
  const { ok, steps } = await test('first secret');
  expect(ok).toBe(true);
  expect(steps.map(({ step }) => step)).toEqual(['address', 'proxy', 'http', 'version', 'access']);
  expect(steps[1]?.message).toBe(`The proxy ${proxy.url} connects to 127.0.0.1:${server.port}.`);

  // Confirmed with the test.
  const { connection } = await port.call('connections.save', { connection: wanted(server.url, { route }) });
  expect(shown).toHaveLength(2);
  await expect(read(port, connection.id)).rejects.toMatchObject({ code: 'route' });
  await port.call('connections.setRoutePassword', { id: connection.id, password: 'first secret' });
  expect((await read(port, connection.id)).status).toBe(200);
  // Without a password in the test, the one in memory is used for the same proxy.
  expect((await test()).ok).toBe(true);

  // A changed route waits for a confirmation, and drops the password of the previous one.
  const other = await startProxy({ user: 'ada', password: 'first secret' });
  const changed = wanted(server.url, { id: connection.id, route: { ...route, url: other.url } });
  await expect(port.call('connections.save', { connection: changed })).rejects.toMatchObject({
    code: 'not-confirmed',
  });
  expect(shown.at(-1)?.details).toEqual([`Route: proxy ${proxy.url} as "ada" → proxy ${other.url} as "ada"`]);
  expect((await read(port, connection.id)).status).toBe(200);
  answers.push(true);
  await port.call('connections.save', { connection: changed });
  await expect(read(port, connection.id)).rejects.toMatchObject({ code: 'route' });
  // So does leaving out the route.
  const direct = wanted(server.url, { id: connection.id });
  await expect(port.call('connections.save', { connection: direct })).rejects.toMatchObject({
    code: 'not-confirmed',
  });
  expect(shown.at(-1)?.details).toEqual([`Route: proxy ${other.url} as "ada" → direct`]);
});

it('saves the password of a proxy encrypted, and has it in no other file, answer or log', async () => {
  const folder = await temporaryFolder();
  const passwordProtection = new PassphraseProtection('open sesame');
  const server = await raven();
  const proxy = await startProxy({ user: 'ada', password: 'hunter2' });
  const connection = wanted(server.url, { route: { kind: 'proxy', url: proxy.url, user: 'ada' } });
  const first = await hostOn(folder, { passwordProtection });
  const { id } = (await first.call('connections.save', { connection })).connection;
  await first.call('connections.setRoutePassword', { id, password: 'hunter2', save: true });
  expect((await read(first, id)).status).toBe(200);
  expect(JSON.stringify(await first.call('connections.list', {}))).not.toContain('hunter2');
  const view = (await first.call('connections.list', {})).connections.at(-1);
  expect(view).toMatchObject({ routePasswordSaved: true });

  const later = (await startHost(folder, { passwordProtection })).window();
  expect((await read(later, id)).status).toBe(200);
  for (const name of ['connections.json', 'passwords.json', join('logs', 'rookery.log')])
    expect(await readFile(join(folder, name), 'utf8')).not.toContain('hunter2');
  // An empty one is forgotten: the next connection has none.
  await later.call('connections.setRoutePassword', { id, password: '' });
  proxy.cut();
  await expect(read(later, id)).rejects.toMatchObject({ code: 'route' });
});

it('keeps the saved passphrase of an SSH key for another host key, and no other', async () => {
  const port = await hostOn(await temporaryFolder(), {
    passwordProtection: new PassphraseProtection('open sesame'),
  });
  const hostKey = `SHA256:${'a'.repeat(43)}`;
  const route = { kind: 'ssh', host: 'gate', port: 22, user: 'ada', keyPath: '/keys/one', hostKey } as const;
  const { id } = (await port.call('connections.save', { connection: wanted('http://db:8080', { route }) }))
    .connection;
  await port.call('connections.setRoutePassword', { id, password: 'hunter2', save: true });
  const isSaved = async (changed: typeof route | (Omit<typeof route, 'keyPath'> & { keyPath: string })) => {
    await port.call('connections.save', { connection: wanted('http://db:8080', { id, route: changed }) });
    return (await port.call('connections.list', {})).connections.at(-1)?.routePasswordSaved;
  };
  expect(await isSaved({ ...route, hostKey: `SHA256:${'b'.repeat(43)}` })).toBe(true);
  expect(await isSaved({ ...route, keyPath: '/keys/other' })).toBeUndefined();
});

it('shows which proxy the environment names, without its password', async () => {
  const port = await hostOn(await temporaryFolder());
  const previous = process.env.http_proxy;
  const proxy = await startProxy();
  const server = await raven();
  process.env.http_proxy = proxy.url.replace('http://', 'http://ada:hunter2@');
  try {
    const { message } = await port.call('connections.environmentProxy', { url: server.url });
    expect(message).toBe(`http_proxy names the proxy ${proxy.url}.`);
    const result = await port.call('connections.test', { url: server.url, route: { kind: 'environment' } });
    expect(result.ok).toBe(true);
    expect(result.steps[1]).toMatchObject({ step: 'proxy', ok: true });
    expect(JSON.stringify(result)).not.toContain('hunter2');
    expect(proxy.connects.length).toBeGreaterThan(0);
  } finally {
    if (previous === undefined) delete process.env.http_proxy;
    else process.env.http_proxy = previous;
  }
});

it.skipIf(noSshServer !== undefined)(
  `reads a host key without a confirmation, and confirms its fingerprint before a key is used (${noSshServer ?? 'OpenSSH'})`,
  async () => {
    const { shown, answers, confirmation } = dialog();
    const port = await hostOn(await temporaryFolder(), { confirmation });
    const server = await raven();
    const ssh = await startSshServer(await temporaryFolder());
    const place = { kind: 'ssh', host: '127.0.0.1', port: ssh.port, user: ssh.user } as const;
    const unknown = await port.call('connections.test', { url: server.url, route: place });
    expect(shown).toEqual([]);
    expect(unknown.steps.at(-1)).toMatchObject({
      step: 'ssh',
      ok: false,
      hostKey: { type: 'ssh-ed25519', fingerprint: ssh.hostKey },
    });
    const route = { ...place, keyPath: ssh.keyPath, hostKey: ssh.hostKey };
    answers.push(true);
    const { ok, steps } = await port.call('connections.test', { url: server.url, route });
    expect(shown[0]).toMatchObject({
      summary: `Test ${server.url} through the SSH server 127.0.0.1:${ssh.port} with files of this computer`,
      details: [
        `Route: SSH ${ssh.user}@127.0.0.1:${ssh.port}, key ${ssh.keyPath}, only host key ${ssh.hostKey}`,
      ],
    });
    expect(ok).toBe(true);
    expect(steps.map(({ step }) => step)).toEqual(['address', 'ssh', 'http', 'version', 'access']);
    const { connection } = await port.call('connections.save', { connection: wanted(server.url, { route }) });
    expect((await read(port, connection.id)).status).toBe(200);
    // Another host key is another way.
    const hostKey = `SHA256:${'a'.repeat(43)}`;
    const other = wanted(server.url, { id: connection.id, route: { ...route, hostKey } });
    await expect(port.call('connections.save', { connection: other })).rejects.toMatchObject({
      code: 'not-confirmed',
    });
  },
);

it.each([
  { kind: 'ssh', host: '-oProxyCommand=touch', port: 22, user: 'ada' },
  { kind: 'ssh', host: 'gate', port: 22, user: '-oProxyCommand=touch' },
  { kind: 'ssh', host: 'gate\nHost x', port: 22, user: 'ada' },
  {
    kind: 'ssh',
    host: 'gate',
    port: 22,
    user: 'ada',
    keyPath: '/dev/zero',
    hostKey: `SHA256:${'a'.repeat(43)}`,
  },
  { kind: 'proxy', url: 'http://ada:secret@proxy:3128' },
  { kind: 'proxy', url: 'http://proxy:3128', user: 'a\r\nHost: x' },
] as const)('refuses a route that could become an argument, a header or a device: %j', async (route) => {
  const port = await hostOn(await temporaryFolder());
  await expect(
    port.call('connections.save', { connection: wanted('http://db:8080', { route }) }),
  ).rejects.toMatchObject({ code: expect.stringMatching(/^(bad-request|certificate)$/) as string });
});
