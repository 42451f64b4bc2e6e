import { expect, test } from 'vitest';
import { toBase64 } from './base64.ts';
import { ServerClient } from './client.ts';
import { captureClusterStacks, readClusterPackage } from './cluster-stacks.ts';
import { scriptedPort } from './ports-for-tests.ts';
import { readStackCapture } from './thread-stacks.ts';
import { zipEntries } from './zip-entries.ts';
import { zip } from './zip-for-tests.ts';

const stacks = (frame: string) =>
  JSON.stringify({ Results: [{ ThreadIds: [7, 8], NativeThreads: false, StackTrace: [frame, 'main'] }] });
const wide = 'server-wide/admin.threads.stack-trace';

test('combines the stacks of every node, and the errors of failed nodes', async () => {
  const archive = await zip({
    'Node - [A].zip': await zip({ [`${wide}.json`]: stacks('a'), 'server-wide/build.version.json': '{}' }),
    // Recorded from RavenDB 7.1.5 without its debugger tool.
    'Node - [B].zip': await zip({
      [`${wide}.error`]:
        "Exception throw time: UTC 2026-11-21 15:51:15\nSystem.IO.FileNotFoundException: Could not find debugger tool at '/x/Raven.Debug'\n   at Raven.Server\n",
    }),
    'Node - [C].zip': await zip({ 'server-wide/build.version.json': '{}' }),
  });
  const paths: string[] = [];
  const server = new ServerClient(
    scriptedPort({
      http: (request) => {
        paths.push(request.path);
        return { body: toBase64(archive) };
      },
    }),
    'test',
  );
  const capture = await captureClusterStacks(server);
  expect(paths).toEqual(['/admin/debug/cluster-info-package?stacktraces=true']);
  expect(capture.groups).toEqual([
    { threadIds: [7, 8], count: 2, native: false, threadType: null, frames: ['a', 'main'], node: 'A' },
  ]);
  expect(capture.failures.map((failure) => failure.node)).toEqual(['B', 'C']);
  expect(capture.failures[0]?.error).toContain('Could not find debugger tool');
  // An export reads back the same.
  const again = readStackCapture(capture.raw, 'export.json');
  expect(again.groups).toEqual(capture.groups);
  expect(again.failures.map((failure) => failure.node)).toEqual(['B', 'C']);
});

test('explains the empty response of a passive server', async () => {
  const capture = await readClusterPackage(await zip({}), 'x.zip');
  expect(capture.groups).toEqual([]);
  expect(capture.failures[0]?.error).toContain('passive');
});

test('reads the package of a single node', async () => {
  const capture = await readClusterPackage(await zip({ [`${wide}.json`]: stacks('alone') }), 'x.zip');
  expect(capture.groups[0]?.frames[0]).toBe('alone');
});

test('rejects a file that is not an archive, or a truncated one', async () => {
  await expect(readClusterPackage(new TextEncoder().encode('hello'), 'x.zip')).rejects.toThrow(
    /x\.zip: .*not a zip archive/,
  );
  const good = await zip({ [`${wide}.json`]: stacks('alone') });
  for (let cut = 1; cut < good.length; cut += 7)
    await expect(readClusterPackage(good.subarray(0, good.length - cut), 'x')).rejects.toThrow(
      /Cannot read x/,
    );
});

test('never misreads an archive with a flipped byte', async () => {
  const good = await zip({ [`${wide}.json`]: stacks('alone') });
  for (let at = 0; at < good.length; at++) {
    const spoilt = Uint8Array.from(good);
    spoilt[at] = (spoilt[at] ?? 0) ^ 0x10;
    const found = await readClusterPackage(spoilt, 'x').catch(() => null);
    for (const group of found?.groups ?? []) expect(group.frames).toEqual(['alone', 'main']);
  }
});

test('rejects a file that declares a huge size', async () => {
  const archive = await zip({ a: 'x' });
  const view = new DataView(archive.buffer);
  let central = 0;
  while (view.getUint32(central, true) !== 0x02014b50) central++;
  view.setUint32(central + 24, 0xfffffff0, true);
  await expect(zipEntries(archive)[0]?.read()).rejects.toThrow(/exceeds the size limit/);
});
