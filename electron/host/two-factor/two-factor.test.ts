/** The whole host against a server that requires two-factor codes, as RavenDB 7.1.5 does. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import type { HttpMethod, OtherNode, Port, TwoFactorState } from '../../../src/contract/index.ts';
import { makeCertificates, text, type TestCertificates } from '../test-environment/certificates.ts';
import { startHost } from '../test-environment/host-port.ts';
import { listenHttp, type LocalServer } from '../test-environment/local-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { readCode, sessionFrom, wrongCodeText } from './sign-in.ts';

let certificates: TestCertificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});
afterAll(() => certificates.remove());

/** What the server knows; a sign-in replaces the session, as on RavenDB. */
let session: string | undefined;
let seen: { url: string; cookie: string | undefined }[] = [];
let signIn: { status: number; body?: string; cookies?: string[] } | undefined;
beforeEach(() => {
  session = undefined;
  seen = [];
  signIn = undefined;
});

async function tlsOptions() {
  const { cert, key } = certificates.server;
  return { cert: await text(cert), key: await text(key), requestCert: true, rejectUnauthorized: false };
}

async function secured(): Promise<LocalServer> {
  let issued = 0;
  /** RavenDB repeats its first refusal for the lifetime of a TCP connection. */
  const refused = new WeakSet();
  const server = await listenHttp(
    (request, response, body) => {
      const { method, url = '', headers } = request;
      seen.push({ url, cookie: headers.cookie });
      if (url === '/authentication/2fa/configuration')
        response.end('{"DefaultTwoFactorSessionDurationInMin":120,"MaxTwoFactorSessionDurationInMin":1440}');
      else if (url.startsWith('/authentication/2fa') && method === 'DELETE') {
        session = undefined;
        response.writeHead(204).end();
      } else if (url.startsWith('/authentication/2fa')) {
        if (signIn)
          response
            .writeHead(signIn.status, signIn.cookies ? { 'set-cookie': signIn.cookies } : {})
            .end(signIn.body);
        else if (body !== '{"Token":12345}') response.writeHead(406).end('{"Error":"Wrong token provided"}');
        else {
          session = `2fa-cookie=guid-${++issued}`;
          response.writeHead(202, { 'set-cookie': `${session}; max-age=300; path=/; secure` }).end();
        }
      } else if (session !== undefined && headers.cookie === session && !refused.has(request.socket))
        response.end('{"Databases":[]}');
      else {
        refused.add(request.socket);
        response.writeHead(428).end('{"Type":"InvalidAuth","Message":"requires two factor"}');
      }
    },
    await tlsOptions(),
  );
  const sockets = new WebSocketServer({ noServer: true });
  server.server.on('upgrade', (request, socket, head) => {
    seen.push({ url: request.url ?? '', cookie: request.headers.cookie });
    if (session === undefined || request.headers.cookie !== session)
      socket.end('HTTP/1.1 428 Precondition Required\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    else sockets.handleUpgrade(request, socket, head, (open) => open.send('{"live":1}'));
  });
  return server;
}

async function connected(server: LocalServer, folder?: string): Promise<{ port: Port; id: string }> {
  const port = (await startHost(folder ?? (await temporaryFolder()), { logLevel: 'debug' })).window();
  return { port, id: await add(port, server.url) };
}

async function add(port: Port, url: string, nodes?: OtherNode[]): Promise<string> {
  const { connection } = await port.call('connections.save', {
    connection: {
      kind: 'server',
      name: 'Live',
      colour: 'red',
      mode: 'full',
      url,
      ...(nodes === undefined ? {} : { nodes }),
      authorityPath: certificates.authority,
      certificate: {
        kind: 'pem',
        certificatePath: certificates.client.cert,
        keyPath: certificates.client.key,
      },
    },
  });
  return connection.id;
}

const send = (port: Port, connection: string, method: HttpMethod = 'GET', path = '/databases') =>
  port.call('http.request', { connection, method, path });

const stateOf = async (port: Port, id: string): Promise<TwoFactorState | undefined> =>
  (await port.call('connections.list', {})).connections.find((each) => each.connection.id === id)?.twoFactor;

/** Resolves when the host reports that requests wait for a code. */
async function waiting(port: Port, id: string): Promise<void> {
  const abort = new AbortController();
  const changes = port.open('connections.watch', {}, { signal: abort.signal })[Symbol.asyncIterator]();
  for (;;) {
    const change = changes.next();
    // The last one is cancelled below.
    change.catch(() => undefined);
    const state = await stateOf(port, id);
    if (state?.state === 'code-needed' && state.waiting) break;
    await change;
  }
  abort.abort();
}

const enter = (port: Port, id: string, code = '012 345', node?: string) =>
  port.call('twoFactor.signIn', {
    id,
    code,
    minutes: 5,
    scope: 'connection',
    ...(node === undefined ? {} : { node }),
  });

it('two-factor: a read waits for the code, is repeated, and later requests and sockets carry the session', async () => {
  const server = await secured();
  const { port, id } = await connected(server);
  const reads = Promise.all([1, 2, 3].map(() => send(port, id)));
  await waiting(port, id);
  expect(await port.call('twoFactor.limits', { id })).toEqual({ defaultMinutes: 120, maximumMinutes: 1440 });
  await enter(port, id);
  expect((await reads).map(({ body }) => body)).toEqual(Array(3).fill('{"Databases":[]}'));
  expect(await stateOf(port, id)).toMatchObject({ state: 'signed-in', scope: 'connection' });
  const abort = new AbortController();
  const feed = port.open('socket', { connection: id, path: '/threads-info/watch' }, { signal: abort.signal });
  const items = feed[Symbol.asyncIterator]();
  expect((await items.next()).value).toMatchObject({ kind: 'open' });
  expect((await items.next()).value).toEqual({ kind: 'text', text: '{"live":1}' });
  abort.abort();
});

it('two-factor: a session that ends in the middle of work lets reads wait again, and writes fail unsent', async () => {
  const server = await secured();
  const { port, id } = await connected(server);
  const first = send(port, id);
  await waiting(port, id);
  await enter(port, id);
  await first;
  session = undefined;
  await expect(send(port, id, 'PUT', '/databases/shop/docs?id=a')).rejects.toMatchObject({
    code: 'two-factor',
    message: expect.stringContaining('was not executed') as unknown,
  });
  const read = send(port, id);
  await waiting(port, id);
  expect(await stateOf(port, id)).toMatchObject({ ended: true });
  await enter(port, id);
  expect((await read).status).toBe(200);
});

it('two-factor: declining fails waiting reads, and later ones do not wait until the next sign-in', async () => {
  const server = await secured();
  const { port, id } = await connected(server);
  const read = send(port, id);
  const failed = expect(read).rejects.toMatchObject({ code: 'two-factor' });
  await waiting(port, id);
  await port.call('twoFactor.decline', { id });
  await failed;
  await expect(send(port, id)).rejects.toMatchObject({ code: 'two-factor' });
  await enter(port, id);
  expect((await send(port, id)).status).toBe(200);
  await port.call('twoFactor.signOut', { id });
  expect(session).toBeUndefined();
  await expect(send(port, id)).rejects.toMatchObject({ code: 'two-factor' });
  expect(seen.at(-1)?.cookie).toBeUndefined();
});

it('two-factor: another certificate gets no session of the previous one, and waiting reads are repeated with it', async () => {
  const server = await secured();
  const { port, id } = await connected(server);
  const first = send(port, id);
  await waiting(port, id);
  await enter(port, id);
  await first;
  const { connection } = (await port.call('connections.list', {})).connections[1] ?? {};
  if (connection?.kind !== 'server') throw new Error('The connection is gone.');
  const { cert, key } = certificates.nextClient;
  const changed = {
    ...connection,
    certificate: { kind: 'pem', certificatePath: cert, keyPath: key } as const,
  };
  await port.call('connections.save', { connection: changed });
  expect(await stateOf(port, id)).toBeUndefined();
  const read = send(port, id);
  await waiting(port, id);
  expect(seen.at(-1)?.cookie).toBeUndefined();
  expect(await stateOf(port, id)).toEqual({ state: 'code-needed', waiting: true, ended: false });
  // The server lets in the certificate that is active then.
  const before = seen.length;
  await port.call('connections.save', { connection });
  await expect.poll(() => seen.length).toBeGreaterThan(before);
  await waiting(port, id);
  await enter(port, id);
  expect((await read).status).toBe(200);
});

it('two-factor: the session belongs to one connection, reaches no page, and is in no log', async () => {
  const [server, other] = [await secured(), await secured()];
  const folder = await temporaryFolder();
  const { port, id } = await connected(server, folder);
  const second = await add(port, other.url);
  await enter(port, id);
  const answer = await send(port, id);
  expect(JSON.stringify([answer, await port.call('connections.list', {})])).not.toContain('guid-');
  const read = send(port, second);
  const failed = expect(read).rejects.toMatchObject({ code: 'two-factor' });
  await waiting(port, second);
  await port.call('twoFactor.decline', { id: second });
  await failed;
  const cookies = new Set(seen.map(({ cookie }) => cookie));
  expect([...cookies]).toEqual([undefined, '2fa-cookie=guid-1']);
  expect(seen.at(-1)?.cookie).toBeUndefined();
  const readLog = () => readFile(join(folder, 'logs', 'rookery.log'), 'utf8').catch(() => '');
  await expect.poll(readLog).toContain('two-factor-sign-in');
  const log = await readLog();
  expect(log).not.toMatch(/guid-|2fa-cookie|012 ?345|12345/);
});

it('two-factor: another node has a session of its own, which reads wait for while the server is down', async () => {
  const node = await secured();
  const port = (await startHost(await temporaryFolder())).window();
  const at = { tag: 'B', url: node.url };
  // Nothing listens on the discard port.
  const id = await add(port, 'https://127.0.0.1:9', [at]);
  const read = send(port, id);
  await waiting(port, id);
  expect(await stateOf(port, id)).toEqual({ state: 'code-needed', waiting: true, ended: false, node: at });
  expect(await port.call('twoFactor.limits', { id, node: 'B' })).toMatchObject({ defaultMinutes: 120 });
  await expect(enter(port, id, '012345', 'C')).rejects.toMatchObject({ code: 'bad-request' });
  await enter(port, id, '012345', 'B');
  expect(await read).toMatchObject({ status: 200, node: 'B' });
  expect(await stateOf(port, id)).toMatchObject({ state: 'signed-in', node: at });
  await port.call('twoFactor.signOut', { id, node: 'B' });
  expect(session).toBeUndefined();
  // Declined: reads fail with the error of the server itself.
  await expect(send(port, id)).rejects.toMatchObject({ code: 'refused' });
  expect(await stateOf(port, id)).toMatchObject({ state: 'code-needed', waiting: false, node: at });
});

it('two-factor: a code for another node is no longer needed when the server answers again', async () => {
  const [server, node] = [await secured(), await secured()];
  const { port: ownPort } = server;
  await server.close();
  const port = (await startHost(await temporaryFolder())).window();
  const id = await add(port, `https://127.0.0.1:${ownPort}`, [{ tag: 'B', url: node.url }]);
  const read = send(port, id);
  const failed = expect(read).rejects.toMatchObject({ code: 'refused' });
  await waiting(port, id);
  await port.call('twoFactor.decline', { id, node: 'B' });
  await failed;
  expect(await stateOf(port, id)).toMatchObject({ state: 'code-needed', node: { tag: 'B' } });
  await listenHttp((_request, response) => response.end('{"Databases":[]}'), await tlsOptions(), ownPort);
  expect((await send(port, id)).node).toBeUndefined();
  expect(await stateOf(port, id)).toBeUndefined();
});

it('two-factor: no page sends a code by itself, in any mode', async () => {
  const server = await secured();
  const { port, id } = await connected(server);
  for (const [method, path] of [
    ['POST', '/authentication/2fa?hasLimits=false'],
    ['POST', '/AUTHENTICATION/2fa'],
    ['DELETE', '/authentication/2fa'],
  ] as const)
    await expect(send(port, id, method, path)).rejects.toMatchObject({ code: 'bad-request' });
  expect(seen).toEqual([]);
});

it('two-factor: wrong codes are explained, and the fourth waits', async () => {
  const server = await secured();
  const { port, id } = await connected(server);
  for (let attempt = 0; attempt < 3; attempt++)
    await expect(enter(port, id, '999999')).rejects.toMatchObject({
      message: expect.stringContaining('wrong or expired') as unknown,
    });
  // Also after the connection is removed and added again.
  await port.call('connections.remove', { id });
  const again = await add(port, server.url);
  const sent = seen.length;
  await expect(enter(port, again)).rejects.toMatchObject({
    message: expect.stringMatching(/sends the next one in \d+ s/) as unknown,
  });
  expect(seen).toHaveLength(sent);
});

it.each([
  [
    400,
    '{"Error":"Requested two factor authentication duration is higher than maximum"}',
    'Choose a shorter',
  ],
  [400, '{"Error":"The certificate X is not set up for two factor authentication"}', 'no two-factor key'],
  [403, '{"Message":"expired"}', 'denies access'],
  [429, '', 'Wait a minute'],
  [404, '<html>', 'no two-factor sign-in'],
  [500, '', 'returned 500'],
  [202, '', 'sent no session'],
])('two-factor: the refusal %i %s of a code is explained', async (status, body, words) => {
  const server = await secured();
  const { port, id } = await connected(server);
  signIn = { status, body };
  await expect(enter(port, id)).rejects.toMatchObject({
    code: 'two-factor',
    message: expect.stringContaining(words) as unknown,
  });
});

it('two-factor: a 428 without TLS and certificate is an ordinary response: no code is sent in the clear', async () => {
  const server = await listenHttp((_request, response) => response.writeHead(428).end('{}'));
  const port = (await startHost(await temporaryFolder())).window();
  const { connection } = await port.call('connections.save', {
    connection: { kind: 'server', name: 'Plain', colour: 'red', mode: 'read-only', url: server.url },
  });
  expect((await send(port, connection.id)).status).toBe(428);
  await expect(enter(port, connection.id)).rejects.toMatchObject({ code: 'bad-request' });
});

it('two-factor: accepts six digits in any spelling, and nothing else', () => {
  expect(readCode(' 123 456 ')).toBe('123456');
  for (const wrong of ['12345', '1234567', '12345a', '']) expect(() => readCode(wrong)).toThrow('six digits');
});

it('two-factor: reads only a well-formed session cookie', () => {
  const good = '2fa-cookie=ab-12; max-age=60; path=/';
  expect(sessionFrom(['x=1; max-age=9', good], 1000)).toEqual({ cookie: '2fa-cookie=ab-12', until: 61_000 });
  for (const bad of [
    '2fa-cookie=a b; max-age=60',
    '2fa-cookie=ab',
    '2fa-cookie=ab; max-age=0',
    `2fa-cookie=${'a'.repeat(300)}; max-age=60`,
  ])
    expect(sessionFrom([bad], 0), bad).toBeUndefined();
});

it('two-factor: names the difference of the clocks when it explains the refusal', () => {
  const at = (ms: number) => new Date(ms).toUTCString();
  const now = 1_700_000_000_000;
  expect(wrongCodeText('https://a', at(now + 600_000), now)).toContain('10 min ahead of');
  expect(wrongCodeText('https://a', at(now - 90_000), now)).toContain('90 s behind');
  for (const date of [at(now + 5000), undefined, 'never'])
    expect(wrongCodeText('https://a', date, now)).toContain('wrong or expired');
});
