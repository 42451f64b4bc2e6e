/** A WebSocket of a remote server, through `ws`, with the connection's TLS. */
import type { Agent, IncomingMessage } from 'node:http';
import type { SecureContext } from 'node:tls';
import { WebSocket } from 'ws';
import { PortError } from '../../../src/contract/index.ts';
import type { WatchedFeed } from './cache/change-watch.ts';
import { FeedRefusal } from './feed-refusal.ts';
import { networkError } from './network-errors.ts';
import { PinnedAgent } from './pinned-agent.ts';
import { serverMessage } from './server-message.ts';
import { SocketInbox } from './socket-inbox.ts';
import type { TransportSocket } from './transport.ts';

interface ServerSocketOptions {
  /** With `http:` or `https:`; `ws` opens the WebSocket of the same address. */
  readonly url: URL;
  /** Opens the connection, with TLS, through the route of the connection. Undefined: directly. */
  readonly routed: Agent | undefined;
  readonly secureContext: SecureContext | undefined;
  /** The only server certificate to accept over https. */
  readonly pinnedCertificate: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly connectMs: number;
  readonly signal: AbortSignal;
  /** The transport is closing. */
  readonly leaving: AbortSignal;
  /** Sees what arrives before a reader does. `stalled`: the socket is paused for a slow reader. */
  readonly watch?: ((stalled: () => boolean) => WatchedFeed) | undefined;
}

const MAX_FRAME_BYTES = 32 * 1024 * 1024;
/** RavenDB sends something every 5 s; after this silence a ping is sent. */
const SILENCE_MS = 20_000;
const REFUSAL_CHARACTERS = 4000;

export function openServerSocket(options: ServerSocketOptions): Promise<TransportSocket> {
  const { url, signal, leaving } = options;
  const where = url.origin;
  // As text: `ws` changes the protocol of a URL object in place.
  const socket = new WebSocket(url.href, {
    handshakeTimeout: options.connectMs,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    headers: options.headers,
    ...tlsOptions(options),
  });
  const inbox = new SocketInbox({ pause: () => socket.pause(), resume: () => socket.resume() }, () =>
    leave(),
  );

  const feed = options.watch?.(() => socket.isPaused);

  let alive = true;
  const pulse = setInterval(() => {
    // A socket paused for a slow reader cannot receive the pong.
    if (socket.readyState !== WebSocket.OPEN || socket.isPaused) return;
    if (!alive) {
      inbox.fail(
        new PortError({
          code: 'timeout',
          message: `The live feed from ${where} timed out: the server or the network is not reachable.`,
          retryable: true,
        }),
      );
      feed?.ended();
      socket.terminate();
      return;
    }
    alive = false;
    socket.ping();
  }, SILENCE_MS);

  const leave = (): void => {
    clearInterval(pulse);
    signal.removeEventListener('abort', leave);
    leaving.removeEventListener('abort', leave);
    feed?.ended();
    inbox.end();
    // A paused socket never sees the other side's close, so a close handshake would wait forever.
    if (socket.isPaused) socket.terminate();
    else socket.close();
  };
  signal.addEventListener('abort', leave, { once: true });
  leaving.addEventListener('abort', leave, { once: true });

  socket.on('message', (data) => {
    alive = true;
    const text = toText(data);
    feed?.received(text);
    inbox.receive(text);
  });
  socket.on('pong', () => (alive = true));

  return new Promise((resolve, reject) => {
    const fail = (error: PortError): void => {
      clearInterval(pulse);
      feed?.ended();
      inbox.fail(error);
      reject(error);
    };
    socket.once('open', () =>
      resolve({
        items: inbox,
        send: (text) => {
          feed?.sent(text);
          return new Promise((sent, failed) =>
            socket.send(text, (cause) => (cause ? failed(networkError(cause, where)) : sent())),
          );
        },
        close: leave,
      }),
    );
    socket.once('unexpected-response', (_request, response) => {
      refusal(response, url.pathname, where).then(fail, (cause: unknown) => fail(networkError(cause, where)));
    });
    socket.on('error', (cause) =>
      fail(
        cause.message.includes('Opening handshake has timed out')
          ? new PortError({ code: 'timeout', message: `${where} did not answer in time.`, retryable: true })
          : networkError(cause, where),
      ),
    );
    socket.once('close', (code, reason) => {
      clearInterval(pulse);
      feed?.ended();
      if (signal.aborted || leaving.aborted)
        reject(new PortError({ code: 'cancelled', message: 'The live feed was closed.' }));
      if (code === 1000 || code === 1001 || code === 1005) inbox.end();
      else
        fail(
          new PortError({
            code: 'unreachable',
            message: `${where} closed the live feed (${code}${reason.length > 0 ? `: ${reason.toString()}` : ''}).`,
            retryable: true,
          }),
        );
    });
  });
}

function tlsOptions({ url, routed, secureContext, pinnedCertificate }: ServerSocketOptions) {
  if (routed !== undefined) return { agent: routed };
  if (secureContext === undefined) return {};
  if (pinnedCertificate === undefined) return { secureContext };
  return { agent: new PinnedAgent(url.origin, pinnedCertificate, { secureContext }) };
}

async function refusal(response: IncomingMessage, path: string, where: string): Promise<FeedRefusal> {
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) {
    body += String(chunk);
    if (body.length > REFUSAL_CHARACTERS) break;
  }
  const status = response.statusCode ?? 0;
  const detail = body.slice(0, REFUSAL_CHARACTERS);
  const refused = `${where} refused the live feed ${path} (${status})`;
  if (status === 403)
    return new FeedRefusal(status, {
      code: 'certificate',
      message: `${refused}: the client certificate does not have permission.`,
      detail,
    });
  if (status === 428)
    return new FeedRefusal(status, {
      code: 'two-factor',
      message: `${refused}: it requires the two-factor code first.`,
      detail,
    });
  if (status >= 300 && status < 400)
    return new FeedRefusal(status, {
      code: 'not-ravendb',
      message: `${refused}: it redirects to ${response.headers.location?.slice(0, 300) ?? 'no address'}. Redirects are not followed, so that no certificate reaches another server. Enter the address of the server itself in the connection.`,
      detail,
    });
  if (status >= 500) {
    const reason = serverMessage(body)?.replace(/\.$/, '') ?? '';
    const message = reason === '' ? `${refused}.` : `${refused}: ${reason}.`;
    return new FeedRefusal(status, { code: 'unreachable', message, detail, retryable: true });
  }
  return new FeedRefusal(status, {
    code: 'unsupported',
    message: `${refused}. An older server may not have it.`,
    detail,
  });
}

/** RavenDB sends text frames; a binary one is read as UTF-8 as well. */
function toText(data: Buffer | ArrayBuffer | Buffer[]): string {
  if (Buffer.isBuffer(data)) return data.toString('utf8');
  return Array.isArray(data) ? Buffer.concat(data).toString('utf8') : Buffer.from(data).toString('utf8');
}
