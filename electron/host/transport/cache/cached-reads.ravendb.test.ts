/** ETags and the change feed of a real server: set ROOKERY_TEST_RAVENDB_URL to one without certificates. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, never, transportTo } from '../../test-environment/transport-to.ts';
import type { SocketItem } from '../transport.ts';

const url = process.env.ROOKERY_TEST_RAVENDB_URL ?? '';
const name = `rookery-cache-${Date.now()}`;

/** Another client: the cache does not see what it sends. */
async function direct(method: string, path: string, json?: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const body = json === undefined ? {} : { headers, body: JSON.stringify(json) };
  return (await fetch(url + path, { method, ...body })).status;
}

const one = `/databases/${name}/docs?id=orders%2F1`;
const page = `/databases/${name}/docs?start=0&pageSize=10`;
const order = (total: number) => ({ total, '@metadata': { '@collection': 'Orders' } });

describe.skipIf(url === '')('the cache on a real server (ROOKERY_TEST_RAVENDB_URL)', () => {
  beforeAll(async () => {
    await direct('PUT', `/admin/databases?name=${name}&replicationFactor=1`, { DatabaseName: name });
    expect(await direct('PUT', one, order(1))).toBe(201);
  }, 60_000);
  afterAll(() => direct('DELETE', '/admin/databases', { DatabaseNames: [name], HardDelete: true }));

  it('validates documents and lists, and sees every kind of change by another client', async () => {
    const transport = transportTo(url);
    const changes: (() => Promise<number>)[] = [
      () => direct('PUT', one, order(2)),
      () => direct('PUT', `/databases/${name}/docs?id=orders%2F2`, order(1)),
      () => direct('PUT', `/databases/${name}/attachments?id=orders%2F1&name=note`, 'text'),
      () => direct('DELETE', `/databases/${name}/docs?id=orders%2F2`),
    ];
    for (const change of changes) {
      for (const path of [one, page]) {
        const first = await get(transport, path);
        const second = await get(transport, path);
        expect(second).toMatchObject({ status: 200, cache: 'not-modified', body: first.body });
      }
      expect(await change()).toBeLessThan(300);
      const after = await get(transport, page);
      expect(after.cache).toBeUndefined();
      expect(after.body).toBe((await get(transportTo(url), page)).body);
      expect((await get(transport, one)).body).toBe((await get(transportTo(url), one)).body);
    }
  });

  it('needs no request while the feed covers a document, and sees its change', async () => {
    const transport = transportTo(url);
    const socket = await transport.openSocket(`/databases/${name}/changes`, never);
    await socket.send(JSON.stringify({ CommandId: 1, Command: 'watch-docs', Param: null }));
    const items = socket.items[Symbol.asyncIterator]();
    const until = async (text: string): Promise<void> => {
      for (;;) {
        const item: IteratorResult<SocketItem> = await items.next();
        if (item.done === true) throw new Error(`The feed ended before ${text}.`);
        if (item.value.kind === 'text' && item.value.text.includes(text)) return;
      }
    };
    await until('Confirm');
    await get(transport, one);
    await get(transport, page);
    expect((await get(transport, one)).cache).toBe('live');
    expect((await get(transport, page)).cache).toBe('live');
    expect(await direct('PUT', one, order(3))).toBe(201);
    await until('DocumentChange');
    expect((await get(transport, one)).body).toContain('"total":3');
    expect((await get(transport, one)).cache).toBe('live');
    socket.close();
    expect((await get(transport, one)).cache).toBe('not-modified');
  });
});
