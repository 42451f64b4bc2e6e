/** A small HTTP proxy on a loopback port, with CONNECT and Basic sign-in. */
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';

export interface ProxyServer {
  readonly url: string;
  readonly port: number;
  /** What was asked for: `host:port`. */
  readonly connects: string[];
  /** Each byte that clients sent after CONNECT. */
  readonly bytes: () => Buffer;
  /** Ends all connections through it. */
  cut(): void;
  close(): Promise<void>;
}

export interface ProxySignIn {
  readonly user: string;
  readonly password: string;
}

export async function runProxy(signIn?: ProxySignIn): Promise<ProxyServer> {
  const connects: string[] = [];
  const parts: Buffer[] = [];
  const open = new Set<net.Socket>();
  const server = http.createServer((_request, response) => response.writeHead(400).end());
  server.on('connection', (socket: net.Socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
  });
  server.on('connect', (request, client, head) => {
    connects.push(request.url ?? '');
    const expected = signIn && `Basic ${Buffer.from(`${signIn.user}:${signIn.password}`).toString('base64')}`;
    if (expected !== undefined && request.headers['proxy-authorization'] !== expected) {
      client.end('HTTP/1.1 407 Sign in\r\nProxy-Authenticate: Basic realm="test"\r\n\r\n');
      return;
    }
    const { hostname, port } = new URL(`http://${request.url ?? ''}`);
    const upstream = net.connect(Number(port), hostname.replace(/^\[|\]$/g, ''), () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.write(head);
      client.pipe(upstream).pipe(client);
    });
    client.on('data', (part: Buffer) => parts.push(part));
    upstream.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      cut();
    });
  return { url: `http://127.0.0.1:${port}`, port, connects, bytes: () => Buffer.concat(parts), cut, close };
}
