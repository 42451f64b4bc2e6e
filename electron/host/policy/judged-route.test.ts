/** The route that was judged is the route of the bytes that a server receives. */
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { pathReaders } from '../test-environment/path-readers.ts';
import { listenHttp } from '../test-environment/local-server.ts';
import { HttpsTransport } from '../transport/https-transport.ts';
import { decide } from './decide.ts';
import type { JudgedRequest } from './judged-request.ts';

const never = new AbortController().signal;

const pieces = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('/databases', '/shop', '/docs', '/queries', '/bulk_docs', '/admin', '/stats'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '\t',
      '\r\n',
      '%2f',
      '%5C',
      '..',
      '/./',
      '%2e',
      '%252f',
      ';',
      '//',
      '?',
      '#',
      '\\',
      '%',
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom('?id=a%2Fb', '?x=1', '%C3%A9', 'A', '-', '.b', '%61') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
);
const path = fc.oneof(
  { weight: 9, arbitrary: fc.array(pieces, { minLength: 1, maxLength: 6 }).map((list) => list.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map((text) => `/${text}`) },
);

it('is the same for arbitrary text, by request and by socket, with and without a prefix', async () => {
  const lines: string[] = [];
  const server = await listenHttp((request, response) => {
    lines.push(String(request.url));
    response.end('{}');
  });
  new WebSocketServer({ server: server.server }).on('connection', (socket, request) => {
    lines.push(String(request.url));
    socket.close(1000);
  });
  let sent = 0;
  for (const prefix of ['', '/behind/proxy']) {
    const base = new URL(server.url + prefix);
    const transport = new HttpsTransport({ url: base.href, secrets: () => ({}) });
    onTestFinished(() => transport.close());
    const viaRequest = (judged: JudgedRequest) => transport.request(judged, never);
    const viaSocket = async (judged: JudgedRequest) => {
      for await (const item of (await transport.openSocket(judged, never)).items)
        expect.unreachable(item.kind);
    };
    await fc.assert(
      fc.asyncProperty(path, fc.boolean(), async (text, socket) => {
        const decision = decide('full', base, { method: 'GET', path: text }, socket ? 'socket' : 'request');
        if (!decision.allowed) {
          expect(decision.code).toBe('bad-request');
          return;
        }
        sent++;
        const { request } = decision;
        await (socket ? viaSocket(request) : viaRequest(request));
        const received = lines.pop() ?? '';
        expect(lines).toEqual([]);
        expect(received).toBe(prefix + text);
        expect(received).toBe(prefix + request.path);
        for (const [reader, read] of Object.entries(pathReaders)) {
          if (reader === 'no decoding') continue;
          expect({ reader, ...read(received.slice(prefix.length)) }).toEqual({
            reader,
            database: request.route.of === 'database' ? request.route.database : undefined,
            name: request.route.name,
          });
        }
      }),
      { numRuns: 400 },
    );
  }
  expect(sent).toBeGreaterThan(200);
});
