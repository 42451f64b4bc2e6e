import { mkdir, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ExportSink } from '../host/export/export-way.ts';
import { LogFile } from '../host/log/log-file.ts';
import { temporaryFolder } from '../host/test-environment/temporary-folder.ts';
import { Downloads } from './downloads.ts';
import { serve } from './server.ts';
import { enter } from './test-environment/enter.ts';

const file = { name: 'Bestellungen ä.csv', format: 'csv' } as const;
const never = new AbortController().signal;

async function started(downloads = new Downloads()) {
  const folder = await temporaryFolder();
  const rendererFolder = join(folder, 'renderer');
  await mkdir(rendererFolder);
  await writeFile(join(rendererFolder, 'index.html'), 'window');
  const served = await serve({
    handlersForWindow: () => {
      throw new Error('not part of this test');
    },
    log: new LogFile({ path: join(folder, 'log'), onBroken: () => undefined }),
    downloads,
    rendererFolder,
    port: 0,
  });
  onTestFinished(() => served.close());
  const { cookie } = await enter(served.url);
  const own = `http://127.0.0.1:${served.port}`;
  const get = (path: string, headers: Record<string, string> = { cookie }, method = 'GET') =>
    fetch(own + path, { headers, method });
  return { downloads, get, own, cookie, port: served.port };
}

it('streams a download once, as an attachment with its name', async () => {
  const { downloads, get } = await started();
  const { path, opened } = downloads.offer(file, never);
  const response = await get(path);
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="Bestellungen__.csv"; filename*=UTF-8''Bestellungen%20%C3%A4.csv`,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  const sink = await opened;
  await sink.write('a\r\n', 1);
  const text = response.text();
  expect(await sink.finish()).toBeNull();
  expect(await text).toBe('a\r\n');
  expect(sink).toMatchObject({ rows: 1, bytes: 3 });
  const again = await get(path);
  expect(again.status).toBe(404);
  expect(await again.text()).toMatch(/started before, or has expired/);
});

it('needs the session, and a HEAD request does not use the address up', async () => {
  const { downloads, get } = await started();
  const { path, opened } = downloads.offer(file, never);
  expect((await get(path, {})).status).toBe(403);
  expect((await get(path, { cookie: 'rookery=guess' })).status).toBe(403);
  expect((await get(path, undefined, 'HEAD')).status).toBe(404);
  expect((await get('/export/guess')).status).toBe(404);
  const response = await get(path);
  expect(response.status).toBe(200);
  await (await opened).finish();
  expect(await response.text()).toBe('');
});

it('expires', async () => {
  const { downloads, get } = await started(new Downloads(0));
  const { path, opened } = downloads.offer(file, never);
  await expect(opened).rejects.toMatchObject({ code: 'timeout' });
  expect((await get(path)).status).toBe(404);
});

it('is withdrawn when the export is cancelled before it begins', async () => {
  const { downloads, get } = await started();
  const cancel = new AbortController();
  const { path, opened } = downloads.offer(file, cancel.signal);
  cancel.abort();
  await expect(opened).rejects.toMatchObject({ code: 'cancelled' });
  expect((await get(path)).status).toBe(404);
});

it('fails in the browser when the export ends early', async () => {
  const { downloads, get } = await started();
  const { path, opened } = downloads.offer(file, never);
  const response = await get(path);
  const sink: ExportSink = await opened;
  await sink.write('a\r\n', 1);
  expect(await sink.endIncomplete()).toBe('The download ended after 1 row; the browser marks it as failed.');
  await expect(response.text()).rejects.toThrow();
});

it('waits for a slow browser, and reports one that goes away', async () => {
  const { downloads, port, cookie } = await started();
  const { path, opened } = downloads.offer(file, never);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) =>
    http.get({ host: '127.0.0.1', port, path, headers: { cookie } }, resolve).once('error', reject),
  );
  response.on('error', () => undefined);
  const sink = await opened;
  // More than sockets buffer: a write has to wait for the reader, which does not read.
  const big = 'x'.repeat(8 * 1024 * 1024);
  const writing = (async () => {
    for (;;) await sink.write(big, 1);
  })();
  const ended = expect(writing).rejects.toMatchObject({ code: 'cancelled' });
  await expect.poll(() => sink.rows).toBeGreaterThan(0);
  expect(sink.readerLeft.aborted).toBe(false);
  response.destroy();
  await ended;
  expect(sink.readerLeft.aborted).toBe(true);
  expect(sink.rows).toBeLessThan(20);
});
