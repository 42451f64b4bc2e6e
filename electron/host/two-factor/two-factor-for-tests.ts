/** Servers that require two-factor codes, as RavenDB 7.1.5 does, and connections to them through the whole host. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { WebSocketServer } from 'ws';
import type { HttpMethod, OtherNode, Port, TwoFactorState } from '../../../src/contract/index.ts';
import { makeCertificates, text, type TestCertificates } from '../test-environment/certificates.ts';
import { startHost } from '../test-environment/host-port.ts';
import { listenHttp, type LocalServer } from '../test-environment/local-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

/** Made before the first test of a file that imports them, and removed after its last one. */
export let certificates: TestCertificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});
afterAll(() => certificates.remove());

interface Known {
  session: string | undefined;
  seen: { url: string; cookie: string | undefined }[];
  signIn: { status: number; body?: string; cookies?: string[] } | undefined;
}

/** What the server knows; a sign-in replaces the session, as on RavenDB. Empty before each test. */
export const known: Known = { session: undefined, seen: [], signIn: undefined };
beforeEach(() => {
  known.session = undefined;
  known.seen = [];
  known.signIn = undefined;
});

export async function tlsOptions() {
  const { cert, key } = certificates.server;
  return { cert: await text(cert), key: await text(key), requestCert: true, rejectUnauthorized: false };
}

export async function secured(): Promise<LocalServer> {
  let issued = 0;
  /** RavenDB repeats its first refusal for the lifetime of a TCP connection. */
  const refused = new WeakSet();
  const server = await listenHttp(
    (request, response, body) => {
      const { method, url = '', headers } = request;
      known.seen.push({ url, cookie: headers.cookie });
      if (url === '/authentication/2fa/configuration')
        response.end('{"DefaultTwoFactorSessionDurationInMin":120,"MaxTwoFactorSessionDurationInMin":1440}');
      else if (url.startsWith('/authentication/2fa') && method === 'DELETE') {
        known.session = undefined;
        response.writeHead(204).end();
      } else if (url.startsWith('/authentication/2fa')) {
        if (known.signIn)
          response
            .writeHead(
              known.signIn.status,
              known.signIn.cookies ? { 'set-cookie': known.signIn.cookies } : {},
            )
            .end(known.signIn.body);
        else if (body !== '{"Token":12345}') response.writeHead(406).end('{"Error":"Wrong token provided"}');
        else {
          known.session = `2fa-cookie=guid-${++issued}`;
          response.writeHead(202, { 'set-cookie': `${known.session}; max-age=300; path=/; secure` }).end();
        }
      } else if (
        known.session !== undefined &&
        headers.cookie === known.session &&
        !refused.has(request.socket)
      )
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
    known.seen.push({ url: request.url ?? '', cookie: request.headers.cookie });
    if (known.session === undefined || request.headers.cookie !== known.session)
      socket.end('HTTP/1.1 428 Precondition Required\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    else sockets.handleUpgrade(request, socket, head, (open) => open.send('{"live":1}'));
  });
  return server;
}

export async function connected(server: LocalServer, folder?: string): Promise<{ port: Port; id: string }> {
  const port = (await startHost(folder ?? (await temporaryFolder()), { logLevel: 'debug' })).window();
  return { port, id: await add(port, server.url) };
}

export async function add(port: Port, url: string, nodes?: OtherNode[]): Promise<string> {
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

export const send = (port: Port, connection: string, method: HttpMethod = 'GET', path = '/databases') =>
  port.call('http.request', { connection, method, path });

export const stateOf = async (port: Port, id: string): Promise<TwoFactorState | undefined> =>
  (await port.call('connections.list', {})).connections.find((each) => each.connection.id === id)?.twoFactor;

/** Resolves when the host reports that requests wait for a code. */
export async function waiting(port: Port, id: string): Promise<void> {
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

export const enter = (port: Port, id: string, code = '012 345', node?: string) =>
  port.call('twoFactor.signIn', {
    id,
    code,
    minutes: 5,
    scope: 'connection',
    ...(node === undefined ? {} : { node }),
  });

/** A connection whose first read waited for the code. */
export async function signedIn(server: LocalServer): Promise<{ port: Port; id: string }> {
  const { port, id } = await connected(server);
  const first = send(port, id);
  await waiting(port, id);
  await enter(port, id);
  await first;
  return { port, id };
}
