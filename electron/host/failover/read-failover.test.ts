/** The whole host with a server and another node of its cluster, both on loopback ports. */
import type http from 'node:http';
import { expect, it } from 'vitest';
import type { Port, ServerConnection } from '../../../src/contract/index.ts';
import type { ConfirmationText } from '../confirmation/confirmation-text.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { listenHttp } from '../test-environment/local-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

/** Nothing listens on the discard port. */
const DOWN = 'http://127.0.0.1:9';

type Wanted = Omit<ServerConnection, 'id'> & { id?: string };
const wanted = (url: string, part: Partial<Wanted> = {}): Wanted => ({
  ...{ kind: 'server', name: 'Live', colour: 'red', mode: 'full' },
  ...{ url, ...part },
});

async function node(answer: (path: string) => number = () => 200) {
  const requests: string[] = [];
  const { url } = await listenHttp((request: http.IncomingMessage, response: http.ServerResponse) => {
    requests.push(`${request.method} ${request.url}`);
    response.writeHead(answer(request.url ?? '')).end('{"Results":[]}');
  });
  return { url, requests };
}

const saved = async (port: Port, connection: Wanted) =>
  (await port.call('connections.save', { connection })).connection.id;
const send = (port: Port, connection: string, path: string, method: 'GET' | 'PUT' | 'POST' = 'GET') =>
  port.call('http.request', { connection, method, path, ...(method === 'GET' ? {} : { body: '{}' }) });

it('reads from another node with its tag while the server is down, and sends it no write', async () => {
  const other = await node();
  const port = await hostOn(await temporaryFolder());
  const id = await saved(port, wanted(DOWN, { nodes: [{ tag: 'B', url: other.url }] }));
  const read = '/databases/shop/docs?id=orders%2F1';
  expect(await send(port, id, read)).toMatchObject({ status: 200, node: 'B' });
  expect(await send(port, id, '/databases')).toMatchObject({ node: 'B' });
  // A query makes no index there, whatever the mode of the connection is.
  expect(await send(port, id, '/databases/shop/queries', 'POST')).toMatchObject({ node: 'B' });
  expect(other.requests).toEqual([
    `GET ${read}`,
    'GET /databases',
    'POST /databases/shop/queries?disableAutoIndexCreation=true',
  ]);
  for (const path of ['/admin/debug/memory/stats', '/databases/shop/debug/storage/report', '/build/version'])
    await expect(send(port, id, path)).rejects.toMatchObject({ code: 'refused' });
  await expect(send(port, id, '/databases/shop/docs?id=a', 'PUT')).rejects.toMatchObject({ code: 'refused' });
  expect(other.requests).toHaveLength(3);
});

it('takes the next node when one has no answer, and the error of the server when none has', async () => {
  const gone = await node(() => 410);
  const third = await node((path) => (path.endsWith('/shop/stats') ? 503 : 200));
  const port = await hostOn(await temporaryFolder());
  const nodes = [
    { tag: 'B', url: DOWN },
    { tag: 'C', url: gone.url },
    { tag: 'D', url: third.url },
  ];
  const id = await saved(port, wanted('http://127.0.0.1:19', { nodes }));
  expect(await send(port, id, '/databases/shop/collections/stats')).toMatchObject({ node: 'D' });
  await expect(send(port, id, '/databases/shop/stats')).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('127.0.0.1:19') as string,
  });
});

it('uses no other node while the server answers, also with an error', async () => {
  const own = await node(() => 503);
  const other = await node();
  const port = await hostOn(await temporaryFolder());
  const id = await saved(port, wanted(own.url, { nodes: [{ tag: 'B', url: other.url }] }));
  const answer = await send(port, id, '/databases/shop/stats');
  expect(answer.status).toBe(503);
  expect(answer.node).toBeUndefined();
  expect(other.requests).toEqual([]);
});

it('confirms each new node outside of the page before anything is sent to it', async () => {
  const other = await node();
  const shown: ConfirmationText[] = [];
  const answers: boolean[] = [];
  const ask = (text: ConfirmationText) => {
    shown.push(text);
    return Promise.resolve(answers.shift() ?? false);
  };
  const port = await hostOn(await temporaryFolder(), { confirmation: { method: 'dialog', ask } });
  const nodes = [{ tag: 'B', url: other.url }];
  const readOnly = wanted(DOWN, { mode: 'read-only' });
  await expect(saved(port, { ...readOnly, nodes })).rejects.toMatchObject({ code: 'not-confirmed' });
  const id = await saved(port, readOnly);
  expect(shown).toHaveLength(1);
  await expect(saved(port, { ...readOnly, id, nodes })).rejects.toMatchObject({ code: 'not-confirmed' });
  expect(shown[1]?.details).toEqual([`Node added: B at ${other.url}, for reads with the same credentials`]);
  await expect(send(port, id, '/databases')).rejects.toMatchObject({ code: 'refused' });
  expect(other.requests).toEqual([]);

  answers.push(true);
  await saved(port, { ...readOnly, id, nodes });
  expect(await send(port, id, '/databases')).toMatchObject({ node: 'B' });
  // Removing it takes access away, and applies to the next request.
  await saved(port, { ...readOnly, id });
  expect(shown).toHaveLength(3);
  await expect(send(port, id, '/databases')).rejects.toMatchObject({ code: 'refused' });
  await expect(
    saved(port, { ...readOnly, id, nodes: [{ tag: 'B', url: 'https://b.example.com' }] }),
  ).rejects.toMatchObject({ code: 'bad-request' });
});
