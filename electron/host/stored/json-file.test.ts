import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { JsonFile } from './json-file.ts';

const schema = z.object({ birds: z.array(z.string()) });
const now = () => new Date('2024-05-06T07:08:09.123Z');

const open = (folder: string) =>
  JsonFile.open({ folder, name: 'birds', what: 'the list of birds', schema, empty: { birds: [] }, now });

it('starts empty, without a notice and without a file', async () => {
  const folder = await temporaryFolder();
  const { file, notices } = await open(folder);
  expect(file.value).toEqual({ birds: [] });
  expect(notices).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

it('reads what was saved, and leaves no temporary file', async () => {
  const folder = join(await temporaryFolder(), 'not', 'yet', 'there');
  const { file } = await open(folder);
  await file.save({ birds: ['rook', 'żuraw'] });
  expect(await readdir(folder)).toEqual(['birds.json']);
  expect((await open(folder)).file.value).toEqual({ birds: ['rook', 'żuraw'] });
  expect(JSON.parse(await readFile(join(folder, 'birds.json'), 'utf8'))).toMatchObject({ schema: 1 });
});

it('ends with the last of many concurrent saves, and a change builds on the previous one', async () => {
  const folder = await temporaryFolder();
  const { file } = await open(folder);
  const saves = [];
  for (let number = 0; number < 50; number++)
    saves.push(file.save({ birds: [...file.value.birds, String(number)] }));
  await Promise.all(saves);
  expect((await open(folder)).file.value.birds).toHaveLength(50);
});

it.each([
  ['not JSON', '{"schema": 1, "value": {"birds": ['],
  ['an empty file', ''],
  ['JSON of another shape', '[1, 2]'],
  ['a value that breaks the schema', '{"schema": 1, "value": {"birds": [7]}}'],
  ['a schema number of no version', '{"schema": 0, "value": {"birds": []}}'],
])('sets a corrupt file aside and reports it: %s', async (_what, text) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'birds.json'), text);
  const { file, notices } = await open(folder);
  expect(file.value).toEqual({ birds: [] });
  expect(notices).toMatchObject([{ code: 'settings-corrupt' }]);
  expect(notices[0]?.message).toContain('birds.corrupt-20240506T070809Z.json');
  expect(await readdir(folder)).toEqual(['birds.corrupt-20240506T070809Z.json']);
  expect(await readFile(join(folder, 'birds.corrupt-20240506T070809Z.json'), 'utf8')).toBe(text);
  await file.save({ birds: ['rook'] });
  expect((await open(folder)).file.value).toEqual({ birds: ['rook'] });
});

it('keeps the file of a newer version under another name', async () => {
  const folder = await temporaryFolder();
  const text = '{"schema": 2, "value": {"flock": []}}';
  await writeFile(join(folder, 'birds.json'), text);
  const { notices } = await open(folder);
  expect(notices).toMatchObject([{ code: 'settings-newer' }]);
  expect(notices[0]?.message).toContain('newer version');
  expect(await readFile(join(folder, 'birds.newer-20240506T070809Z.json'), 'utf8')).toBe(text);
});

it('changes nothing when the file cannot be read', async () => {
  const folder = await temporaryFolder();
  // A folder with this name cannot be read as a file, not even by root.
  await mkdir(join(folder, 'birds.json'));
  const { file, notices } = await open(folder);
  expect(notices).toMatchObject([{ code: 'settings-unreadable' }]);
  await expect(file.save({ birds: ['rook'] })).rejects.toMatchObject({ code: 'storage' });
  expect(file.value).toEqual({ birds: [] });
});

it('reports a full disk, and keeps the previous file and value', async () => {
  const folder = await temporaryFolder();
  const { file } = await open(folder);
  await file.save({ birds: ['rook'] });
  // A folder has the name of the temporary file: the write fails like on a full disk.
  await mkdir(join(folder, `birds.json.new-${process.pid}`));
  await expect(file.save({ birds: ['crow'] })).rejects.toMatchObject({ code: 'storage', retryable: true });
  expect(file.value).toEqual({ birds: ['rook'] });
  expect((await open(folder)).file.value).toEqual({ birds: ['rook'] });
});

it('is readable by its owner only', async () => {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const { file } = await open(folder);
  await file.save({ birds: [] });
  const { stat } = await import('node:fs/promises');
  expect((await stat(join(folder, 'birds.json'))).mode & 0o777).toBe(0o600);
});
