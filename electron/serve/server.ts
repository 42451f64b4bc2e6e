/** The loopback server: the window's files and the port's WebSocket, with access control. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { PORT_PROTOCOL, servePort, type PortHandlers } from '../../src/contract/index.ts';
import { readRendererFile } from '../host/renderer/renderer-files.ts';
import { securityHeaders } from '../host/renderer/security-headers.ts';
import type { Log } from '../host/log/log-file.ts';
import { closeEveryConnection } from '../host/ponyfill.ts';
import { Admission } from './admission.ts';
import { DOWNLOAD_PATH, type Downloads } from './downloads.ts';
import { ENTRANCE_SCRIPT_PATH, entrancePage, entranceScript } from './entrance-page.ts';
import { socketChannel } from './socket-channel.ts';

export interface ServeOptions {
  /** Creates the handlers of a window. */
  readonly handlersForWindow: () => PortHandlers;
  readonly log: Log;
  /** The exports that a browser may fetch. */
  readonly downloads?: Downloads;
  readonly rendererFolder: string;
  /** 0: any free port. */
  readonly port: number;
  /** Called when a one-time address was used. */
  readonly onEntered?: () => void;
}

export interface Served {
  /** With the first one-time token. */
  readonly url: string;
  readonly port: number;
  /** An address with a new one-time token; the previous one becomes invalid. */
  newAddress(): string;
  close(): Promise<void>;
}

/** The largest frame of a page: a document in the editor, not a data set. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

export async function serve({
  handlersForWindow,
  log,
  downloads,
  rendererFolder,
  port,
  onEntered,
}: ServeOptions): Promise<Served> {
  const admission = new Admission();
  const server = createServer((request, response) => {
    answer(request, response).catch((cause: unknown) => {
      log.write('error', 'serve-failed', { path: pathOf(request), cause });
      plain(response, 500, 'Rookery could not read its own files. The log says why.');
    });
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    // The key in the same header is never echoed.
    handleProtocols: (offered) => (offered.has(PORT_PROTOCOL) ? PORT_PROTOCOL : false),
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request);
    const origin = admission.checkOrigin(request);
    if (!origin.ok) {
      refuse(request, response, origin.sentence);
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      plain(response, 405, 'Only GET and HEAD are allowed.');
      return;
    }
    // A HEAD request, as sent by link previews, must not consume the token.
    if (path.startsWith('/enter/') && request.method === 'GET') {
      enter(request, response, path.slice('/enter/'.length));
      return;
    }
    if (path === ENTRANCE_SCRIPT_PATH) {
      whole(response, 'text/javascript; charset=utf-8', entranceScript);
      return;
    }
    const session = admission.checkSession(request);
    if (!session.ok) {
      refuse(request, response, session.sentence);
      return;
    }
    // A HEAD request must not consume the address.
    if (path.startsWith(DOWNLOAD_PATH) && request.method === 'GET') {
      if (downloads?.begin(path, response) !== true)
        plain(response, 404, 'This download was started before, or has expired. Export again.');
      return;
    }
    const file = await readRendererFile(rendererFolder, path);
    if (!file) {
      // Browsers request an icon automatically; a missing one must not log an error.
      if (path === '/favicon.ico') response.writeHead(204, securityHeaders).end();
      else plain(response, 404, missing(path, rendererFolder));
      return;
    }
    response.writeHead(200, {
      ...securityHeaders,
      'content-type': file.type,
      'content-length': file.body.length,
      'cache-control': file.immutable ? 'private, max-age=31536000, immutable' : 'no-store',
    });
    response.end(request.method === 'HEAD' ? undefined : file.body);
  }

  function enter(request: IncomingMessage, response: ServerResponse, token: string): void {
    const session = admission.exchange(token);
    if (session !== undefined) {
      onEntered?.();
      whole(response, 'text/html; charset=utf-8', entrancePage(session.key), session.cookie);
    } else if (admission.hasSession(request)) {
      // A browser that opens the old address again is redirected to the window.
      response.writeHead(303, { ...securityHeaders, location: '/', 'cache-control': 'no-store' }).end();
    } else {
      refuse(request, response, admission.refusedEntrance);
    }
  }

  function refuse(request: IncomingMessage, response: ServerResponse, sentence: string): void {
    const { host, origin } = request.headers;
    log.write('warn', 'serve-refused', {
      method: request.method,
      path: pathOf(request),
      host,
      origin,
      sentence,
    });
    plain(response, 403, sentence);
  }

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', (cause) => log.write('warn', 'serve-socket-failed', { cause }));
    const verdict = admission.checkSocket(request);
    if (!verdict.ok) {
      log.write('warn', 'serve-refused', { path: pathOf(request), sentence: verdict.sentence });
      refuseSocket(socket, 403, verdict.sentence);
      return;
    }
    if (pathOf(request) !== '/port') {
      refuseSocket(socket, 404, 'Not found.');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      servePort(
        socketChannel(accepted, (cause) => log.write('warn', 'serve-socket-failed', { cause })),
        handlersForWindow(),
      );
    });
  });

  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });

  await listen(server, port);
  const bound = (server.address() as AddressInfo).port;
  admission.setPort(bound);
  const newAddress = (): string => `http://127.0.0.1:${bound}${admission.newEntrance()}`;
  return {
    url: newAddress(),
    port: bound,
    newAddress,
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        server.close(() => resolve());
        closeEveryConnection(server, connections);
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** As sent, without the query. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}

function missing(path: string, folder: string): string {
  return path === '/'
    ? `The window is not built: there is no index.html in ${folder}. Run "npm run build:bundles".`
    : 'Not found.';
}

/** A small generated text that must not be cached. */
function whole(response: ServerResponse, type: string, body: string, cookie?: string): void {
  response.writeHead(200, {
    ...securityHeaders,
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(cookie === undefined ? {} : { 'set-cookie': cookie }),
  });
  response.end(body);
}

function plain(response: ServerResponse, status: number, sentence: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, {
    ...securityHeaders,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
  });
  response.end(`${sentence}\n`);
}

function refuseSocket(socket: Duplex, status: 403 | 404, sentence: string): void {
  const body = `${sentence}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${status === 403 ? 'Forbidden' : 'Not Found'}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
