/** Real servers on loopback ports. */
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Answer = (request: http.IncomingMessage, response: http.ServerResponse, body: string) => void;

export interface LocalServer {
  readonly port: number;
  readonly url: string;
  readonly server: http.Server;
  /** Number of TCP connections so far. */
  readonly connections: () => number;
  close(): Promise<void>;
}

export async function listenHttp(answer: Answer, tls?: https.ServerOptions, port = 0): Promise<LocalServer> {
  const receive: http.RequestListener = (request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => answer(request, response, body));
  };
  const server = tls ? https.createServer(tls, receive) : http.createServer(receive);
  const open = new Set<net.Socket>();
  let count = 0;
  server.on('connection', (socket: net.Socket) => {
    count++;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.address() as AddressInfo).port;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  onTestFinished(close);
  return {
    port: bound,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${bound}`,
    server,
    connections: () => count,
    close,
  };
}

/** A port without a listener: one that was just free. */
export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A server whose sockets are controlled by the test. */
export async function listenTcp(onSocket: (socket: net.Socket) => void): Promise<{ port: number }> {
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  );
  return { port: (server.address() as AddressInfo).port };
}
