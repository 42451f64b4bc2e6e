/**
 * A server that recognizes itself as RavenDB with one database, and answers everything else wrongly in one way at a time. A second
 * server notes what a redirect would send to it.
 */
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

type Answer = (response: http.ServerResponse, socket: Socket) => void;

const json = (body: unknown): Answer => {
  const text = JSON.stringify(body);
  return (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text);
};
/** These bytes, without an end. */
const raw =
  (text: string): Answer =>
  (_response, socket) => {
    socket.write(text);
  };

const unknown = { Name: 'Quantum', Type: 'New', State: 'Entangled', Status: 'Maybe', Id: '?', NodeTag: 'Ω' };
const lists = ['Results', 'Indexes', 'Nodes', 'Databases', 'Operations', 'OngoingTasks', 'Certificates'];
const everyList = (value: unknown): Record<string, unknown> =>
  Object.fromEntries(lists.map((name) => [name, value]));

/** Ways that a transport test shows for one request; here every screen meets them. */
const kinds = {
  hangs: () => () => undefined,
  'announces 2 GB': () => raw('HTTP/1.1 200 OK\r\nContent-Length: 2147483648\r\n\r\n{'),
  'closes in the middle': () => (_response, socket) =>
    socket.end(
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"Results":[',
    ),
  'announces too little': () =>
    raw('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n{"Results":[]}'),
  'sends no JSON': () => (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>'),
  redirects: (elsewhere) => (response) => response.writeHead(307, { location: `${elsewhere}/stolen` }).end(),
  'leaves out every member': () => json({}),
  'sends unknown enums': () => json({ ...everyList([unknown, null]), CountOfDocuments: 'many' }),
} satisfies Record<string, (elsewhere: string) => Answer>;

export type ChaosKind = keyof typeof kinds;

export interface ChaosServer {
  readonly url: string;
  readonly database: string;
  use(kind: ChaosKind): void;
  /** The address that redirects name. */
  readonly elsewhere: string;
  /** Requests that reached the server of the redirects. */
  readonly redirected: () => readonly string[];
  close(): Promise<void>;
}

export async function runChaosServer(): Promise<ChaosServer> {
  const redirected: string[] = [];
  const open = new Set<Socket>();
  const elsewhere = http.createServer((request, response) => {
    redirected.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  const target = await listen(elsewhere);
  let kind: ChaosKind = 'hangs';
  const chaos = http.createServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/build/version') json(version)(response, request.socket);
    else if (/^\/databases(\?|$)/.test(path)) json(list)(response, request.socket);
    else kinds[kind](target)(response, request.socket);
  });
  chaos.on('upgrade', (_request, socket) =>
    socket.end(
      kind === 'redirects'
        ? `HTTP/1.1 307 Temporary Redirect\r\nLocation: ${target}/feed\r\nContent-Length: 0\r\n\r\n`
        : 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    ),
  );
  for (const server of [chaos, elsewhere])
    server.on('connection', (socket) => {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    });
  const url = await listen(chaos);
  return {
    url,
    database: 'shop',
    use: (next) => {
      kind = next;
    },
    elsewhere: target,
    redirected: () => redirected,
    close: async () => {
      for (const socket of open) socket.destroy();
      await Promise.all([chaos, elsewhere].map((server) => new Promise((done) => server.close(done))));
    },
  };
}

const version = { BuildVersion: 71028, ProductVersion: '7.1', CommitHash: 'x', FullVersion: '7.1.5' };
const list = {
  Databases: [
    {
      Name: 'shop',
      Disabled: false,
      DocumentsCount: 3,
      IndexesCount: 1,
      NodesTopology: { Members: [], Promotables: [], Rehabs: [] },
      LockMode: 'Unheard',
    },
  ],
};

async function listen(server: http.Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
