/** Many small servers on loopback ports for the connection list: they answer like a RavenDB, hang, or are absent. */
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

/** `databases`: answers with the version, and with a list of one database. */
export type DoubleKind = 'answers' | 'databases' | 'hangs' | 'absent';

export interface ServerDoubles {
  readonly urls: readonly string[];
  /** Method and path of each request so far. */
  readonly requests: () => readonly string[];
  /** The largest number of open connections at one time, to all of them together. */
  readonly mostAtOnce: () => number;
  close(): Promise<void>;
}

const version = JSON.stringify({
  BuildVersion: 71028,
  ProductVersion: '7.1',
  CommitHash: 'double',
  FullVersion: '7.1.5',
});

const oneDatabase = JSON.stringify({ Databases: [{ Name: 'shop', Disabled: false, DocumentsCount: 3 }] });

export async function runServerDoubles(
  count: number,
  kindOf: (index: number) => DoubleKind,
  /** With it they speak TLS only. */
  tls?: { readonly cert: string; readonly key: string },
): Promise<ServerDoubles> {
  const requests: string[] = [];
  const open = new Set<Socket>();
  let most = 0;
  const servers = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const answer: http.RequestListener = (request, response) => {
        requests.push(`${request.method} ${request.url}`);
        const kind = kindOf(index);
        const isList = kind === 'databases' && /^\/databases(\?|$)/.test(request.url ?? '');
        if (kind === 'answers' || kind === 'databases')
          response.writeHead(200, { 'content-type': 'application/json' }).end(isList ? oneDatabase : version);
      };
      const server = tls ? https.createServer(tls, answer) : http.createServer(answer);
      server.on('connection', (socket: Socket) => {
        open.add(socket);
        most = Math.max(most, open.size);
        socket.on('close', () => open.delete(socket));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const scheme = tls ? 'https' : 'http';
  const urls = servers.map((server) => `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const close = (server: http.Server): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
    });
  await Promise.all(servers.filter((_, index) => kindOf(index) === 'absent').map(close));
  return {
    urls,
    requests: () => requests,
    mostAtOnce: () => most,
    close: async () => {
      for (const socket of open) socket.destroy();
      await Promise.all(servers.filter((_, index) => kindOf(index) !== 'absent').map(close));
    },
  };
}
