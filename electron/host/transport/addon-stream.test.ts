/** Streamed answers of the sandbox with the real engine: dist/native/rookery.node, built by `npm run build:native`. */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { nativeFiles } from '../native-files.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { throughPolicy } from '../test-environment/through-policy.ts';
import { AddonTransport } from './addon-transport.ts';

const files = nativeFiles(join(resolve(import.meta.dirname, '../../..'), 'dist'), process.env);
const never = new AbortController().signal;
const DOCUMENTS = 4_000;
const TEXT = 'x'.repeat(10_000);

/** The threads of the engine that write an answer. */
async function writers(): Promise<number> {
  const tasks = '/proc/self/task';
  const names = (await readdir(tasks)).map((task) =>
    // A thread can end meanwhile.
    readFile(join(tasks, task, 'comm'), 'utf8').catch(() => ''),
  );
  return (await Promise.all(names)).filter((name) => name.trim() === 'rookery-stream').length;
}

/** Documents of 10 kB. 4,000 of them are more than the pieces that wait between engine and reader. */
async function sandboxWith(documents: number) {
  const dataFolder = join(await temporaryFolder(), 'sandbox');
  const transport = throughPolicy(
    new AddonTransport({ ...files, dataFolder, onProblem: () => undefined }),
    'http://sandbox',
  );
  onTestFinished(() => transport.close());
  const send = async (path: string, json: unknown, method: 'POST' | 'PUT' = 'POST') => {
    const { status } = await transport.request(
      { method, path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) },
      never,
    );
    expect(status).toBe(201);
  };
  await send('/admin/databases?name=shop', { DatabaseName: 'shop' }, 'PUT');
  for (let from = 0; from < documents; from += 500)
    await send('/databases/shop/bulk_docs', {
      Commands: Array.from({ length: 500 }, (_, place) => ({
        Id: `ns/${from + place}`,
        Type: 'PUT',
        Document: { Text: TEXT, '@metadata': { '@collection': 'Ns' } },
      })),
    });
  const open = (signal = never) =>
    transport.stream(
      {
        method: 'POST',
        path: '/databases/shop/streams/queries?format=jsonl',
        headers: { 'content-type': 'application/json' },
        body: '{"Query":"from Ns"}',
      },
      signal,
    );
  return { transport, open };
}

it.runIf(process.platform === 'linux')(
  'streams a large result, and the engine waits for its reader',
  { timeout: 60_000 },
  async () => {
    const { open } = await sandboxWith(DOCUMENTS);
    const { status, headers, body } = await open();
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('json');
    let bytes = 0;
    let largest = 0;
    for await (const piece of body) {
      // 40 MB do not fit between engine and reader, so the engine's thread waits.
      if (bytes === 0) expect(await writers()).toBe(1);
      bytes += piece.length;
      largest = Math.max(largest, piece.length);
    }
    expect(bytes).toBeGreaterThan(DOCUMENTS * TEXT.length);
    expect(largest).toBeLessThan(200_000);
    await expect.poll(writers).toBe(0);
  },
);

it(
  'ends the query in the engine when the reader leaves or the signal aborts',
  { timeout: 60_000 },
  async () => {
    const { open } = await sandboxWith(DOCUMENTS);
    const left = await open();
    for await (const piece of left.body) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    await expect.poll(writers).toBe(0);

    const abort = new AbortController();
    const aborted = await open(abort.signal);
    const reading = (async () => {
      for await (const piece of aborted.body) {
        expect(piece.length).toBeGreaterThan(0);
        abort.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    await expect.poll(writers).toBe(0);
    await expect(open(AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  },
);

it('gives a refused request its status and text', async () => {
  const { transport } = await sandboxWith(0);
  const request = {
    method: 'POST' as const,
    path: '/databases/none/streams/queries?format=jsonl',
    body: '{}',
  };
  const { status, body } = await transport.stream({ ...request, headers: {} }, never);
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece);
  expect(status).toBe(500);
  expect(Buffer.concat(pieces).toString('utf8')).toContain('DatabaseDoesNotExistException');
});
