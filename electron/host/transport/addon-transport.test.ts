/** The sandbox with the real engine: dist/native/rookery.node, built by `npm run build:native`. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { HttpMethod } from '../../../src/contract/index.ts';
import { nativeFiles } from '../native-files.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { throughPolicy } from '../test-environment/through-policy.ts';
import { AddonTransport } from './addon-transport.ts';

const root = resolve(import.meta.dirname, '../../..');
const files = nativeFiles(join(root, 'dist'), process.env);
const never = new AbortController().signal;

beforeAll(() => {
  if (!existsSync(files.addonPath))
    throw new Error(`These tests need the real engine at ${files.addonPath}: run "npm run build:native".`);
});

function sandboxIn(dataFolder: string) {
  const problems: (string | undefined)[] = [];
  const transport = throughPolicy(
    new AddonTransport({ ...files, dataFolder, onProblem: (problem) => problems.push(problem) }),
    'http://sandbox',
  );
  onTestFinished(() => transport.close());
  const ask = (method: HttpMethod, path: string, json?: unknown, signal = never) =>
    transport.request(
      {
        method,
        path,
        headers: json === undefined ? {} : { 'content-type': 'application/json' },
        body: json === undefined ? undefined : JSON.stringify(json),
      },
      signal,
    );
  return { transport, problems, ask };
}

it('creates a database, keeps a document over a restart, and can be closed twice', async () => {
  const folder = join(await temporaryFolder(), 'sandbox');
  const first = sandboxIn(folder);
  const version = await first.ask('GET', '/build/version');
  expect(version.status).toBe(200);
  expect(version.headers['raven-server-version']).toMatch(/^\d+\./);
  expect(z.looseObject({ ProductVersion: z.string() }).parse(JSON.parse(version.body))).toBeDefined();
  expect(first.problems).toEqual([undefined]);

  expect((await first.ask('PUT', '/admin/databases?name=shop', { DatabaseName: 'shop' })).status).toBe(201);
  const document = { Name: 'Ala ma kota 🐈', '@metadata': { '@collection': 'Cats' } };
  const id = encodeURIComponent('cats/ż 1');
  expect((await first.ask('PUT', `/databases/shop/docs?id=${id}`, document)).status).toBe(201);
  await first.transport.close();
  await first.transport.close();
  await expect(first.ask('GET', '/build/version')).rejects.toMatchObject({ code: 'closed' });

  const second = sandboxIn(folder);
  const read = await second.ask('GET', `/databases/shop/docs?id=${id}`);
  expect(read.status).toBe(200);
  expect(read.body).toContain('Ala ma kota 🐈');
  expect((await second.ask('GET', '/databases/shop/docs?id=none')).status).toBe(404);
});

it('transfers binary bodies in both directions', async () => {
  const { transport, ask } = sandboxIn(join(await temporaryFolder(), 'sandbox'));
  await ask('PUT', '/admin/databases?name=shop', { DatabaseName: 'shop' });
  await ask('PUT', '/databases/shop/docs?id=a', { Name: 'a' });
  const path = '/databases/shop/attachments?id=a&name=bytes';
  const body = Buffer.from([0, 255, 128, 195, 40]).toString('base64');
  const put = await transport.request(
    { method: 'PUT', path, headers: {}, body, bodyEncoding: 'base64' },
    never,
  );
  expect(put).toMatchObject({ status: 201 });
  const read = await transport.request({ method: 'GET', path, headers: {}, answerEncoding: 'base64' }, never);
  expect(read).toMatchObject({ status: 200, body, bodyEncoding: 'base64' });
});

it('names the process that holds a locked data folder, and opens it when it is free', async () => {
  const folder = join(await temporaryFolder(), 'sandbox');
  const holder = spawn(join(root, 'dist/native/rookeryd'), ['--data', folder, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await new Promise((listening) => holder.stdout.once('data', listening));
  const sandbox = sandboxIn(folder);
  await expect(sandbox.ask('GET', '/build/version')).rejects.toMatchObject({
    code: 'data-folder-locked',
    retryable: true,
    message: expect.stringContaining(String(holder.pid)) as unknown,
  });
  expect(sandbox.problems.at(-1)).toContain(String(holder.pid));
  const gone = new Promise((ended) => holder.once('exit', ended));
  holder.kill('SIGTERM');
  await gone;
  expect((await sandbox.ask('GET', '/build/version')).status).toBe(200);
  expect(sandbox.problems.at(-1)).toBeUndefined();
});

it('reports why a folder cannot be opened', async () => {
  const folder = join(await temporaryFolder(), 'sandbox');
  await writeFile(folder, 'a file in its place');
  const sandbox = sandboxIn(folder);
  await expect(sandbox.ask('GET', '/build/version')).rejects.toMatchObject({ code: 'engine-unavailable' });
  expect(sandbox.problems.at(-1)).toContain(folder);
});

it('sends nothing for a caller that has disconnected already', async () => {
  const sandbox = sandboxIn(join(await temporaryFolder(), 'sandbox'));
  await expect(sandbox.ask('GET', '/build/version', undefined, AbortSignal.abort())).rejects.toMatchObject({
    code: 'cancelled',
    message: expect.stringContaining('before it was sent') as unknown,
  });
});

describe('a request that is under way', () => {
  const waiting = {
    Query: "from index 'A'",
    WaitForNonStaleResults: true,
    WaitForNonStaleResultsTimeout: '00:10:00',
  };

  /** A stale index, so that a query can wait ten minutes for it. */
  async function staleSandbox() {
    const sandbox = sandboxIn(join(await temporaryFolder(), 'sandbox'));
    await sandbox.ask('PUT', '/admin/databases?name=shop', { DatabaseName: 'shop' });
    const map = "map('People', p => ({ Name: p.Name }))";
    await sandbox.ask('PUT', '/databases/shop/admin/indexes', { Indexes: [{ Name: 'A', Maps: [map] }] });
    await sandbox.ask('POST', '/databases/shop/admin/indexes/stop');
    const ann = { Name: 'Ann', Age: 1, '@metadata': { '@collection': 'People' } };
    await sandbox.ask('PUT', '/databases/shop/docs?id=people/1', ann);
    const running = async () => {
      const { body } = await sandbox.ask('GET', '/databases/shop/debug/queries/running');
      // The object contains `@metadata` in addition to the indexes.
      return Object.keys(JSON.parse(body) as object).filter((name) => name !== '@metadata');
    };
    return { ...sandbox, running };
  }

  it('ends in the engine when the caller aborts, and the thread is free', async () => {
    const { ask, running } = await staleSandbox();
    const abort = new AbortController();
    const query = ask('POST', '/databases/shop/queries', waiting, abort.signal);
    const outcome = expect(query).rejects.toMatchObject({
      code: 'cancelled',
      message: 'The query was cancelled.',
    });
    await expect.poll(running).toContain('A');
    const start = performance.now();
    abort.abort();
    await outcome;
    process.stdout.write(`cancel: through the transport: ${(performance.now() - start).toFixed(1)} ms\n`);
    expect(await running()).toEqual([]);
  });

  it('ends in the engine when its time is over', async () => {
    const { transport, running } = await staleSandbox();
    const body = JSON.stringify(waiting);
    const request = { method: 'POST' as const, path: '/databases/shop/queries', headers: {}, body };
    await expect(transport.request({ ...request, timeoutMs: 200 }, never)).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('so the request was stopped') as unknown,
    });
    expect(await running()).toEqual([]);
  });

  it('gives the answer that was complete when the caller aborted', async () => {
    const { ask } = await staleSandbox();
    const abort = new AbortController();
    const put = ask('PUT', '/databases/shop/docs?id=people/2', { Name: 'Bob' }, abort.signal);
    // The engine is open, so the request is sent with the next turn; a write is not rolled back.
    await Promise.resolve();
    await Promise.resolve();
    abort.abort();
    const written = await put.then(
      ({ status }) => status === 201,
      () => false,
    );
    const read = await ask('GET', '/databases/shop/docs?id=people/2');
    expect(read.status).toBe(written ? 200 : 404);
  });

  it('says of a patch that nothing was saved', async () => {
    const { ask } = await staleSandbox();
    const abort = new AbortController();
    const script = { Patch: { Script: 'this.Age = 2; while (true) {}' } };
    const patch = ask('PATCH', '/databases/shop/docs?id=people/1', script, abort.signal);
    setTimeout(() => abort.abort(), 100);
    await expect(patch).rejects.toMatchObject({
      code: 'cancelled',
      message: 'The request was cancelled before anything was saved.',
    });
    expect((await ask('GET', '/databases/shop/docs?id=people/1')).body).toContain('"Age":1');
  });
});

it('opens a live feed, and refuses an unknown one', async () => {
  const sandbox = sandboxIn(join(await temporaryFolder(), 'sandbox'));
  await sandbox.ask('PUT', '/admin/databases?name=shop', { DatabaseName: 'shop' });
  const abort = new AbortController();
  const feed = await sandbox.transport.openSocket('/databases/shop/debug/io-metrics/live', abort.signal);
  const reading = (async () => {
    for await (const item of feed.items) if (item.kind === 'text') return item.text;
    return undefined;
  })();
  await sandbox.ask('PUT', '/databases/shop/docs?id=a', { Name: 'a' });
  expect(await reading).toContain('Environments');
  await expect(
    sandbox.transport.openSocket('/databases/none/debug/io-metrics/live', never),
  ).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('none') as unknown,
  });
  await expect(sandbox.transport.openSocket('/nothing/here', never)).rejects.toMatchObject({
    code: 'unsupported',
  });
});
