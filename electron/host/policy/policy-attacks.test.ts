/** Attacks of a compromised page, through the port of a whole host, on a real local server. */
import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { ConnectionMode } from '../../../src/contract/index.ts';
import { listenHttp } from '../test-environment/local-server.ts';
import { pageConnectedTo } from '../test-environment/page.ts';

interface Received {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function pageOn(mode: ConnectionMode) {
  const received: Received[] = [];
  const server = await listenHttp((request, response, body) => {
    received.push({
      line: `${String(request.method)} ${String(request.url)}`,
      headers: request.headers,
      body,
    });
    response.end('{}');
  });
  server.server.on('upgrade', (request, socket) => {
    received.push({ line: `UPGRADE ${String(request.url)}`, headers: request.headers, body: '' });
    socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
  });
  return { received, ...(await pageConnectedTo(server.url, mode)) };
}

describe('a read-only connection', () => {
  it.each([
    '/databases/x/debug/.\t./bulk_docs',
    '/databases/x/debug/.\n./bulk_docs',
    '/databases/x/debug/.\r./bulk_docs',
    '/databases/x/debug/../bulk_docs',
    '/databases/x/debug/%2e%2e/bulk_docs',
    '/databases/x/debug/x%2F..%2F..%2Fbulk_docs',
    '/databases/x/debug/x%252F..%252F..%252Fbulk_docs',
    '/databases/x/queries\\..\\bulk_docs',
    '/databases/x/queries/../bulk_docs#',
  ])('sends no write hidden in its address: %j', async (path) => {
    const page = await pageOn('read-only');
    for (const method of ['POST', 'GET'] as const)
      await expect(page.send(method, path, { body: '{"Commands":[]}' })).rejects.toMatchObject({
        code: 'bad-request',
        message: expect.stringContaining('Live') as unknown,
      });
    await expect(page.openSocket(path)).rejects.toMatchObject({ code: 'bad-request' });
    expect(page.received).toEqual([]);
  });

  it('sends what it judged of a multi_get, not the text of the page', async () => {
    const page = await pageOn('read-only');
    const path = '/databases/x/multi_get';
    const twice =
      '{"Requests":[{"Url":"/databases/x/docs","Method":"DELETE","Query":"?id=a","Method":"GET"}]}';
    await page.send('POST', path, { body: twice, headers: { 'content-type': 'text/plain' } });
    expect(page.received).toHaveLength(1);
    expect(page.received[0]?.body).toBe(
      '{"Requests":[{"Url":"/databases/x/docs","Query":"?id=a","Method":"GET","Headers":{}}]}',
    );
    expect(page.received[0]?.headers['content-type']).toBe('application/json');
    const last =
      '{"Requests":[{"Url":"/databases/x/docs","Method":"GET","Query":"?id=a","Method":"DELETE"}]}';
    await expect(page.send('POST', path, { body: last })).rejects.toMatchObject({ code: 'policy-refused' });
    expect(page.received).toHaveLength(1);
  });

  it('lets no query build an index', async () => {
    const page = await pageOn('read-only');
    await page.send('POST', '/databases/x/queries?disableAutoIndexCreation=false', { body: '{}' });
    await page.send('GET', '/databases/x/queries?query=from%20a&DisableAutoIndexCreation=false');
    expect(page.received.map((each) => each.line)).toEqual([
      'POST /databases/x/queries?disableAutoIndexCreation=true',
      'GET /databases/x/queries?query=from%20a&disableAutoIndexCreation=true',
    ]);
    for (const method of ['GET', 'HEAD', 'POST'] as const)
      await expect(page.send(method, '/databases/x/streams/queries?query=from%20a')).rejects.toMatchObject({
        code: 'policy-refused',
      });
    expect(page.received).toHaveLength(2);
  });

  it('forwards no header that makes a server read another request', async () => {
    const page = await pageOn('read-only');
    await page.send('POST', '/databases/x/docs', {
      headers: {
        'X-HTTP-Method-Override': 'DELETE',
        'x-original-url': '/admin',
        etag: '1',
        cookie: 'a=b',
        accept: 'a/b',
      },
    });
    const { headers } = page.received[0] ?? { headers: {} };
    expect(Object.keys(headers).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'content-length',
      'host',
    ]);
  });

  it('opens live feeds only where the server has some', async () => {
    const page = await pageOn('read-only');
    await expect(page.openSocket('/databases/x/changes')).rejects.toMatchObject({ code: 'unsupported' });
    for (const path of [
      '/databases/x/bulk_docs',
      '/databases/x/docs?id=a',
      '/admin/console',
      '/databases/x/hilo/next',
    ])
      await expect(page.openSocket(path)).rejects.toMatchObject({ code: 'policy-refused' });
    expect(page.received.map((each) => each.line)).toEqual(['UPGRADE /databases/x/changes']);
  });
});

describe('a guarded connection', () => {
  it.each([
    ['DELETE', '/ad\tmin/databases', 'bad-request'],
    ['DELETE', '/ad%09min/databases', 'bad-request'],
    ['DELETE', '/%61dmin/databases', 'bad-request'],
    ['POST', '/databases/x/admin/revisions/config/enforce', 'policy-refused'],
    ['PUT', '/databases/x/admin/etl', 'policy-refused'],
    ['PUT', '/databases/x/something/new', 'policy-refused'],
  ] as const)('does not send %s %j', async (method, path, code) => {
    const page = await pageOn('guarded');
    await expect(page.send(method, path)).rejects.toMatchObject({ code });
    expect(page.received).toEqual([]);
  });

  it('replaces no database record, because no version of it is forwarded', async () => {
    const page = await pageOn('guarded');
    await page.send('PUT', '/admin/databases?name=x', {
      body: '{"DatabaseName":"x"}',
      headers: { ETag: '12' },
    });
    expect(page.received[0]?.headers).not.toHaveProperty('etag');
  });
});
