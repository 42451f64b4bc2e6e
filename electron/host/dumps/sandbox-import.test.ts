/** Imports into the sandbox with the real engine: dist/native/rookery.node, built by `npm run build:native`. */
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import {
  dumpItem,
  type DumpImportOptions,
  type DumpProgress,
  type Port,
} from '../../../src/contract/index.ts';
import { dumpImportOptions } from '../../../src/contract/dumps.ts';
import { ServerClient } from '../../../src/protocol/client.ts';
import { importDump } from '../../../src/protocol/dumps.ts';
import { getDatabaseStats } from '../../../src/protocol/stats.ts';
import { nativeFiles } from '../native-files.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

const files = nativeFiles(join(resolve(import.meta.dirname, '../../..'), 'dist'), process.env);
const options: DumpImportOptions = {
  items: ['Documents'],
  includeExpired: true,
  includeArtificial: false,
  includeArchived: true,
  removeAnalyzers: false,
  skipRevisionCreation: false,
  transformScript: '',
};
const target = { connection: 'sandbox', database: 'shop', options, fileName: 'x.ravendbdump' };
const never = new AbortController().signal;

/** A dump of documents of 2 kB, without its last characters when it is to be damaged. */
function dumpOf(documents: number, without = 0): Blob {
  const text = 'x'.repeat(2_000);
  const docs = Array.from({ length: documents }, (_, place) =>
    JSON.stringify({ Text: text, '@metadata': { '@collection': 'Ns', '@id': `ns/${place}` } }),
  );
  const dump = `{"BuildVersion":71028,"Docs":[${docs.join(',')}]}`;
  return new Blob([dump.slice(0, dump.length - without)]);
}

async function sandbox(): Promise<{ readonly port: Port; readonly documents: () => Promise<number> }> {
  const port = await hostOn(join(await temporaryFolder(), 'data'), files);
  const created = await port.call('http.request', {
    connection: 'sandbox',
    method: 'PUT',
    path: '/admin/databases?name=shop',
    headers: { 'content-type': 'application/json' },
    body: '{"DatabaseName":"shop"}',
  });
  expect(created.status).toBe(201);
  const client = new ServerClient(port, 'sandbox').database('shop');
  return { port, documents: async () => (await getDatabaseStats(client, { signal: never })).documents };
}

it('imports while the file arrives, two files at the same time', async () => {
  const { port, documents } = await sandbox();
  const progress: DumpProgress[] = [];
  const one = (file: Blob) =>
    importDump(port, target, file, { signal: never, onProgress: (each) => progress.push(each) });
  const outcomes = await Promise.all([one(dumpOf(5_000)), one(dumpOf(3_000))]);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'completed' });
  expect(await documents()).toBe(5_000);
  expect(progress.some((each) => each.kind === 'ready')).toBe(true);
});

it('ends at a damaged file, and names the place', async () => {
  const { port, documents } = await sandbox();
  const outcome = await importDump(port, target, dumpOf(3_000, 5_000), {
    signal: never,
    onProgress: () => undefined,
  });
  expect(outcome).toMatchObject({ kind: 'failed' });
  expect(outcome.message).toContain('The import into shop failed');
  expect(await documents()).toBeLessThan(3_000);
});

it('cancels in the middle of the file, and goes on with the next import', async () => {
  const { port, documents } = await sandbox();
  const stop = new AbortController();
  const outcome = await importDump(port, target, dumpOf(30_000), {
    signal: stop.signal,
    onProgress: (each) => {
      if (each.kind === 'running' && each.bytes > 5_000_000) stop.abort();
    },
  });
  expect(outcome).toMatchObject({ kind: 'cancelled' });
  expect(await documents()).toBeLessThan(30_000);
  const again = await importDump(port, target, dumpOf(100), { signal: never, onProgress: () => undefined });
  expect(again).toMatchObject({ kind: 'completed' });
});

it('takes each kind of item once at most', () => {
  const all = dumpItem.options;
  expect(dumpImportOptions.safeParse({ ...options, items: all }).success).toBe(true);
  expect(dumpImportOptions.safeParse({ ...options, items: [...all, 'Documents'] }).success).toBe(false);
});
