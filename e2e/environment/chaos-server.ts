/**
 * A server that recognizes itself as RavenDB with one database, and answers everything else wrongly: each request another way,
 * so that every screen meets several.
 */
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface ChaosServer {
  readonly url: string;
  readonly database: string;
  /** Ways that were used so far. */
  readonly used: () => ReadonlySet<string>;
  /** Headers of the requests that reached the server of the redirects. */
  readonly redirected: () => readonly http.IncomingHttpHeaders[];
  close(): Promise<void>;
}

type Answer = (response: http.ServerResponse, socket: Socket) => void;

const json = (body: unknown): Answer => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text);
};
const raw =
  (text: string, end: boolean): Answer =>
  (_response, socket) => {
    socket.write(text);
    if (end) socket.end();
  };

const future = { Name: 'Quantum', Type: 'FromTheFuture', State: 'Entangled', Status: 'Maybe', Id: '?' };

function answers(elsewhere: string): readonly (readonly [string, Answer])[] {
  return [
    ['invalid JSON', json('{"Results": [tru')],
    ['nothing at all', (_response, socket) => socket.destroy()],
    ['an empty object', json({})],
    ['null', json('null')],
    ['unknown enums', json({ Results: [future], Indexes: [future], Nodes: [future], Databases: [future] })],
    ['wrong types', json({ Results: 'none', CountOfDocuments: 'many', Collections: 7, TotalResults: null })],
    ['2 GB that never come', raw('HTTP/1.1 200 OK\r\nContent-Length: 2147483648\r\n\r\n{', true)],
    ['a length that is too long', raw('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}', true)],
    ['a list of nulls', json({ Results: [null, null], Databases: [null] })],
    ['a redirect', (response) => response.writeHead(307, { location: `${elsewhere}/stolen` }).end()],
    ['a page', (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad</h1>')],
    ['deep nesting', json(`${'['.repeat(5000)}${']'.repeat(5000)}`)],
    ['half an answer', raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"Re', true)],
    ['silence', () => undefined],
  ];
}

export async function runChaosServer(): Promise<ChaosServer> {
  const redirected: http.IncomingHttpHeaders[] = [];
  const used = new Set<string>();
  const open = new Set<Socket>();
  const elsewhere = http.createServer((request, response) => {
    redirected.push(request.headers);
    response.end('{}');
  });
  const ways = answers(await listen(elsewhere));
  let count = 0;
  const chaos = http.createServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/build/version')
      json({ BuildVersion: 71028, ProductVersion: '7.1', CommitHash: 'x', FullVersion: '7.1.5' })(
        response,
        request.socket,
      );
    else if (/^\/databases(\?|$)/.test(path)) json(list)(response, request.socket);
    else {
      const [name, answer] = ways[count++ % ways.length] ?? ['', json({})];
      used.add(name);
      answer(response, request.socket);
    }
  });
  // A WebSocket gets an answer of a page, or nothing.
  chaos.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
  for (const server of [chaos, elsewhere])
    server.on('connection', (socket) => {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    });
  const url = await listen(chaos);
  return {
    url,
    database: 'shop',
    used: () => used,
    redirected: () => redirected,
    close: async () => {
      for (const socket of open) socket.destroy();
      await Promise.all([chaos, elsewhere].map((server) => new Promise((done) => server.close(done))));
    },
  };
}

const list = {
  Databases: [
    {
      Name: 'shop',
      Disabled: false,
      DocumentsCount: 3,
      IndexesCount: 1,
      NodesTopology: { Members: [], Promotables: [], Rehabs: [] },
      LockMode: 'LockedByAliens',
    },
  ],
};

async function listen(server: http.Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
