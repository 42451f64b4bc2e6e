import { once } from 'node:events';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PortError } from '../../../src/contract/index.ts';
import { freePort, listenHttp, listenTcp } from '../test-environment/local-server.ts';
import { get, never, transportTo } from '../test-environment/transport-to.ts';

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
