import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { makeCertificates, text, type TestCertificates } from '../test-environment/certificates.ts';
import { freePort, listenHttp } from '../test-environment/local-server.ts';
import { throughPolicy, type TestTransport } from '../test-environment/through-policy.ts';
import { HttpsTransport } from './https-transport.ts';
import { SocketInbox } from './socket-inbox.ts';

const never = new AbortController().signal;

async function feedServer(onFeed: (socket: WebSocket, url: string) => void) {
  const server = await listenHttp((_request, response) => {
    response.writeHead(400).end();
  });
  const feeds = new WebSocketServer({ server: server.server });
  feeds.on('connection', (socket, request) => onFeed(socket, request.url ?? ''));
  return server;
}

function transportTo(url: string): TestTransport {
  const transport = throughPolicy(new HttpsTransport({ url, secrets: () => ({}) }), url);
  onTestFinished(() => transport.close());
  return transport;
}

describe('a live feed', () => {
  it('delivers texts in order, reports heartbeats, and ends with the server', async () => {
    const server = await feedServer((socket, url) => {
      socket.send(JSON.stringify({ url }));
      socket.send('\r\n');
      socket.send(Buffer.from('{"binary":true}'));
      socket.close(1000);
    });
    const socket = await transportTo(server.url).openSocket('/databases/shop/changes?x=1', never);
    const items = [];
    for await (const item of socket.items) items.push(item);
    expect(items).toEqual([
      { kind: 'text', text: '{"url":"/databases/shop/changes?x=1"}' },
      { kind: 'heartbeat' },
      { kind: 'text', text: '{"binary":true}' },
    ]);
  });

  it('sends messages of the window', async () => {
    const server = await feedServer((socket) =>
      socket.on('message', (data: Buffer) => socket.send(`heard ${data.toString('utf8')}`)),
    );
    const socket = await transportTo(server.url).openSocket('/', never);
    await socket.send('{"Command":"watch"}');
    for await (const item of socket.items) {
      expect(item).toEqual({ kind: 'text', text: 'heard {"Command":"watch"}' });
      break;
    }
  });

  it('closes at the server when the reader stops, on abort and when the transport closes', async () => {
    const closed: Promise<unknown>[] = [];
    const server = await feedServer((socket) => {
      closed.push(once(socket, 'close'));
      socket.send('hello');
    });
    const transport = transportTo(server.url);
    const left = await transport.openSocket('/', never);
    for await (const item of left.items) {
      expect(item.kind).toBe('text');
      break;
    }
    const abort = new AbortController();
    const aborted = await transport.openSocket('/', abort.signal);
    abort.abort();
    await transport.openSocket('/', never);
    await transport.close();
    expect(closed).toHaveLength(3);
    await Promise.all(closed);
    for await (const item of aborted.items) expect(item).toEqual({ kind: 'text', text: 'hello' });
  });

  it('pauses the server while nobody reads, and loses nothing', async () => {
    const text = 'x'.repeat(64 * 1024);
    const total = 1500;
    let waiting = 0;
    const server = await feedServer((socket) => {
      for (let number = 0; number < total; number++) socket.send(`${number} ${text}`);
      waiting = socket.bufferedAmount;
      const watch = setInterval(() => (waiting = socket.bufferedAmount), 5);
      socket.on('close', () => clearInterval(watch));
      onTestFinished(() => clearInterval(watch));
    });
    const socket = await transportTo(server.url).openSocket('/', never);
    // The kernel buffers some megabytes; the rest of the ~96 MB stays with the sender.
    let before = Number.POSITIVE_INFINITY;
    await expect
      .poll(
        () => {
          const still = waiting === before;
          before = waiting;
          return still;
        },
        { interval: 100 },
      )
      .toBe(true);
    expect(waiting).toBeGreaterThan(40 * 1024 * 1024);
    let next = 0;
    for await (const item of socket.items) {
      if (item.kind !== 'text') continue;
      if (!item.text.startsWith(`${next} `)) expect.unreachable(`frame ${next} is missing`);
      if (++next === total) break;
    }
    expect(next).toBe(total);
  });

  it('reports how the server closed it abnormally', async () => {
    const server = await feedServer((socket, url) => {
      if (url === '/reason') socket.close(1011, 'database was unloaded');
      else socket.terminate();
    });
    const transport = transportTo(server.url);
    const read = async (path: string): Promise<void> => {
      for await (const item of (await transport.openSocket(path, never)).items) expect.unreachable(item.kind);
    };
    await expect(read('/reason')).rejects.toMatchObject({
      code: 'unreachable',
      retryable: true,
      message: expect.stringContaining('database was unloaded') as unknown,
    });
    await expect(read('/cut')).rejects.toMatchObject({ code: 'unreachable' });
  });

  it.each([
    [403, 'certificate'],
    [428, 'two-factor'],
    [404, 'unsupported'],
    [500, 'unreachable'],
  ])('returns the message of a server that refuses it with %i', async (status, code) => {
    const server = await listenHttp((_request, response) => response.end());
    server.server.on('upgrade', (_request, socket) => {
      const body = '{"Type":"Error","Message":"not for you"}';
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    });
    await expect(transportTo(server.url).openSocket('/x', never)).rejects.toMatchObject({
      code,
      detail: expect.stringContaining('not for you') as unknown,
    });
  });

  it('says why a server that could answer does not', async () => {
    const server = await listenHttp((_request, response) => response.end());
    server.server.on('upgrade', (_request, socket) => {
      const body = '{"Message":"shop has been disabled\\n   at Raven"}';
      socket.end(`HTTP/1.1 503 No\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    });
    await expect(transportTo(server.url).openSocket('/x', never)).rejects.toMatchObject({
      message: `${server.url} refused the live feed /x (503): shop has been disabled.`,
    });
  });

  it('reports a refused port', async () => {
    const transport = transportTo(`http://127.0.0.1:${await freePort()}`);
    await expect(transport.openSocket('/', never)).rejects.toMatchObject({ code: 'refused' });
  });
});

describe('a live feed over TLS', () => {
  let certificates: TestCertificates;
  beforeAll(async () => {
    certificates = await makeCertificates();
  });
  afterAll(() => certificates.remove());

  it('presents the client certificate and trusts the given CA', async () => {
    const server = await listenHttp((_request, response) => response.end(), {
      cert: await text(certificates.server.cert),
      key: await text(certificates.server.key),
      ca: await text(certificates.authority),
      requestCert: true,
      rejectUnauthorized: true,
    });
    new WebSocketServer({ server: server.server }).on('connection', (socket) => socket.send('{}'));
    const { cert, key } = certificates.client;
    const options = { url: server.url, secrets: () => ({}), authorityPath: certificates.authority };
    const transport = throughPolicy(
      new HttpsTransport({
        ...options,
        certificate: { kind: 'pem', certificatePath: cert, keyPath: key },
      }),
      server.url,
    );
    onTestFinished(() => transport.close());
    for await (const item of (await transport.openSocket('/', never)).items) {
      expect(item).toEqual({ kind: 'text', text: '{}' });
      break;
    }
    const without = throughPolicy(new HttpsTransport(options), server.url);
    onTestFinished(() => without.close());
    await expect(without.openSocket('/', never)).rejects.toMatchObject({ code: 'certificate' });
  });
});

describe('the queue of a slow reader', () => {
  const still = { pause: () => undefined, resume: () => undefined };

  it('closes when the sender cannot be paused, after queued items were read', async () => {
    const inbox = new SocketInbox(still, () => undefined);
    const text = 'x'.repeat(10 * 1024 * 1024);
    for (let number = 0; number < 8; number++) inbox.receive(text);
    let read = 0;
    const reading = async (): Promise<void> => {
      for await (const item of inbox) read += item.kind === 'text' ? 1 : 0;
    };
    await expect(reading()).rejects.toMatchObject({ code: 'too-large', retryable: true });
    expect(read).toBe(7);
  });

  it('counts consecutive heartbeats as one', async () => {
    const inbox = new SocketInbox(still, () => undefined);
    for (const text of ['\r\n', '\r\n', 'a', '\r\n', '\r\n']) inbox.receive(text);
    inbox.end();
    const kinds = [];
    for await (const item of inbox) kinds.push(item.kind);
    expect(kinds).toEqual(['heartbeat', 'text', 'heartbeat']);
  });
});
