import { readFile, utimes, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PortError } from '../../../src/contract/index.ts';
import { makeCertificates, text, type TestCertificates } from '../test-environment/certificates.ts';
import { freePort, listenHttp, listenTcp } from '../test-environment/local-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { throughPolicy, type TestTransport } from '../test-environment/through-policy.ts';
import { HttpsTransport, type HttpsTransportOptions } from './https-transport.ts';

const never = new AbortController().signal;

function transportTo(url: string, options: Partial<HttpsTransportOptions> = {}): TestTransport {
  const transport = throughPolicy(new HttpsTransport({ url, password: () => undefined, ...options }), url);
  onTestFinished(() => transport.close());
  return transport;
}

const get = (transport: TestTransport, path = '/', signal = never) =>
  transport.request({ method: 'GET', path, headers: {} }, signal);

describe('a request by http', () => {
  it('sends method, path, headers and body, and returns status, headers and body', async () => {
    const server = await listenHttp((request, response, body) => {
      response.setHeader('Raven-Server-Version', '7.1.5');
      response.setHeader('Set-Cookie', 'RavenAuth=hunter2');
      response.statusCode = 201;
      response.end(
        JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }),
      );
    });
    const answer = await transportTo(`${server.url}/behind/a/proxy/`).request(
      {
        method: 'PUT',
        path: '/databases/shop/docs?id=orders%2F1%20%F0%9F%90%A6&x=a+b',
        headers: { 'If-Match': '"A:1"', Host: 'evil', Cookie: 'a=b', 'Content-Length': '1' },
        body: '{"ż": "🐦"}',
      },
      never,
    );
    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({ 'raven-server-version': '7.1.5' });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.ms).toBeGreaterThan(0);
    const seen = JSON.parse(answer.body) as { headers: Record<string, string> };
    expect(seen).toMatchObject({
      method: 'PUT',
      url: '/behind/a/proxy/databases/shop/docs?id=orders%2F1%20%F0%9F%90%A6&x=a+b',
      body: '{"ż": "🐦"}',
    });
    expect(seen.headers).toMatchObject({
      'if-match': '"A:1"',
      host: `127.0.0.1:${server.port}`,
      'content-length': '14',
    });
    expect(seen.headers).not.toHaveProperty('cookie');
  });

  it.each(['RESET', 'HEAD', 'DELETE', 'PATCH'] as const)('sends %s unchanged', async (method) => {
    let seen = '';
    // Node's own server refuses RESET, so the raw bytes are checked.
    const { port } = await listenTcp((socket) => {
      socket.once('data', (data) => {
        seen = data.toString('latin1').split(' ', 1)[0] ?? '';
        socket.end('HTTP/1.1 204 No Content\r\n\r\n');
      });
    });
    const answer = await transportTo(`http://127.0.0.1:${port}`).request(
      { method, path: '/x', headers: {} },
      never,
    );
    expect(answer.status).toBe(204);
    expect(seen).toBe(method);
  });

  it.each(['gzip', 'br', 'zstd'])('reads a response in %s', async (encoding) => {
    const body = JSON.stringify({ text: 'ż🐦'.repeat(10_000) });
    const packed = { gzip: zlib.gzipSync, br: zlib.brotliCompressSync, zstd: zlib.zstdCompressSync }[
      encoding as 'gzip' | 'br' | 'zstd'
    ](Buffer.from(body));
    const server = await listenHttp((request, response) => {
      expect(request.headers['accept-encoding']).toContain(encoding);
      response.writeHead(200, { 'content-encoding': encoding, 'content-length': packed.length }).end(packed);
    });
    const answer = await get(transportTo(server.url));
    expect(answer.body === body).toBe(true);
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });

  it('transfers binary bodies in both directions, and errors as text', async () => {
    const bytes = Buffer.from([0, 255, 128, 195, 40]);
    const sent: Buffer[] = [];
    const server = await listenTcp((socket) =>
      socket.on('data', (data: Buffer) => {
        sent.push(data);
        const refused = data.includes('/no');
        socket.write(`HTTP/1.1 ${refused ? '409 Conflict' : '200 OK'}\r\nContent-Length: 5\r\n\r\n`);
        socket.write(refused ? 'taken' : bytes);
      }),
    );
    const transport = transportTo(`http://127.0.0.1:${server.port}`);
    const posted = {
      method: 'PUT',
      headers: {},
      body: bytes.toString('base64'),
      bodyEncoding: 'base64',
      answerEncoding: 'base64',
    } as const;
    const answer = await transport.request({ ...posted, path: '/yes' }, never);
    expect(answer).toMatchObject({ status: 200, body: posted.body, bodyEncoding: 'base64' });
    expect(Buffer.concat(sent).includes(bytes)).toBe(true);
    const refusal = await transport.request({ ...posted, path: '/no' }, never);
    expect(refusal).toMatchObject({ status: 409, body: 'taken' });
    expect(refusal).not.toHaveProperty('bodyEncoding');
  });

  it('reads zstd of RavenDB 7.1, which does not mark its last block', async () => {
    // Bytes of its /build/version.
    const packed = Buffer.from(
      'KLUv/QBIdAIARAR7IkJ1aWxkVmVyc2lvbiI6NzEwMjgsIlByb2R1Y3QiNy4xIiwiQ29tbWl0SGFzaCI6IjA4MmQwNzkiLCJGdWxsLjUifQIAcuo8tZhO',
      'base64',
    );
    const server = await listenHttp((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'zstd' }).end(packed);
    });
    expect(JSON.parse((await get(transportTo(server.url))).body)).toMatchObject({ FullVersion: '7.1.5' });
  });

  it('reports damaged compressed bytes, and an encoding that was not requested', async () => {
    const server = await listenHttp((request, response) => {
      const encoding = request.url === '/odd' ? 'rot13' : 'gzip';
      response.writeHead(200, { 'content-encoding': encoding }).end('not packed at all');
    });
    const transport = transportTo(server.url);
    await expect(get(transport, '/odd')).rejects.toMatchObject({ code: 'not-ravendb' });
    await expect(get(transport)).rejects.toBeInstanceOf(PortError);
  });

  it('returns 304, 403, 428 and 500 as responses', async () => {
    const server = await listenHttp((request, response) => {
      response.statusCode = Number(request.url?.slice(1));
      response.end(response.statusCode === 304 ? undefined : '{"Type":"InvalidAuth","Message":"no"}');
    });
    const transport = transportTo(server.url);
    for (const status of [304, 403, 428, 500])
      expect((await get(transport, `/${status}`)).status).toBe(status);
  });

  it('uses one connection for many requests', async () => {
    const server = await listenHttp((_request, response) => response.end('{}'));
    const transport = transportTo(server.url);
    for (let count = 0; count < 5; count++) await get(transport);
    expect(server.connections()).toBe(1);
  });

  it('retries a read on a stale connection, but never a write', async () => {
    let served = 0;
    const { port } = await listenTcp((socket) => {
      // Responds to the first request of each connection, keeps it open, and closes it on the next.
      let first = true;
      socket.on('data', () => {
        if (!first) {
          socket.resetAndDestroy();
          return;
        }
        first = false;
        served++;
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      });
    });
    const transport = transportTo(`http://127.0.0.1:${port}`);
    await get(transport);
    expect((await get(transport)).status).toBe(200);
    expect(served).toBe(2);
    await expect(
      transport.request({ method: 'PUT', path: '/', headers: {}, body: '{}' }, never),
    ).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('may have executed it') as unknown,
    });
  });

  it('stops at its limit, also for decompressed bytes', async () => {
    const server = await listenHttp((request, response) => {
      const big = Buffer.alloc(3_000_000, 'x');
      if (request.url === '/packed')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(zlib.gzipSync(big));
      else response.end(big);
    });
    const transport = transportTo(server.url, { maxBytes: 1_000_000 });
    await expect(get(transport)).rejects.toMatchObject({ code: 'too-large' });
    await expect(get(transport, '/packed')).rejects.toMatchObject({ code: 'too-large' });
  });

  it('times out on a server that never responds, or stops midway', async () => {
    const server = await listenHttp((request, response) => {
      if (request.url === '/half') response.write('{"half":');
    });
    const transport = transportTo(server.url, { silenceMs: 80 });
    await expect(get(transport)).rejects.toMatchObject({ code: 'timeout', retryable: true });
    await expect(get(transport, '/half')).rejects.toMatchObject({ code: 'timeout' });
    await expect(
      transport.request({ method: 'GET', path: '/', headers: {}, timeoutMs: 40 }, never),
    ).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('0 s') as unknown });
  });

  it('reports a connection closed midway', async () => {
    const server = await listenHttp((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"half":', () => response.destroy());
    });
    await expect(get(transportTo(server.url))).rejects.toMatchObject({
      code: 'unreachable',
      retryable: true,
    });
  });

  it('stops when cancelled, before and during the response', async () => {
    let hungUp = 0;
    const server = await listenHttp((request, response) => {
      response.on('close', () => hungUp++);
      if (request.url === '/half') response.write('{');
    });
    const transport = transportTo(server.url);
    for (const path of ['/', '/half']) {
      const abort = new AbortController();
      const running = get(transport, path, abort.signal);
      await once(server.server, 'request');
      abort.abort();
      await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    }
    await expect.poll(() => hungUp).toBe(2);
    await expect(get(transport, '/', AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a connection failure', () => {
  it('reports a refused port', async () => {
    const port = await freePort();
    await expect(get(transportTo(`http://127.0.0.1:${port}`))).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining(String(port)) as unknown,
      retryable: true,
    });
  });

  it('reports an unknown name', async () => {
    await expect(get(transportTo('http://no-such-host.invalid:8080'))).rejects.toMatchObject({ code: 'dns' });
  });

  it('reports a server that is not HTTP', async () => {
    const { port } = await listenTcp((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    await expect(get(transportTo(`http://127.0.0.1:${port}`))).rejects.toMatchObject({ code: 'not-ravendb' });
  });

  it('times out while connecting', async () => {
    // TCP accepts and stays silent: the TLS handshake never ends.
    const { port } = await listenTcp(() => undefined);
    await expect(get(transportTo(`https://127.0.0.1:${port}`, { connectMs: 80 }))).rejects.toMatchObject({
      code: 'timeout',
    });
  });
});

describe('a request by https', () => {
  let certificates: TestCertificates;
  beforeAll(async () => {
    certificates = await makeCertificates();
  });
  afterAll(() => certificates.remove());

  async function secureServer(pair: { cert: string; key: string }, wantsClient = false) {
    return listenHttp(
      (request, response) => {
        const peer = request.socket instanceof TLSSocket ? request.socket.getPeerCertificate() : undefined;
        // Without a certificate Node returns an empty object.
        const named = peer !== undefined && 'subject' in peer;
        response.end(JSON.stringify({ client: named ? peer.subject.CN : null }));
      },
      {
        cert: await text(pair.cert),
        key: await text(pair.key),
        ...(wantsClient
          ? { requestCert: true, rejectUnauthorized: true, ca: await text(certificates.authority) }
          : {}),
      },
    );
  }
  const trusting = () => ({ authorityPath: certificates.authority });

  it('trusts the given CA, and fails without it', async () => {
    const server = await secureServer(certificates.server);
    expect((await get(transportTo(server.url, trusting()))).body).toBe('{"client":null}');
    await expect(get(transportTo(server.url))).rejects.toMatchObject({
      code: 'certificate',
      message: expect.stringContaining('trusted CA') as unknown,
    });
  });

  it('rejects a certificate of another CA, or for another name', async () => {
    const server = await secureServer(certificates.server);
    await expect(
      get(transportTo(server.url, { authorityPath: certificates.stranger.cert })),
    ).rejects.toMatchObject({ code: 'certificate' });
    const misnamed = await secureServer(certificates.misnamed);
    await expect(get(transportTo(misnamed.url, trusting()))).rejects.toMatchObject({
      code: 'certificate',
      message: expect.stringContaining('another host name') as unknown,
    });
  });

  it('reports a port without TLS, or with TLS only', async () => {
    const plain = await listenHttp((_request, response) => response.end('{}'));
    await expect(get(transportTo(`https://127.0.0.1:${plain.port}`))).rejects.toMatchObject({
      code: 'tls',
      message: expect.stringContaining('http://') as unknown,
    });
    const secure = await secureServer(certificates.server);
    await expect(get(transportTo(`http://127.0.0.1:${secure.port}`))).rejects.toMatchObject({
      message: expect.stringContaining('https://') as unknown,
    });
  });

  it('presents a client certificate from PEM files, also with a protected key', async () => {
    const server = await secureServer(certificates.server, true);
    const { cert, key, encryptedKey } = certificates.client;
    const open = { kind: 'pem', certificatePath: cert, keyPath: key } as const;
    expect((await get(transportTo(server.url, { ...trusting(), certificate: open }))).body).toBe(
      '{"client":"A client"}',
    );

    const closed = { kind: 'pem', certificatePath: cert, keyPath: encryptedKey } as const;
    await expect(get(transportTo(server.url, { ...trusting(), certificate: closed }))).rejects.toMatchObject({
      code: 'password-needed',
      retryable: true,
    });
    const unlocked = { ...trusting(), certificate: closed, password: () => certificates.password };
    expect((await get(transportTo(server.url, unlocked))).body).toBe('{"client":"A client"}');
  });

  it('presents a client certificate from a PFX, requests its password, and accepts it without a restart', async () => {
    const server = await secureServer(certificates.server, true);
    const certificate = { kind: 'pfx', path: certificates.client.pfx } as const;
    let password: string | undefined;
    const transport = transportTo(server.url, { ...trusting(), certificate, password: () => password });
    await expect(get(transport)).rejects.toMatchObject({ code: 'password-needed' });
    password = 'wrong';
    await expect(get(transport)).rejects.toMatchObject({
      code: 'password-needed',
      message: expect.stringContaining('does not open') as unknown,
    });
    password = certificates.password;
    expect((await get(transport)).body).toBe('{"client":"A client"}');
    const withoutPassword = { kind: 'pfx', path: certificates.client.pfxWithoutPassword } as const;
    expect((await get(transportTo(server.url, { ...trusting(), certificate: withoutPassword }))).status).toBe(
      200,
    );
  });

  it('reports that the server requires a client certificate, or another one', async () => {
    const server = await secureServer(certificates.server, true);
    await expect(get(transportTo(server.url, trusting()))).rejects.toMatchObject({
      code: 'certificate',
      message: expect.stringContaining('client certificate') as unknown,
    });
    const { cert, key } = certificates.stranger;
    const stranger = { kind: 'pem', certificatePath: cert, keyPath: key } as const;
    await expect(
      get(transportTo(server.url, { ...trusting(), certificate: stranger })),
    ).rejects.toMatchObject({ message: expect.stringContaining('client certificate') as unknown });
  });

  it('reads renewed files without a restart', async () => {
    const folder = await temporaryFolder();
    const server = await secureServer(certificates.server);
    const authorityPath = join(folder, 'authority.pem');
    await writeFile(authorityPath, await readFile(certificates.stranger.cert));
    const transport = transportTo(server.url, { authorityPath });
    await expect(get(transport)).rejects.toMatchObject({ code: 'certificate' });
    await writeFile(authorityPath, await readFile(certificates.authority));
    await utimes(authorityPath, new Date(), new Date(Date.now() + 5000));
    expect((await get(transport)).status).toBe(200);
  });

  it('names a missing or invalid file', async () => {
    const server = await secureServer(certificates.server);
    const cases = [
      [{ authorityPath: '/nowhere/authority.pem' }, '/nowhere/authority.pem'],
      [{ authorityPath: certificates.client.pfx }, 'PEM'],
      [{ certificate: { kind: 'pfx', path: '/nowhere/client.pfx' } }, '/nowhere/client.pfx'],
      [{ certificate: { kind: 'pfx', path: certificates.authority } }, 'not a valid certificate'],
      [
        {
          certificate: {
            kind: 'pem',
            certificatePath: certificates.client.cert,
            keyPath: certificates.stranger.key,
          },
        },
        'does not belong',
      ],
      [
        {
          certificate: {
            kind: 'pem',
            certificatePath: certificates.client.key,
            keyPath: certificates.client.key,
          },
        },
        'BEGIN CERTIFICATE',
      ],
    ] satisfies [Partial<HttpsTransportOptions>, string][];
    for (const [options, words] of cases)
      await expect(get(transportTo(server.url, { ...trusting(), ...options }))).rejects.toMatchObject({
        code: 'certificate',
        message: expect.stringContaining(words) as unknown,
      });
  });
});
