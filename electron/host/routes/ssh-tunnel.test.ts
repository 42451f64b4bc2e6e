import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import type { SshRoute } from '../../../src/contract/index.ts';
import { makeCertificates, text } from '../test-environment/certificates.ts';
import { freePort, listenHttp, listenTcp } from '../test-environment/local-server.ts';
import { noSshServer, startSshServer, type SshServer } from '../test-environment/ssh-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { get, never, transportTo as transportWithin } from '../test-environment/transport-to.ts';
import { SshTunnelRoute } from './ssh-route.ts';

const run = promisify(execFile);

// Each test starts several programs.
vi.setConfig({ testTimeout: 60_000 });
const patient = { timeout: 30_000 };
const transportTo: typeof transportWithin = (url, options) =>
  transportWithin(url, { connectMs: 60_000, ...options });

/** The keys of all servers of this file. */
let keys: string;
beforeAll(async () => {
  keys = await mkdtemp(join(tmpdir(), 'rookery-keys-'));
});
afterAll(() => rm(keys, { recursive: true, force: true }));

/** With the keys of the agent. */
const byAgent = (server: SshServer): SshRoute => ({
  ...{ kind: 'ssh', host: '127.0.0.1', port: server.port, user: server.user },
  hostKey: server.hostKey,
});

const routeTo = (server: SshServer, part: Partial<SshRoute> = {}): SshRoute => ({
  kind: 'ssh',
  host: '127.0.0.1',
  port: server.port,
  user: server.user,
  keyPath: server.keyPath,
  hostKey: server.hostKey,
  ...part,
});

const opened = (route: SshRoute, passphrase?: string): SshTunnelRoute =>
  new SshTunnelRoute(route, () => Promise.resolve(passphrase));

const hello = () => listenHttp((_request, response) => response.end('hello'));

/** The error of a request through this route. */
async function failure(route: SshRoute, passphrase?: string, url = 'http://127.0.0.1:1'): Promise<unknown> {
  return get(transportTo(url, { route: opened(route, passphrase) })).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
}

const message = (words: string) => expect.stringContaining(words) as string;

describe.skipIf(noSshServer !== undefined)(`an SSH tunnel (${noSshServer ?? 'OpenSSH'})`, () => {
  it('carries requests and WebSockets, with a key file, and leaves nothing behind', async () => {
    const ssh = await startSshServer(keys);
    const server = await hello();
    new WebSocketServer({ server: server.server }).on('connection', (socket) => socket.send('{}'));
    const before = await tunnelFolders();
    const transport = transportTo(server.url, { route: opened(routeTo(ssh)) });
    const answers = await Promise.all([get(transport), get(transport), get(transport)]);
    expect(answers.map(({ body }) => body)).toEqual(['hello', 'hello', 'hello']);
    const socket = await transport.openSocket('/databases/shop/changes', never);
    for await (const item of socket.items) {
      expect(item).toEqual({ kind: 'text', text: '{}' });
      break;
    }
    const during = (await tunnelFolders()).filter((each) => !before.includes(each));
    expect(during).toHaveLength(1);
    await transport.close();
    await expect.poll(async () => (await tunnelFolders()).includes(during[0] ?? ''), patient).toBe(false);
  });

  it('checks the certificate of the server for its own name', async () => {
    const files = await makeCertificates();
    onTestFinished(() => files.remove());
    const ssh = await startSshServer(keys);
    const server = await listenHttp((_request, response) => response.end('secure'), {
      cert: await text(files.server.cert),
      key: await text(files.server.key),
    });
    const named = `https://localhost:${server.port}`;
    const transport = transportTo(named, { route: opened(routeTo(ssh)), authorityPath: files.authority });
    expect((await get(transport)).body).toBe('secure');
    const misnamed = await listenHttp((_request, response) => response.end(), {
      cert: await text(files.misnamed.cert),
      key: await text(files.misnamed.key),
    });
    const wrong = transportTo(`https://localhost:${misnamed.port}`, {
      route: opened(routeTo(ssh)),
      authorityPath: files.authority,
    });
    await expect(get(wrong)).rejects.toMatchObject({
      code: 'certificate',
      message: message('another host name'),
    });
  });

  it('uses an encrypted key with its passphrase, and says when it is missing or wrong', async () => {
    const ssh = await startSshServer(keys);
    const route = routeTo(ssh, { keyPath: ssh.encryptedKeyPath });
    const { url } = await hello();
    const transport = transportTo(url, { route: opened(route, 'correct horse') });
    expect((await get(transport)).body).toBe('hello');
    expect(await failure(route)).toMatchObject({ code: 'route', message: message('enter its passphrase') });
    const wrong = await failure(route, 'hunter2');
    expect(wrong).toMatchObject({ code: 'route', message: message('its passphrase is wrong') });
    expect(JSON.stringify(wrong)).not.toContain('hunter2');
  });

  it('uses the keys of the agent', async () => {
    const ssh = await startSshServer(keys);
    const path = join(await temporaryFolder(), 'agent');
    const agent = spawn('ssh-agent', ['-D', '-a', path], { stdio: ['ignore', 'pipe', 'ignore'] });
    const previous = process.env.SSH_AUTH_SOCK;
    onTestFinished(async () => {
      if (previous === undefined) delete process.env.SSH_AUTH_SOCK;
      else process.env.SSH_AUTH_SOCK = previous;
      agent.kill();
      await once(agent, 'close');
    });
    await once(agent.stdout, 'data');
    process.env.SSH_AUTH_SOCK = path;
    const route = byAgent(ssh);
    expect(await failure(route)).toMatchObject({
      code: 'route',
      message: message('no key of the SSH agent'),
    });
    await run('ssh-add', ['-q', ssh.keyPath]);
    const { url } = await hello();
    expect((await get(transportTo(url, { route: opened(route) }))).body).toBe('hello');
    delete process.env.SSH_AUTH_SOCK;
    expect(await failure(route)).toMatchObject({ code: 'route', message: message('No SSH agent runs') });
  });

  it('starts again after a drop, and refuses another host key before it uses a key', async () => {
    const ssh = await startSshServer(keys);
    const { url } = await hello();
    const route = opened(routeTo(ssh));
    const transport = transportTo(url, { route });
    expect((await get(transport)).body).toBe('hello');
    await ssh.stop();
    await expect
      .poll(() => get(transport).catch((thrown: unknown) => thrown), patient)
      .toMatchObject({
        code: 'refused',
        message: message(`Nothing listens at the SSH server 127.0.0.1:${ssh.port}`),
      });
    await ssh.start();
    route.retry();
    expect((await get(transport)).body).toBe('hello');
    await ssh.stop();
    await ssh.start(true);
    const again = () => {
      route.retry();
      return get(transport).catch((thrown: unknown) => thrown);
    };
    await expect.poll(again, patient).toMatchObject({
      code: 'route',
      message: message('another host key than the accepted one'),
    });
    // A new run reads the presented key, so that it can be shown and compared.
    expect(await failure(routeTo(ssh))).toMatchObject({
      code: 'route',
      message: message('No key was used'),
      presented: { type: 'ssh-ed25519', fingerprint: message('SHA256:') },
    });
  });

  it('shows the host key before one is accepted, without signing in', async () => {
    const ssh = await startSshServer(keys);
    const route = routeTo(ssh, { keyPath: '/nowhere/key', hostKey: undefined });
    expect(await failure(route)).toMatchObject({
      code: 'route',
      message: message('not accepted yet'),
      presented: { type: 'ssh-ed25519', fingerprint: ssh.hostKey },
    });
  });

  it('explains what the SSH server refuses: the key, the target, forwarding', async () => {
    const ssh = await startSshServer(keys);
    expect(await failure(routeTo(ssh, { keyPath: ssh.strangerKeyPath }))).toMatchObject({
      code: 'route',
      message: message(`did not accept the key ${ssh.strangerKeyPath}`),
    });
    const banner = join(keys, 'banner');
    await writeFile(
      banner,
      'Welcome. Connection refused or timed out? Host key verification failed? Call us.\n',
    );
    const welcoming = await startSshServer(keys, `Banner ${banner}`);
    expect(await failure(routeTo(welcoming, { keyPath: ssh.strangerKeyPath }))).toMatchObject({
      message: message(`did not accept the key ${ssh.strangerKeyPath}`),
    });
    await chmod(ssh.keyPath, 0o644);
    expect(await failure(routeTo(ssh))).toMatchObject({ code: 'route', message: message('chmod 600') });
    await chmod(ssh.keyPath, 0o600);
    const closed = `http://127.0.0.1:${await freePort()}`;
    const secureClosed = closed.replace('http:', 'https:');
    expect(await failure(routeTo(ssh), undefined, closed)).toMatchObject({
      code: 'route',
      message: message('could not connect to 127.0.0.1'),
    });
    // A write may have been executed: its error never says that nothing was connected.
    const write = transportTo(closed, { route: opened(routeTo(ssh)) });
    await expect(write.request({ method: 'POST', path: '/', body: '{}' }, never)).rejects.toMatchObject({
      code: 'unreachable',
      message: message('closed the connection'),
    });
    await expect(get(transportTo(secureClosed, { route: opened(routeTo(ssh)) }))).rejects.toMatchObject({
      code: 'route',
      message: message('could not connect to 127.0.0.1'),
    });
    const strict = await startSshServer(keys, 'AllowTcpForwarding no');
    const { url } = await hello();
    expect(await failure(routeTo(strict), undefined, url)).toMatchObject({
      code: 'route',
      message: message('does not allow forwarding'),
    });
  });

  it('repeats the error of a start that failed, until it is retried', async () => {
    const ssh = await startSshServer(keys);
    let connections = 0;
    const gate = await listenTcp((socket) => {
      connections++;
      const through = net.connect(ssh.port, '127.0.0.1');
      through.on('error', () => socket.destroy());
      socket.pipe(through).pipe(socket);
    });
    const refused = routeTo(ssh, { port: gate.port, keyPath: ssh.strangerKeyPath });
    const pauses = { first: 600_000, longest: 600_000 };
    const route = new SshTunnelRoute(refused, () => Promise.resolve(undefined), pauses);
    const transport = transportTo('http://127.0.0.1:1', { route });
    const denied = { code: 'route', message: message('did not accept the key') };
    await expect(get(transport)).rejects.toMatchObject(denied);
    await expect(get(transport)).rejects.toMatchObject(denied);
    // The host key, and one start.
    expect(connections).toBe(2);
    route.retry();
    await expect(get(transport)).rejects.toMatchObject(denied);
    // The host key is known.
    expect(connections).toBe(3);
  });

  it('explains a port that is closed, and one that does not speak SSH', async () => {
    const ssh = await startSshServer(keys);
    expect(await failure(routeTo(ssh, { port: await freePort() }))).toMatchObject({ code: 'refused' });
    const stranger = await listenTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await failure(routeTo(ssh, { port: stranger.port }))).toMatchObject({ code: 'route' });
  });
});

const tunnelFolders = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('rookery-ssh-'));
