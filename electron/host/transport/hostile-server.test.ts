/** A server that breaks the protocol: every answer ends in a clear error, directly and through a proxy. */
import type net from 'node:net';
import { describe, expect, it } from 'vitest';
import { HttpProxyRoute } from '../routes/http-proxy-route.ts';
import { listenHttp, listenTcp } from '../test-environment/local-server.ts';
import { startProxy } from '../test-environment/test-proxy.ts';
import type { TestTransport } from '../test-environment/through-policy.ts';
import { get, never, transportTo } from '../test-environment/transport-to.ts';

const MEGABYTE = 1024 * 1024;
type Way = 'direct' | 'proxy';
const ways: readonly Way[] = ['direct', 'proxy'];

/** Short limits only where they are what ends a request. */
async function reach(url: string, way: Way, endsByTime = false): Promise<TestTransport> {
  const limits = { silenceMs: endsByTime ? 400 : 60_000, connectMs: 60_000, maxBytes: MEGABYTE };
  if (way === 'direct') return transportTo(url, limits);
  const proxy = await startProxy();
  const route = new HttpProxyRoute({ kind: 'proxy', url: proxy.url }, () => Promise.resolve(undefined));
  return transportTo(url, { ...limits, route });
}

/** Answers the beginning of each connection with these bytes, and keeps it open or ends it. */
const answering = (bytes: string | Buffer, end = false) =>
  listenTcp((socket) =>
    socket.once('data', () => {
      if (end) socket.end(bytes);
      else socket.write(bytes);
    }),
  );

const answers: readonly [name: string, bytes: string, end: boolean, code: string][] = [
  ['nothing', '', false, 'timeout'],
  ['an end', '', true, 'unreachable'],
  ['half a status line', 'HTTP/1.', false, 'timeout'],
  ['half a header', 'HTTP/1.1 200 OK\r\nContent-Le', true, 'unreachable'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', false, 'not-ravendb'],
  ['a status that is no number', 'HTTP/1.1 OK fine\r\n\r\n', false, 'not-ravendb'],
  [
    'two lengths',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    false,
    'not-ravendb',
  ],
  ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nab', false, 'not-ravendb'],
  ['a length that is too long', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab', true, 'unreachable'],
  ['a length that never comes', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab', false, 'timeout'],
  ['2 GB that never come', 'HTTP/1.1 200 OK\r\nContent-Length: 2147483648\r\n\r\n', false, 'too-large'],
  ['a wrong chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', false, 'not-ravendb'],
  ['half a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab', true, 'unreachable'],
  ['endless headers', `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(20_000)}`, false, 'not-ravendb'],
  [
    'gzip that is none',
    'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nab',
    false,
    'any',
  ],
];

describe.each(ways)('a hostile server, %s', (way) => {
  it.each(answers)('that sends %s is reported', async (_name, bytes, end, code) => {
    const { port } = await answering(bytes, end);
    const where = `http://127.0.0.1:${port}`;
    const transport = await reach(where, way, code === 'timeout');
    const failure = await get(transport).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(failure).toMatchObject({ message: expect.stringContaining(where) as string });
    if (code !== 'any') expect(failure).toMatchObject({ code });
  });

  it('that closes in the middle of an answer is not said to have sent none', async () => {
    const { port } = await answering('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab', true);
    const transport = await reach(`http://127.0.0.1:${port}`, way);
    await expect(get(transport)).rejects.toMatchObject({
      message: expect.stringContaining('in the middle of its answer') as string,
      retryable: true,
    });
  });

  it('stops an endless answer at the limit', async () => {
    let sent = 0;
    const { port } = await listenTcp((socket) => {
      const part = Buffer.alloc(64 * 1024, 'x');
      const fill = (): void => {
        while (!socket.destroyed && socket.writable && socket.write(part)) sent += part.length;
      };
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n');
        fill();
      });
      socket.on('drain', fill);
    });
    const transport = await reach(`http://127.0.0.1:${port}`, way);
    await expect(get(transport)).rejects.toMatchObject({ code: 'too-large' });
    // The limit, and what the buffers of the system and of a proxy hold.
    expect(sent).toBeLessThan(64 * MEGABYTE);
  });

  it('cannot answer the next request in advance', async () => {
    let requests = 0;
    const { port } = await listenTcp((socket) =>
      socket.on('data', () => {
        const body = `answer ${++requests}`;
        const forged = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged';
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}${forged}`);
      }),
    );
    const transport = await reach(`http://127.0.0.1:${port}`, way);
    const bodies = [(await get(transport)).body, (await get(transport)).body, (await get(transport)).body];
    expect(bodies).toEqual(['answer 1', 'answer 2', 'answer 3']);
  });

  it('that redirects gets no second request, and the other server none', async () => {
    const other = await listenHttp((_request, response) => response.end('{}'));
    const server = await listenHttp((_request, response) =>
      response.writeHead(307, { location: `${other.url}/databases`, 'set-cookie': 'a=b; Path=/' }).end(),
    );
    const transport = await reach(server.url, way);
    for (let time = 0; time < 2; time++) {
      const answer = await transport.request({ method: 'POST', path: '/databases', body: '{}' }, never);
      expect(answer.status).toBe(307);
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
    await expect(transport.openSocket('/databases/shop/changes', never)).rejects.toMatchObject({
      code: 'not-ravendb',
      message: expect.stringContaining(`(307): it redirects to ${other.url}/databases.`) as string,
    });
    expect(other.connections()).toBe(0);
  });

  it('that breaks a live feed ends it with an error', async () => {
    const accept = async (frames: Buffer) => {
      const server = await listenHttp((_request, response) => response.end());
      server.server.on('upgrade', (request, socket: net.Socket) => {
        const key = String(request.headers['sec-websocket-key']);
        void crypto.subtle
          .digest('SHA-1', Buffer.from(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`))
          .then((digest) => {
            const accepted = Buffer.from(digest).toString('base64');
            socket.write(
              `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`,
            );
            socket.write(frames);
          });
      });
      return server.url;
    };
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(2 ** 40));
    for (const frames of [
      // A frame of 1 TB, one with reserved bits, one with invalid UTF-8.
      Buffer.concat([Buffer.from([0x81, 127]), length]),
      Buffer.from([0xf1, 0x01, 0x61]),
      Buffer.from([0x81, 0x02, 0xc3, 0x28]),
    ]) {
      const transport = await reach(await accept(frames), way);
      const socket = await transport.openSocket('/databases/shop/changes', never);
      const read = async (): Promise<void> => {
        for await (const item of socket.items) expect.unreachable(item.kind);
      };
      await expect(read()).rejects.toMatchObject({ name: 'PortError', code: 'unreachable' });
    }
  });

  it('that never ends its answer ends with the request', async () => {
    const open = new Set<net.Socket>();
    const { port } = await listenTcp((socket) => {
      open.add(socket.on('close', () => open.delete(socket)));
      socket.once('data', () => {
        const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
      });
    });
    const transport = await reach(`http://127.0.0.1:${port}`, way);
    const cancelling = new AbortController();
    const running = get(transport, '/', cancelling.signal);
    await expect.poll(() => open.size).toBe(1);
    cancelling.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await expect.poll(() => open.size).toBe(0);
  });
});
