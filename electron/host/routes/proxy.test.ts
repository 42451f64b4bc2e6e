import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { makeCertificates, text, type TestCertificates } from '../test-environment/certificates.ts';
import { freePort, listenHttp, listenTcp } from '../test-environment/local-server.ts';
import { startProxy } from '../test-environment/test-proxy.ts';
import { get, never, transportTo } from '../test-environment/transport-to.ts';
import { EnvironmentRoute, HttpProxyRoute } from './http-proxy-route.ts';

let files: TestCertificates;
beforeAll(async () => {
  files = await makeCertificates();
});
afterAll(() => files.remove());

const through = (url: string, user?: string, password?: string): HttpProxyRoute =>
  new HttpProxyRoute({ kind: 'proxy', url, ...(user === undefined ? {} : { user }) }, () =>
    Promise.resolve(password),
  );

const secureServer = async (answer = 'hello') =>
  listenHttp(
    (request, response) => {
      const { socket } = request;
      const peer =
        'getPeerCertificate' in socket && (socket.getPeerCertificate as () => { subject?: unknown })();
      response.end(JSON.stringify({ answer, peer: peer && peer.subject, headers: request.headers }));
    },
    {
      cert: await text(files.server.cert),
      key: await text(files.server.key),
      ca: await text(files.authority),
      requestCert: true,
    },
  );

describe('a request through a proxy', () => {
  it('reaches an http server, keeps the connection, and sends the server no proxy password', async () => {
    const server = await listenHttp((request, response) => response.end(JSON.stringify(request.headers)));
    const proxy = await startProxy({ user: 'ada', password: 'päss:word' });
    const transport = transportTo(server.url, { route: through(proxy.url, 'ada', 'päss:word') });
    const answers = [await get(transport), await get(transport)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).not.toContain('proxy');
    expect(proxy.connects).toEqual([`127.0.0.1:${server.port}`]);
    expect(proxy.bytes().toString()).not.toContain('authorization');
  });

  it('presents the client certificate to the https server, and the proxy sees none of it', async () => {
    const server = await secureServer();
    const proxy = await startProxy();
    const transport = transportTo(server.url, {
      route: through(proxy.url),
      authorityPath: files.authority,
      certificate: { kind: 'pem', certificatePath: files.client.cert, keyPath: files.client.key },
    });
    const { body } = await get(transport, '/build/version');
    expect(JSON.parse(body)).toMatchObject({ answer: 'hello', peer: { CN: 'A client' } });
    // TLS 1.3 encrypts client certificates; the path is a witness for the request.
    const seen = proxy.bytes().toString('latin1');
    expect(seen).not.toContain('A client');
    expect(seen).not.toContain('/build/version');
  });

  it('checks the certificate for the name of the server, not of the proxy', async () => {
    const server = await listenHttp((_request, response) => response.end(), {
      cert: await text(files.misnamed.cert),
      key: await text(files.misnamed.key),
    });
    const proxy = await startProxy();
    const transport = transportTo(server.url, { route: through(proxy.url), authorityPath: files.authority });
    await expect(get(transport)).rejects.toMatchObject({
      code: 'certificate',
      message: expect.stringContaining('another host name') as string,
    });
  });

  it('accepts the pinned certificate only, before anything is sent', async () => {
    const requests: string[] = [];
    const server = await listenHttp(
      (request, response) => {
        requests.push(request.url ?? '');
        response.end();
      },
      { cert: await text(files.selfSigned.cert), key: await text(files.selfSigned.key) },
    );
    const proxy = await startProxy();
    const transport = transportTo(server.url, {
      route: through(proxy.url),
      pinnedCertificate: 'ab'.repeat(32),
    });
    await expect(get(transport)).rejects.toMatchObject({ code: 'certificate' });
    expect(requests).toEqual([]);
  });

  it('opens WebSockets as well', async () => {
    const server = await listenHttp((_request, response) => response.end());
    const sockets = new WebSocketServer({ server: server.server });
    sockets.on('connection', (socket) => socket.send('{"Type":"hello"}'));
    const proxy = await startProxy();
    const transport = transportTo(server.url, { route: through(proxy.url) });
    const socket = await transport.openSocket('/databases/shop/changes', never);
    const items: unknown[] = [];
    for await (const item of socket.items) {
      items.push(item);
      break;
    }
    expect(items).toEqual([{ kind: 'text', text: '{"Type":"hello"}' }]);
    expect(proxy.connects).toHaveLength(1);
  });

  it('repeats a read on a new connection after the proxy closed an idle one', async () => {
    const server = await listenHttp((_request, response) => response.end('again'));
    const proxy = await startProxy();
    const transport = transportTo(server.url, { route: through(proxy.url) });
    await get(transport);
    proxy.cut();
    expect((await get(transport)).body).toBe('again');
    expect(proxy.connects).toHaveLength(2);
  });
});

describe('a proxy that does not connect', () => {
  const failure = async (url: string, user?: string, password?: string) => {
    const server = await listenHttp((_request, response) => response.end());
    const transport = transportTo(server.url, { route: through(url, user, password), connectMs: 300 });
    return get(transport).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
  };

  it('is named with what to do: a password is missing or wrong', async () => {
    const proxy = await startProxy({ user: 'ada', password: 'right' });
    expect(await failure(proxy.url)).toMatchObject({
      code: 'route',
      message: `The proxy ${proxy.url} requires a user and a password. Enter them in the connection's settings.`,
    });
    expect(await failure(proxy.url, 'ada')).toMatchObject({
      code: 'route',
      message: `The proxy ${proxy.url} needs the password of the user ada. Enter it in the connection's settings.`,
    });
    const wrong = await failure(proxy.url, 'ada', 'hunter2');
    expect(wrong).toMatchObject({
      code: 'route',
      message: expect.stringContaining('rejected the user or the password') as string,
    });
    expect(JSON.stringify(wrong)).not.toContain('hunter2');
  });

  it('is named with its variable when the environment has no password for it', async () => {
    const proxy = await startProxy({ user: 'ada', password: 'right' });
    const server = await listenHttp((_request, response) => response.end());
    const route = new EnvironmentRoute(new URL(server.url), { HTTP_PROXY: proxy.url });
    await expect(get(transportTo(server.url, { route }))).rejects.toMatchObject({
      code: 'route',
      message: expect.stringContaining('Add them to the variable HTTP_PROXY') as string,
    });
  });

  it.each([
    ['does not allow connections to', 'HTTP/1.1 403 No\r\n\r\n'],
    ['does not support CONNECT', 'HTTP/1.1 405 No\r\n\r\n'],
    ['could not reach', 'HTTP/1.1 502 No\r\n\r\n'],
    ['did not connect to', 'HTTP/1.1 302 Found\r\nLocation: http://elsewhere\r\n\r\n'],
    ['another sign-in', 'HTTP/1.1 407 No\r\nProxy-Authenticate: NTLM\r\n\r\n'],
    ['does not answer like an HTTP proxy', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['does not answer like an HTTP proxy', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['closed the connection without an answer', ''],
  ])('%s', async (words, answer) => {
    const { port } = await listenTcp((socket) => socket.once('data', () => socket.end(answer)));
    expect(await failure(`http://127.0.0.1:${port}`)).toMatchObject({
      message: expect.stringContaining(words) as string,
    });
  });

  it('can reset a connection that nothing uses yet, which ends nothing else', async () => {
    const { port } = await listenTcp((socket) =>
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\n', () => socket.resetAndDestroy())),
    );
    const target = { host: 'db.example', port: 443 };
    const limits = { ms: 30_000, signal: never };
    const socket = await through(`http://127.0.0.1:${port}`).connect(target, limits);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(socket.errored).toMatchObject({ code: 'ECONNRESET' });
  });

  it('is given up when it hangs, and at once when the request is cancelled', async () => {
    const hanging = await listenTcp(() => undefined);
    const url = `http://127.0.0.1:${hanging.port}`;
    expect(await failure(url)).toMatchObject({
      code: 'route',
      message: expect.stringContaining('did not open a connection') as string,
      retryable: true,
    });
    const transport = transportTo('http://127.0.0.1:1', { route: through(url), connectMs: 60_000 });
    const cancelling = new AbortController();
    const running = get(transport, '/', cancelling.signal);
    cancelling.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('is named when nothing listens there', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await failure(url)).toMatchObject({
      code: 'refused',
      message: expect.stringContaining(`${url} (the proxy)`) as string,
    });
  });

  it('ends waiting connections when the transport closes', async () => {
    let closed: Promise<unknown> | undefined;
    const hanging = await listenTcp((socket) => {
      closed = once(socket.resume(), 'close');
    });
    const route = through(`http://127.0.0.1:${hanging.port}`);
    const transport = transportTo('http://127.0.0.1:1', { route, connectMs: 60_000 });
    const running = get(transport);
    const settled = expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await expect.poll(() => closed !== undefined).toBe(true);
    await transport.close();
    await settled;
    await closed;
  });
});
