import { mkdir, symlink, writeFile } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { connectPort, offeredProtocols } from '../../src/contract/index.ts';
import { createHost } from '../host/host.ts';
import { listenHttp } from '../host/test-environment/local-server.ts';
import { temporaryFolder } from '../host/test-environment/temporary-folder.ts';
import { serve } from './server.ts';

interface RawResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

async function started() {
  const folder = await temporaryFolder();
  const renderer = join(folder, 'renderer');
  await mkdir(join(renderer, 'assets'), { recursive: true });
  await writeFile(join(renderer, 'index.html'), '<!doctype html><title>Rookery</title>');
  await writeFile(join(renderer, 'assets', 'main-abc.js'), 'export {};');
  await writeFile(join(renderer, '.hidden.js'), 'hidden');
  await writeFile(join(folder, 'secret.json'), '{"secret":true}');
  await symlink(join(folder, 'secret.json'), join(renderer, 'link.json'));
  const printed: string[] = [];
  const host = await createHost({
    dataFolder: join(folder, 'data'),
    surface: 'serve',
    addonPath: join(folder, 'none.node'),
    stackcapPath: join(folder, 'none'),
    version: '0.0.0',
    confirmation: { method: 'code', print: (line) => printed.push(line) },
  });
  const served = await serve({
    handlersForWindow: () => host.handlersForWindow(),
    log: host.log,
    rendererFolder: renderer,
    port: 0,
  });
  onTestFinished(async () => {
    await served.close();
    await host.close();
  });
  const { port } = served;
  /** Raw: nothing normalises path and headers on the way. */
  const ask = (path: string, headers: http.OutgoingHttpHeaders = {}, method = 'GET'): Promise<RawResponse> =>
    new Promise((resolve, reject) => {
      const request = http.request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (body += part));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      });
      request.once('error', reject);
      request.end();
    });
  const entrance = new URL(served.url).pathname;
  const own = `http://127.0.0.1:${port}`;
  /** With a new address, so that it can be called repeatedly. */
  const enter = async (): Promise<Session> => {
    const { headers, body } = await ask(new URL(served.newAddress()).pathname);
    return {
      cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '',
      key: /content="([\w-]+)"/.exec(body)?.[1] ?? '',
    };
  };
  return { port, served, entrance, ask, enter, own, printed };
}

interface Session {
  readonly cookie: string;
  readonly key: string;
}

it('delivers a strict cookie and the key for the token, once, and then the window', async () => {
  const { ask, entrance } = await started();
  const first = await ask(entrance);
  expect(first.status).toBe(200);
  expect(first.headers['cache-control']).toBe('no-store');
  const [cookie = ''] = first.headers['set-cookie'] ?? [];
  expect(cookie).toMatch(/^rookery-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/);
  const token = entrance.slice('/enter/'.length);
  const [, key = ''] = /name="rookery-key" content="([\w-]{43})"/.exec(first.body) ?? [];
  expect(new Set([token, key, cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'))]).size).toBe(3);
  // The CSP allows no inline script: the page's only script is a file without secrets.
  expect(first.body).not.toMatch(/<script(?! src="\/enter\.js" defer><\/script>)/);
  const script = await ask('/enter.js');
  expect(script.status).toBe(200);
  expect(script.body).not.toContain(key);

  const again = await ask(entrance);
  expect(again.status).toBe(403);
  expect(again.headers).not.toHaveProperty('set-cookie');
  expect(again.body).toContain('has been used');
  expect(again.body).not.toContain(key);

  const session = { cookie: cookie.split(';')[0] };
  // An authenticated browser can open the old address and reload repeatedly; the key is not delivered twice.
  const back = await ask(entrance, session);
  expect(back).toMatchObject({ status: 303, body: '' });
  for (let count = 0; count < 2; count++) {
    const page = await ask('/', session);
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('Rookery') as unknown });
    expect(page.body).not.toContain(key);
  }
});

it('issues a new address, which invalidates the previous one', async () => {
  const { ask, entrance, served } = await started();
  const next = new URL(served.newAddress()).pathname;
  expect(next).not.toBe(entrance);
  expect((await ask(entrance)).status).toBe(403);
  expect((await ask(next)).status).toBe(200);
});

it('does not consume the token for a HEAD request', async () => {
  const { ask, entrance } = await started();
  expect((await ask(entrance, {}, 'HEAD')).status).toBe(403);
  expect((await ask(entrance)).status).toBe(200);
});

it('sends its headers with everything, and allows caching only for hashed files', async () => {
  const { ask, enter } = await started();
  const { cookie } = await enter();
  for (const path of ['/', '/assets/main-abc.js', '/missing', '/favicon.ico']) {
    const { headers } = await ask(path, { cookie });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  }
  expect((await ask('/', { cookie })).headers['cache-control']).toBe('no-store');
  expect((await ask('/assets/main-abc.js', { cookie })).headers).toMatchObject({
    'cache-control': expect.stringContaining('immutable') as unknown,
    'content-type': 'text/javascript; charset=utf-8',
  });
});

it.each(['/', '/index.html', '/assets/main-abc.js', '/missing'])(
  'refuses %s without the cookie',
  async (path) => {
    const { ask, enter } = await started();
    const { cookie } = await enter();
    for (const wrong of [
      {},
      { cookie: '' },
      { cookie: `${cookie}x` },
      { cookie: `x${cookie}` },
      { cookie: 'rookery=1' },
    ]) {
      const answer = await ask(path, wrong);
      expect(answer).toMatchObject({ status: 403, body: expect.stringContaining('token') as unknown });
      expect(answer.headers['content-type']).toContain('text/plain');
    }
  },
);

it.each([
  'evil.example',
  'evil.example:80',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  '0.0.0.0',
  '169.254.1.1',
])('refuses the Host %s, also with the token or the cookie', async (host) => {
  const { ask, enter, entrance } = await started();
  expect((await ask(entrance, { host })).status).toBe(403);
  const { cookie } = await enter();
  const answer = await ask('/', { host, cookie });
  expect(answer).toMatchObject({ status: 403, body: expect.stringContaining('127.0.0.1') as unknown });
});

it('accepts every loopback name, also through a tunnel', async () => {
  const { ask, enter } = await started();
  const { cookie } = await enter();
  for (const host of ['localhost', 'localhost:9999', '127.0.0.1:8123', '[::1]:80'])
    expect((await ask('/', { host, cookie })).status).toBe(200);
});

it('refuses a foreign Origin', async () => {
  const { ask, enter, own } = await started();
  const { cookie } = await enter();
  for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:1', own.replace('http', 'https')])
    expect((await ask('/', { cookie, origin })).status).toBe(403);
  expect((await ask('/', { cookie, origin: own })).status).toBe(200);
});

it('allows only reads', async () => {
  const { ask, enter, own } = await started();
  const { cookie } = await enter();
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect((await ask('/', { cookie, origin: own }, method)).status).toBe(405);
});

it.each([
  '/../secret.json',
  '/assets/../../secret.json',
  '/%2e%2e/secret.json',
  '/..%2fsecret.json',
  '/%2e%2e%2fsecret.json',
  '/..%5csecret.json',
  '//secret.json',
  '/link.json',
  '/.hidden.js',
  '/assets',
  '/assets/',
  '/index.html%00.js',
  '/%',
  '/C:/secret.json',
])('does not serve %s', async (path) => {
  const { ask, enter } = await started();
  const answer = await ask(path, { cookie: (await enter()).cookie });
  expect(answer.status).toBe(404);
  expect(answer.body).not.toContain('secret');
});

it('survives a request that is not HTTP', async () => {
  const { port, ask, enter } = await started();
  await new Promise<void>((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.end('\u0000\u0001 nonsense\r\n\r\n'));
    socket.on('close', () => resolve()).resume();
  });
  expect((await ask('/', { cookie: (await enter()).cookie })).status).toBe(200);
});

/** Resolves to the status that refused the socket, or 101. */
const openSocket = (
  port: number,
  path: string,
  { key, ...headers }: Record<string, string>,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const protocols = key === undefined ? [] : offeredProtocols(key);
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, { headers });
    socket.once('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.once('unexpected-response', (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    socket.once('error', reject);
  });

it('opens the port only to its own pages: Host, Origin, cookie and key together', async () => {
  const { port, enter, own } = await started();
  const { cookie, key } = await enter();
  const origin = own;
  expect(await openSocket(port, '/port', { cookie, key, origin })).toBe(101);
  expect(await openSocket(port, '/port', { cookie, key })).toBe(403);
  expect(await openSocket(port, '/port', { key, origin })).toBe(403);
  expect(await openSocket(port, '/port', { cookie, key, origin: 'http://evil.example' })).toBe(403);
  expect(await openSocket(port, '/port', { cookie, key, origin, host: 'evil.example' })).toBe(403);
  expect(
    await openSocket(port, '/port', { cookie, key, origin: 'http://evil.example', host: 'evil.example' }),
  ).toBe(403);
  expect(await openSocket(port, '/elsewhere', { cookie, key, origin })).toBe(404);
});

it('refuses another port that received the cookie, because it does not have the key', async () => {
  const { port, enter, own } = await started();
  const { cookie, key } = await enter();
  // A browser sends the cookie to every port of 127.0.0.1. This server records what it receives.
  const neighbour = await listenHttp((_request, response) => response.end());
  const received = new Promise<string>((resolve) =>
    neighbour.server.once('request', (request: http.IncomingMessage) =>
      resolve(request.headers.cookie ?? ''),
    ),
  );
  await fetch(neighbour.url, { headers: { cookie } });
  const stolen = await received;
  expect(stolen).toBe(cookie);
  for (const guess of [undefined, '', 'x', key.slice(0, -1), `${key}x`])
    expect(
      await openSocket(port, '/port', {
        cookie: stolen,
        origin: own,
        ...(guess === undefined ? {} : { key: guess }),
      }),
    ).toBe(403);
});

it('never returns the key in a response', async () => {
  const { port, enter, own } = await started();
  const { cookie, key } = await enter();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/port`, offeredProtocols(key), {
    headers: { cookie, origin: own },
  });
  const upgraded = new Promise<http.IncomingMessage>((resolve) => socket.once('upgrade', resolve));
  await new Promise((resolve) => socket.once('open', resolve));
  const { headers } = await upgraded;
  expect(socket.protocol).toBe('rookery');
  expect(JSON.stringify(headers)).not.toContain(key);
  socket.terminate();
});

it('closes the connection of a page that sends a frame over the limit', async () => {
  const { port, enter, own } = await started();
  const { cookie, key } = await enter();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/port`, offeredProtocols(key), {
    headers: { cookie, origin: own },
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const code = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  socket.send('x'.repeat(65 * 1024 * 1024));
  expect(await code).toBe(1009);
});

it('serves the real host: its connections, and no file dialog', async () => {
  const { port, enter, own } = await started();
  const { cookie, key } = await enter();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/port`, offeredProtocols(key), {
    headers: { cookie, origin: own },
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const connected = connectPort({
    send: (frame) => socket.send(JSON.stringify(frame)),
    onFrame: (listener) =>
      socket.on('message', (data: Buffer) => listener(JSON.parse(data.toString('utf8')))),
    onClose: (listener) => socket.on('close', () => listener('closed')),
    close: () => socket.close(),
  });
  expect(await connected.call('app.info', {})).toMatchObject({ surface: 'serve', canChooseFiles: false });
  await expect(connected.call('files.choose', { title: 'x' })).rejects.toMatchObject({ code: 'unsupported' });
  connected.close();
});
