/** Through the policy and the transport, against a server that counts what it is asked. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { listenHttp } from '../../test-environment/local-server.ts';
import { get, never, transportTo } from '../../test-environment/transport-to.ts';
import { ByteLru } from './byte-lru.ts';
import { openAnswerStore } from './cached-reads.ts';
import { ChangeWatch } from './change-watch.ts';

const DOC = '/databases/shop/docs?id=orders%2F1';
const LIST = '/databases/shop/docs?start=0&pageSize=2';

/** One document with a version, and a change feed as RavenDB has it. */
async function documentServer() {
  const asked: string[] = [];
  let version = 1;
  let status = 200;
  const local = await listenHttp((request, response) => {
    const etag = `"A:${version}"`;
    asked.push(`${request.method} ${request.headers['if-none-match'] ?? '-'}`);
    if (request.method !== 'GET') {
      version++;
      response.end('{}');
    } else if (status !== 200) response.writeHead(status).end('{}');
    else if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.setHeader('ETag', etag).end(`{"version":${version}}`);
  });
  const feeds = new WebSocketServer({ server: local.server });
  onTestFinished(() => feeds.close());
  feeds.on('connection', (socket: WebSocket) => {
    socket.send('[{"TopologyChange":true,"AggressiveCachingChange":true}]');
    socket.on('message', () => socket.send('[{"CommandId":1,"Type":"Confirm"}]'));
  });
  return {
    url: local.url,
    asked,
    changeTo: (next: number) => (version = next),
    answerWith: (next: number) => (status = next),
    tell: (text: string) => feeds.clients.forEach((socket) => socket.send(text)),
    drop: () => feeds.clients.forEach((socket) => socket.terminate()),
  };
}

/** A feed of all documents, or of one, whose subscription is confirmed. */
async function feed(transport: ReturnType<typeof transportTo>, command: object) {
  const socket = await transport.openSocket('/databases/shop/changes', never);
  const items = socket.items[Symbol.asyncIterator]();
  await socket.send(JSON.stringify({ CommandId: 1, ...command }));
  await items.next();
  await items.next();
  return { socket, items };
}

const all = { Command: 'watch-docs', Param: null };
const changed = (id: string) =>
  `[{"Type":"DocumentChange","Value":{"Type":"Put","Id":"${id}","CollectionName":"Orders"}}]`;

describe('an answer with an ETag', () => {
  it('is validated, and not transferred again while it is unchanged', async () => {
    const server = await documentServer();
    const transport = transportTo(server.url);
    expect(await get(transport, DOC)).toMatchObject({ status: 200, body: '{"version":1}' });
    expect(await get(transport, DOC)).toMatchObject({
      status: 200,
      body: '{"version":1}',
      cache: 'not-modified',
    });
    server.changeTo(2);
    const third = await get(transport, DOC);
    expect(third.body).toBe('{"version":2}');
    expect(third).not.toHaveProperty('cache');
    expect(server.asked).toEqual(['GET -', 'GET "A:1"', 'GET "A:1"']);
  });

  it.each([
    ['of a query', '/databases/shop/queries?query=from%20Orders'],
    ['with includes', `${DOC}&include=company`],
    ['of a server route', '/databases'],
  ])('%s is not kept', async (_, path) => {
    const server = await documentServer();
    const transport = transportTo(server.url);
    await get(transport, path);
    await get(transport, path);
    expect(server.asked).toEqual(['GET -', 'GET -']);
  });

  it('is dropped after the server refused the caller', async () => {
    const server = await documentServer();
    const transport = transportTo(server.url);
    await get(transport, DOC);
    server.answerWith(403);
    expect((await get(transport, DOC)).status).toBe(403);
    server.answerWith(200);
    await get(transport, DOC);
    expect(server.asked).toEqual(['GET -', 'GET "A:1"', 'GET -']);
  });

  it('is found neither by another connection nor by another session', async () => {
    const server = await documentServer();
    const answers = openAnswerStore();
    let cookie = 'first';
    const options = { answers, cookie: () => cookie };
    const transport = transportTo(server.url, options);
    await get(transport, DOC);
    await get(transportTo(server.url, options), DOC);
    expect(server.asked).toEqual(['GET -', 'GET -']);
    // Cookies travel over https only, so over http the session is no part of the credentials.
    cookie = 'second';
    await get(transport, DOC);
    expect(server.asked.at(-1)).toBe('GET "A:1"');
    await transport.close();
    expect(answers.bytes).toBeGreaterThan(0);
  });
});

describe('while a change feed is open', () => {
  it('a document is answered without a request until it changes', async () => {
    const server = await documentServer();
    const transport = transportTo(server.url);
    const { items } = await feed(transport, all);
    await get(transport, DOC);
    await get(transport, LIST);
    expect(await get(transport, DOC)).toMatchObject({ body: '{"version":1}', cache: 'live', ms: 0 });
    expect(await get(transport, LIST)).toMatchObject({ cache: 'live' });
    expect(server.asked).toHaveLength(2);

    server.tell(changed('orders/2'));
    await items.next();
    expect(await get(transport, DOC)).toMatchObject({ cache: 'live' });
    expect(await get(transport, LIST)).toMatchObject({ cache: 'not-modified' });

    server.changeTo(2);
    server.tell(changed('Orders/1'));
    await items.next();
    expect((await get(transport, DOC)).body).toBe('{"version":2}');
  });

  it('a feed of one document covers no other one and no list', async () => {
    const server = await documentServer();
    const transport = transportTo(server.url);
    await feed(transport, { Command: 'watch-doc', Param: 'orders/1' });
    for (const path of [DOC, '/databases/shop/docs?id=orders%2F2', LIST]) await get(transport, path);
    expect(await get(transport, DOC)).toMatchObject({ cache: 'live' });
    expect(await get(transport, '/databases/shop/docs?id=orders%2F2')).toMatchObject({
      cache: 'not-modified',
    });
    expect(await get(transport, LIST)).toMatchObject({ cache: 'not-modified' });
  });

  it('an answer from before the feed is validated first', async () => {
    const server = await documentServer();
    const transport = transportTo(server.url);
    await get(transport, DOC);
    await feed(transport, all);
    expect(await get(transport, DOC)).toMatchObject({ cache: 'not-modified' });
    expect(await get(transport, DOC)).toMatchObject({ cache: 'live' });
  });

  it('the own write is read back, and another database is not affected', async () => {
    const server = await documentServer();
    const transport = transportTo(server.url);
    await feed(transport, all);
    await get(transport, DOC);
    await transport.request({ method: 'PUT', path: '/databases/other/docs?id=x', body: '{}' }, never);
    expect(await get(transport, DOC)).toMatchObject({ cache: 'live' });
    await transport.request({ method: 'PUT', path: DOC, body: '{}' }, never);
    expect((await get(transport, DOC)).body).toBe('{"version":3}');
  });

  it('everything is suspect after the feed was lost or became unreadable', async () => {
    const server = await documentServer();
    const transport = transportTo(server.url);
    const { items } = await feed(transport, all);
    await get(transport, DOC);
    server.tell('<html>');
    await items.next();
    expect(await get(transport, DOC)).toMatchObject({ cache: 'not-modified' });
    expect(await get(transport, DOC)).toMatchObject({ cache: 'live' });
    server.drop();
    await expect(items.next()).rejects.toMatchObject({ code: 'unreachable' });
    expect(await get(transport, DOC)).toMatchObject({ cache: 'not-modified' });
    expect(await get(transport, DOC)).toMatchObject({ cache: 'not-modified' });
  });
});

describe('the watch of changes', () => {
  it('trusts no feed that is silent or read slowly', () => {
    let now = 0;
    let stalled = false;
    const watch = new ChangeWatch(() => now);
    const open = watch.open('Shop', () => stalled);
    open.sent('{"CommandId":7,"Command":"watch-docs","Param":null}');
    expect(watch.isCurrent('shop', 'list', watch.next())).toBe(false);
    open.received('[{"CommandId":7,"Type":"Confirm"}]');
    const step = watch.next();
    expect(watch.isCurrent('shop', 'list', step)).toBe(true);
    stalled = true;
    expect(watch.isCurrent('shop', 'list', step)).toBe(false);
    stalled = false;
    now = 13_000;
    expect(watch.isCurrent('shop', 'list', step)).toBe(false);
    open.received('[]');
    expect(watch.isCurrent('shop', 'list', step)).toBe(true);
    open.ended();
    expect(watch.isCurrent('shop', 'list', step)).toBe(false);
  });

  it('counts every document as changed after more changes than it remembers', () => {
    const watch = new ChangeWatch(() => 0);
    const open = watch.open('shop', () => false);
    open.sent('{"CommandId":1,"Command":"watch-docs"}');
    open.received('[{"CommandId":1,"Type":"Confirm"}]');
    const step = watch.next();
    for (let id = 0; id < 10_000; id++) open.received(changed(`x/${id}`));
    expect(watch.isCurrent('shop', ['orders/1'], step)).toBe(true);
    open.received(changed('x/more'));
    expect(watch.isCurrent('shop', ['orders/1'], step)).toBe(false);
  });
});

it('drops the least recently used values first, and none is larger than a sixteenth', () => {
  const lru = new ByteLru<string>(1600);
  for (let key = 0; key < 16; key++) lru.set(String(key), 'v', 100);
  lru.get('0');
  lru.set('16', 'v', 100);
  expect(lru.get('0')).toBe('v');
  expect(lru.get('1')).toBeUndefined();
  expect(lru.bytes).toBe(1600);
  lru.set('large', 'v', 101);
  expect(lru.get('large')).toBeUndefined();
});
