import { X509Certificate } from 'node:crypto';
import { createServer, type TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { fingerprintText } from '../../../src/contract/index.ts';
import { makeCertificates, text, type TestCertificates } from '../test-environment/certificates.ts';
import { listenHttp } from '../test-environment/local-server.ts';
import { get, never, transportTo } from '../test-environment/transport-to.ts';

let certificates: TestCertificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});
afterAll(() => certificates.remove());

interface Pair {
  readonly cert: string;
  readonly key: string;
}

const optionsOf = async ({ cert, key }: Pair) => ({ cert: await text(cert), key: await text(key) });

async function fingerprintOf({ cert }: Pair): Promise<string> {
  return new X509Certificate(await text(cert)).fingerprint256.replaceAll(':', '').toLowerCase();
}

/** A TLS server that records the bytes it can decrypt, and responds to a complete request head. */
async function recordingServer(pair: Pair) {
  const received: string[] = [];
  const server = createServer(await optionsOf(pair), (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      received.push(bytes.toString());
      if (bytes.includes('\r\n\r\n')) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  const open = new Set<TLSSocket>();
  server.on('secureConnection', (socket) => open.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Number of open connections. */
    connections: () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((cause, count) => (cause ? reject(cause) : resolve(count))),
      ),
  };
}

it('accepts the pinned certificate, whoever issued it and whatever its name', async () => {
  for (const pair of [certificates.selfSigned, certificates.misnamed]) {
    const server = await listenHttp((_request, response) => response.end('{}'), await optionsOf(pair));
    const transport = transportTo(server.url, { pinnedCertificate: await fingerprintOf(pair) });
    expect((await get(transport)).body).toBe('{}');
    // Kept alive: the second request opens no other connection.
    expect((await get(transport)).body).toBe('{}');
    expect(server.connections()).toBe(1);
  }
});

it('refuses another certificate with both fingerprints, although its CA is trusted', async () => {
  const pinnedCertificate = await fingerprintOf(certificates.selfSigned);
  const presented = await fingerprintOf(certificates.server);
  const server = await listenHttp(
    (_request, response) => response.end('{}'),
    await optionsOf(certificates.server),
  );
  const transport = transportTo(server.url, { pinnedCertificate, authorityPath: certificates.authority });
  const failure = await get(transport).catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ code: 'certificate', retryable: false });
  for (const words of [
    server.url,
    fingerprintText(pinnedCertificate),
    fingerprintText(presented),
    'CN=Test authority',
    'Nothing was sent',
    'do not connect',
  ])
    expect(String(failure)).toContain(words);
});

it('sends no byte of a request to a server with another certificate', async () => {
  const pinned = await recordingServer(certificates.selfSigned);
  const pinnedCertificate = await fingerprintOf(certificates.selfSigned);
  const accepted = transportTo(pinned.url, { pinnedCertificate });
  await get(accepted, '/databases');
  expect(pinned.received.join('')).toContain('GET /databases');

  const other = await recordingServer(certificates.server);
  const refused = transportTo(other.url, { pinnedCertificate, cookie: () => '2fa-cookie=secret' });
  await expect(get(refused, '/databases')).rejects.toMatchObject({ code: 'certificate' });
  await expect(refused.openSocket('/', never)).rejects.toMatchObject({ code: 'certificate' });
  await expect.poll(other.connections).toBe(0);
  expect(other.received).toEqual([]);
});

it('opens live feeds of the pinned server only', async () => {
  const server = await listenHttp(
    (_request, response) => response.end('{}'),
    await optionsOf(certificates.selfSigned),
  );
  const feeds = new WebSocketServer({ server: server.server });
  feeds.on('connection', (socket) => socket.send('hello'));
  onTestFinished(() => feeds.close());
  const transport = transportTo(server.url, {
    pinnedCertificate: await fingerprintOf(certificates.selfSigned),
  });
  const socket = await transport.openSocket('/', never);
  for await (const item of socket.items) {
    expect(item).toEqual({ kind: 'text', text: 'hello' });
    break;
  }
  const refused = transportTo(server.url, { pinnedCertificate: 'ab'.repeat(32) });
  await expect(refused.openSocket('/', never)).rejects.toMatchObject({
    code: 'certificate',
    message: expect.stringContaining('AB:AB:AB') as unknown,
  });
});
