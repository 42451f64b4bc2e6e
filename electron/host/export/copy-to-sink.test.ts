import { open, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { copyToSink } from './copy-to-sink.ts';
import { exportFileName, filterEnding } from './file-name.ts';
import { openFileSink } from './file-sink.ts';

const content = Buffer.alloc(700_000, 'rookery');

async function source() {
  const folder = await temporaryFolder();
  const path = join(folder, 'source');
  await writeFile(path, content);
  const file = await open(path, 'r');
  onTestFinished(() => file.close());
  const target = await temporaryFolder();
  const sink = await openFileSink(join(target, 'copy.rookery'));
  return { path, sink, target, read: { file, bytes: content.length } };
}

it('copies all bytes, and reports them', async () => {
  const { sink, target, read } = await source();
  const reported: unknown[] = [];
  const result = await copyToSink(read, sink, new AbortController().signal, (each) => reported.push(each));
  expect(result).toEqual({ bytes: content.length, file: join(target, 'copy.rookery') });
  expect(await readFile(join(target, 'copy.rookery'))).toEqual(content);
  expect(reported).toHaveLength(3);
  expect(reported.at(-1)).toEqual({ kind: 'rows', rows: 0, bytes: content.length, total: null });
});

it('leaves no file when it is cancelled', async () => {
  const { sink, target, read } = await source();
  const end = new AbortController();
  await expect(copyToSink(read, sink, end.signal, () => end.abort())).rejects.toMatchObject({
    code: 'cancelled',
    message: 'The export was cancelled. The partial file was deleted.',
  });
  expect(await readdir(target)).toEqual([]);
});

it('leaves no file when the source was shortened', async () => {
  const { path, sink, target, read } = await source();
  await truncate(path, 1000);
  await expect(copyToSink(read, sink, new AbortController().signal, () => undefined)).rejects.toMatchObject({
    code: 'storage',
    message: 'The file was shortened while it was copied. The partial file was deleted.',
  });
  expect(await readdir(target)).toEqual([]);
});

it('has file names with two endings, and one for the dialog', () => {
  expect(exportFileName('../db stacks', 'speedscope.json')).toBe('db_stacks.speedscope.json');
  expect(filterEnding('speedscope.json')).toBe('json');
  expect(filterEnding('rookery')).toBe('rookery');
});
