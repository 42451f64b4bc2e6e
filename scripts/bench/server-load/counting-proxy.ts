/** Passes connections to a server unchanged and counts the requests in them. */
import { createServer, request as send, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export interface CountingProxy {
  readonly url: string;
  /** Counts from zero; open sockets stay counted. */
  restart(): void;
  counted(): {
    readonly requests: number;
    readonly sockets: number;
    readonly routes: Readonly<Record<string, number>>;
  };
  stop(): Promise<void>;
}

export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(target);
  const routes = new Map<string, number>();
  const open = new Set<Socket>();
  const count = ({ url = '/' }: IncomingMessage): void => {
    const route = new URL(url, target).pathname;
    routes.set(route, (routes.get(route) ?? 0) + 1);
  };
  const server = createServer((incoming, response) => {
    count(incoming);
    const { method, url: path, headers } = incoming;
    const outgoing = send({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.once('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    count(incoming);
    const upstream = connect(Number(port), hostname, () => {
      const { rawHeaders } = incoming;
      const lines = [`${incoming.method ?? 'GET'} ${incoming.url ?? '/'} HTTP/1.1`];
      for (let at = 0; at < rawHeaders.length; at += 2)
        lines.push(`${rawHeaders[at] ?? ''}: ${rawHeaders[at + 1] ?? ''}`);
      upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    open.add(socket);
    const end = (): void => {
      open.delete(socket);
      socket.destroy();
      upstream.destroy();
    };
    for (const each of [socket, upstream]) each.once('close', end).once('error', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    restart: () => routes.clear(),
    counted: () => ({
      requests: [...routes.values()].reduce((sum, each) => sum + each, 0),
      sockets: open.size,
      routes: Object.fromEntries(routes),
    }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of open) socket.destroy();
      }),
  };
}
