/** The policy before a real server: set ROOKERY_TEST_RAVENDB_URL to one without certificates. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { httpMethod } from '../../../src/contract/index.ts';
import { pageConnectedTo } from '../test-environment/page.ts';
import { effectOf, listedEffect } from './effect-of.ts';
import type { Route } from './request-target.ts';

const url = process.env.ROOKERY_TEST_RAVENDB_URL ?? '';
const name = `rookery-policy-${Date.now()}`;

async function direct(method: string, path: string, json?: unknown): Promise<Response> {
  return fetch(url + path, {
    method,
    ...(json === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }),
  });
}

const put = (id: string) => ({
  Commands: [
    {
      Id: id,
      ChangeVector: null,
      Type: 'PUT',
      Document: { Kind: 'x', '@metadata': { '@collection': 'Things' } },
    },
  ],
});

async function indexes(): Promise<string[]> {
  const answer = z.looseObject({ Results: z.array(z.string()) });
  return answer.parse(await (await direct('GET', `/databases/${name}/indexes?namesOnly=true`)).json())
    .Results;
}

const exists = async (id: string) =>
  (await direct('HEAD', `/databases/${name}/docs?id=${id}`)).status === 200;

describe.skipIf(url === '')('a read-only connection to a real server (ROOKERY_TEST_RAVENDB_URL)', () => {
  beforeAll(async () => {
    await direct('PUT', `/admin/databases?name=${name}&replicationFactor=1`, { DatabaseName: name });
    expect((await direct('POST', `/databases/${name}/bulk_docs`, put('things/1'))).status).toBe(201);
  }, 60_000);
  afterAll(() => direct('DELETE', '/admin/databases', { DatabaseNames: [name], HardDelete: true }));

  it('writes nothing through an address that a URL parser would bend', async () => {
    const tab = `/databases/${name}/debug/.\t./bulk_docs`;
    // The control: assigned to a URL, as the host once did, the address reaches bulk_docs.
    const bent = new URL(url);
    bent.pathname = tab;
    expect((await direct('POST', bent.pathname, put('things/control'))).status).toBe(201);
    expect(await exists('things/control')).toBe(true);

    const page = await pageConnectedTo(url, 'read-only');
    const body = JSON.stringify(put('things/attack'));
    const headers = { 'content-type': 'application/json' };
    for (const path of [tab, tab.replace('.\t.', '..'), tab.replace('.\t.', '%2e%2e')])
      await expect(page.send('POST', path, { body, headers })).rejects.toMatchObject({ code: 'bad-request' });
    expect(await exists('things/attack')).toBe(false);
  });

  it('deletes nothing through a multi_get with repeated names', async () => {
    const page = await pageConnectedTo(url, 'read-only');
    const path = `/databases/${name}/multi_get`;
    const inner = (methods: string) =>
      `{"Requests":[{"Url":"/databases/${name}/docs","Query":"?id=things/1",${methods}}]}`;
    for (const methods of ['"Method":"GET","Method":"DELETE"', '"Method":"DELETE"'])
      await expect(page.send('POST', path, { body: inner(methods) })).rejects.toMatchObject({
        code: 'policy-refused',
      });
    const answer = await page.send('POST', path, { body: inner('"Method":"DELETE","Method":"GET"') });
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('"Kind":"x"') as unknown });
    expect(await exists('things/1')).toBe(true);
  });

  it('creates no index for any query of the page', async () => {
    const page = await pageConnectedTo(url, 'read-only');
    const path = `/databases/${name}/queries`;
    const texts = [
      "from Things where Kind = 'x'",
      'from Things group by Kind select count(), Kind',
      "from Things select suggest(Kind, 'y')",
      'from Things where spatial.within(spatial.point(Lat, Lng), spatial.circle(1, 2, 3))',
    ];
    for (const text of texts) {
      const wish = `disableAutoIndexCreation=false&DISABLEAutoIndexCreation=false`;
      const refusals = [
        await page.send('POST', `${path}?${wish}`, { body: JSON.stringify({ Query: text }) }),
        await page.send('GET', `${path}?query=${encodeURIComponent(text).replaceAll("'", '%27')}&${wish}`),
        await page.send('POST', `/databases/${name}/multi_get`, {
          body: JSON.stringify({
            Requests: [{ Url: path, Query: `?${wish}`, Method: 'POST', Content: { Query: text } }],
          }),
        }),
      ];
      for (const { body } of refusals) expect(body).toContain('Creation of Auto Indexes was disabled');
    }
    expect(await indexes()).toEqual([]);
    const collection = await page.send('POST', path, { body: JSON.stringify({ Query: 'from Things' }) });
    expect(collection.status).toBe(200);
  });

  it('sends no streamed query, for which the server ignores the wish', async () => {
    const page = await pageConnectedTo(url, 'read-only');
    const path = `/databases/${name}/streams/queries?disableAutoIndexCreation=true&query=from%20Things%20where%20A%20%3E%201`;
    await expect(page.send('GET', path)).rejects.toMatchObject({ code: 'policy-refused' });
    expect(await indexes()).toEqual([]);
    // The control: once a server obeys here, the table may allow it.
    await (await direct('GET', path)).text();
    expect(await indexes()).toEqual(['Auto/Things/ByA']);
  });

  it('may read by few requests that are no GET, and every GET that it may read below admin is known', async () => {
    const list = z.array(z.object({ Path: z.string(), Methods: z.string() }));
    const answer = z
      .object({ Debug: list, Production: list })
      .parse(await (await direct('GET', '/debug/routes')).json());
    const reads: string[] = [];
    const adminReads: string[] = [];
    let count = 0;
    for (const { Path, Methods } of [...answer.Debug, ...answer.Production]) {
      const ofDatabase = Path.startsWith('/databases/*/');
      const route: Route = {
        of: ofDatabase ? 'database' : 'server',
        name: Path.slice(ofDatabase ? '/databases/*/'.length : 1).toLowerCase(),
      };
      for (const text of Methods.split(',')) {
        const method = httpMethod.safeParse(text.trim().toUpperCase());
        if (!method.success) continue;
        count++;
        if (effectOf(method.data, route).effect !== 'read') continue;
        if (method.data !== 'GET' && method.data !== 'HEAD')
          reads.push(`${method.data} ${ofDatabase ? '{db}/' : '/'}${route.name}`);
        else if (route.name.startsWith('admin/') && listedEffect(method.data, route) === undefined)
          adminReads.push(Path);
      }
    }
    expect(count).toBeGreaterThan(450);
    expect(adminReads).toEqual([]);
    expect(reads.sort()).toEqual([
      'POST /admin/restore/points',
      'POST /build/version/updates',
      'POST {db}/attachments',
      'POST {db}/attachments/bulk',
      'POST {db}/docs',
      'POST {db}/indexes/has-changed',
      'POST {db}/multi_get',
      'POST {db}/queries',
      'POST {db}/smuggler/export',
      'POST {db}/smuggler/validate-options',
      'POST {db}/subscriptions/try',
    ]);
  });
});
