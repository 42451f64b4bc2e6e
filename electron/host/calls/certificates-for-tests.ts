/** Servers that ask for a client certificate, and connections with several of them through the whole host. */
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll } from 'vitest';
import type { ClientCertificate, Port, ServerConnection } from '../../../src/contract/index.ts';
import { makeCertificates, text, type TestCertificates } from '../test-environment/certificates.ts';
import { listenHttp, type LocalServer } from '../test-environment/local-server.ts';

/** Made before the first test of a file that imports them, and removed after its last one. */
export let certificates: TestCertificates;
export let first: ClientCertificate;
export let next: ClientCertificate;
beforeAll(async () => {
  certificates = await makeCertificates();
  const pem = ({ cert, key }: { cert: string; key: string }): ClientCertificate => ({
    kind: 'pem',
    certificatePath: cert,
    keyPath: key,
  });
  first = pem(certificates.client);
  next = pem(certificates.nextClient);
});
afterAll(() => certificates.remove());

export const SLOW = '/databases?name=slow';

interface SlowServer extends LocalServer {
  /** Completes the response of every request for SLOW. */
  readonly release: () => void;
  readonly slowRequests: () => number;
}

/** Responds with the name of the client certificate; SLOW only when the test releases it. */
export async function secured(pair = certificates.server): Promise<SlowServer> {
  const held: (() => void)[] = [];
  const server = await listenHttp(
    (request, response) => {
      const peer = request.socket instanceof TLSSocket ? request.socket.getPeerCertificate() : undefined;
      const answer = (): unknown => response.end(JSON.stringify({ client: peer?.subject.CN }));
      if (request.url === SLOW) held.push(answer);
      else answer();
    },
    {
      cert: await text(pair.cert),
      key: await text(pair.key),
      requestCert: true,
      rejectUnauthorized: true,
      ca: await text(certificates.authority),
    },
  );
  return {
    ...server,
    slowRequests: () => held.length,
    release: () => {
      for (const answer of held.splice(0)) answer();
    },
  };
}

export type Wanted = Omit<ServerConnection, 'id'> & { id?: string };

export const wanted = (url: string, part: Partial<Wanted> = {}): Wanted => ({
  kind: 'server',
  name: 'Live',
  colour: 'red',
  mode: 'read-only',
  url,
  authorityPath: certificates.authority,
  certificate: first,
  ...part,
});

export const save = async (port: Port, connection: Wanted) =>
  (await port.call('connections.save', { connection })).connection;
export const clientSeen = async (port: Port, connection: string, path = '/databases'): Promise<unknown> =>
  JSON.parse((await port.call('http.request', { connection, method: 'GET', path })).body);
export const viewOf = async (port: Port, id: string) =>
  (await port.call('connections.list', {})).connections.find((each) => each.connection.id === id);
