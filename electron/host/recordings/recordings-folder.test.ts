import { link, mkdir, readFile, rename, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { editedName, isRecordingName, newRecordingName } from './recording-names.ts';
import { RecordingsFolder } from './recordings-folder.ts';
import { TemporaryFiles } from './temporary-files.ts';

const manifest = {
  ...{ server: 'http://live', serverVersion: '7.1.5', databases: ['shop'], note: '', masked: false },
  started: 5,
};

async function folderIn(dataFolder: string) {
  const described: string[] = [];
  const folder = new RecordingsFolder(dataFolder, async (path) => {
    described.push(path);
    const text = await readFile(path, 'utf8');
    if (text === 'damaged')
      throw Object.assign(new Error('The file is not a recording of Rookery.'), { code: 'not-a-recording' });
    return JSON.stringify({ manifest: { ...manifest, note: text } });
  });
  // Makes the folder.
  expect(await folder.list()).toEqual([]);
  return { folder, described, path: (name: string) => join(dataFolder, 'recordings', name) };
}

it('lists the newest first, and says what cannot be read', async () => {
  const { folder, described, path } = await folderIn(await temporaryFolder());
  await writeFile(path('a.rookery'), 'one');
  await writeFile(path('b.rookery'), 'damaged');
  await writeFile(path('c.txt'), 'other');
  await utimes(path('a.rookery'), 10, 10);
  await utimes(path('b.rookery'), 20, 20);
  const list = await folder.list();
  expect(list).toEqual([
    {
      ...{ name: 'b.rookery', bytes: 7, modified: 20_000, about: null },
      problem: 'The file is not a recording of Rookery.',
    },
    {
      ...{ name: 'a.rookery', bytes: 3, modified: 10_000, problem: null },
      about: { ...manifest, note: 'one' },
    },
  ]);
  expect(await folder.list()).toEqual(list);
  expect(described).toHaveLength(2);
  await writeFile(path('b.rookery'), 'repaired');
  expect((await folder.list())[0]).toMatchObject({ bytes: 8, problem: null });
  expect(described).toHaveLength(3);
});

it('follows no links, and reads no folders', async () => {
  const data = await temporaryFolder();
  const { folder, path } = await folderIn(data);
  const outside = join(data, 'outside.rookery');
  await writeFile(outside, 'secret');
  await symlink(outside, path('link.rookery'));
  await mkdir(path('folder.rookery'));
  expect(await folder.list()).toEqual([]);
  for (const name of ['link.rookery', 'folder.rookery']) {
    await expect(folder.open(name)).rejects.toThrow('is not a file of recordings');
    await expect(folder.remove(name)).rejects.toThrow('is not a file of recordings');
  }
  expect(await readFile(outside, 'utf8')).toBe('secret');
});

it('does not use a folder that is a link', async () => {
  const data = await temporaryFolder();
  const elsewhere = await temporaryFolder();
  await writeFile(join(elsewhere, 'a.rookery'), 'one');
  await symlink(elsewhere, join(data, 'recordings'));
  const folder = new RecordingsFolder(data, () => Promise.reject(new Error('not described')));
  await expect(folder.list()).rejects.toMatchObject({ code: 'storage' });
  await expect(folder.remove('a.rookery')).rejects.toMatchObject({ code: 'storage' });
  await expect(folder.open('a.rookery')).rejects.toMatchObject({ code: 'storage' });
  await expect(folder.make('b', () => Promise.resolve())).rejects.toMatchObject({ code: 'storage' });
  expect(await readFile(join(elsewhere, 'a.rookery'), 'utf8')).toBe('one');
});

it.each([
  '../connections.rookery',
  '..\\a.rookery',
  'a/b.rookery',
  '/etc/a.rookery',
  'C:a.rookery',
  'a\0.rookery',
  'a\n.rookery',
  '.rookery',
  '..rookery',
  'NUL.rookery',
  'a.json',
  `${'a'.repeat(300)}.rookery`,
])('refuses the name %j', async (name) => {
  const data = await temporaryFolder();
  const { folder } = await folderIn(data);
  await writeFile(join(data, 'connections.rookery'), 'secret');
  expect(isRecordingName(name)).toBe(false);
  await expect(folder.open(name)).rejects.toThrow('not the name of a recording');
  await expect(folder.remove(name)).rejects.toThrow('not the name of a recording');
  expect(await readFile(join(data, 'connections.rookery'), 'utf8')).toBe('secret');
});

it('neither lists nor opens nor removes a file that is being written', async () => {
  const { folder, path } = await folderIn(await temporaryFolder());
  const { name, complete } = await folder.make('a', (file) => writeFile(file, 'one'));
  expect(name).toBe('a.rookery');
  expect(await folder.list()).toEqual([]);
  await expect(folder.open(name)).rejects.toThrow('still being written');
  await expect(folder.remove(name)).rejects.toThrow('still being written');
  await expect(folder.remove('A.rookery')).rejects.toThrow('still being written');
  complete();
  expect(await folder.list()).toHaveLength(1);
  const { file, bytes } = await folder.open(name);
  await file.close();
  expect(bytes).toBe(3);
  await folder.remove(name);
  await folder.remove(name);
  expect(await folder.list()).toEqual([]);
  await expect(stat(path(name))).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(folder.open(name)).rejects.toThrow('no longer exists');
});

it('finds a free name, also when another program takes one', async () => {
  const { folder, path } = await folderIn(await temporaryFolder());
  await writeFile(path('a.rookery'), 'one');
  const tried: string[] = [];
  const { name } = await folder.make('a', async (file) => {
    tried.push(file);
    if (tried.length === 1) {
      await link(path('a.rookery'), file);
      throw Object.assign(new Error('It exists.'), { code: 'exists' });
    }
    await writeFile(file, 'two', { flag: 'wx' });
  });
  expect(name).toBe('a 3.rookery');
  const broken = folder.make('b', () => Promise.reject(new Error('no disk')));
  await expect(broken).rejects.toThrow('no disk');
  const { name: free } = await folder.make('b', () => Promise.resolve());
  expect(free).toBe('b.rookery');
});

it('holds at most 500 recordings', async () => {
  const { folder, path } = await folderIn(await temporaryFolder());
  await writeFile(path('0.rookery'), '');
  for (let n = 1; n < 500; n++) await link(path('0.rookery'), path(`${n}.rookery`));
  await expect(folder.make('a', () => Promise.resolve())).rejects.toMatchObject({ code: 'too-large' });
  await rename(path('0.rookery'), path('0.txt'));
  expect((await folder.make('a', (file) => writeFile(file, ''))).name).toBe('a.rookery');
});

it('reports files that were added and removed', async () => {
  const { folder } = await folderIn(await temporaryFolder());
  let changes = 0;
  folder.changes.listen(() => changes++);
  const { name, complete } = await folder.make('a', (file) => writeFile(file, 'one'));
  expect(changes).toBe(0);
  complete();
  complete();
  expect(changes).toBe(1);
  await folder.remove(name);
  expect(changes).toBe(2);
});

const time = new Date(2026, 2, 14, 9, 26, 53);

it.each([
  ['Live', '2026-03-14 09-26-53 Live'],
  ['../Live: "A"/B', '2026-03-14 09-26-53 _Live_ _A_B'],
  [' .', '2026-03-14 09-26-53 recording'],
  ['\n', '2026-03-14 09-26-53 _'],
])('names a recording of %j', (name, made) => {
  expect(newRecordingName(name, time)).toBe(made);
  expect(isRecordingName(`${made}.rookery`)).toBe(true);
});

it('keeps names short enough for every file system', () => {
  for (const letter of ['a', 'é', '漢', '𝒜', '😀']) {
    let name = newRecordingName(letter.repeat(500), time);
    for (let n = 0; n < 5; n++)
      name = editedName({ stored: `${name}.rookery`, server: '', started: time }, { cut: true, mask: false });
    expect(Buffer.byteLength(`${name} 99.rookery`)).toBeLessThan(200);
    expect(isRecordingName(`${name} 99.rookery`)).toBe(true);
    // No half of a character.
    expect(Buffer.from(name).toString()).toBe(name);
  }
});

it.each([
  [{ cut: true, mask: false }, 'night at ACME.rookery', 'night at ACME cut'],
  [{ cut: false, mask: false }, 'night.rookery', 'night edited'],
  [{ cut: true, mask: true }, '2026-01-02 03-04-05 ACME.rookery', '2026-01-02 03-04-05 cut masked'],
  [{ cut: false, mask: true }, 'night at ACME.rookery', '2026-03-14 09-26-53 masked'],
  [{ cut: true, mask: false }, undefined, '2026-03-14 09-26-53 db.acme_8080 cut'],
  [{ cut: false, mask: true }, undefined, '2026-03-14 09-26-53 masked'],
])('names a changed copy %j of %s', (edit, stored, name) => {
  expect(editedName({ stored, server: 'https://db.acme:8080', started: time }, edit)).toBe(name);
});

it('removes temporary files after their use, and old ones', async () => {
  const data = await temporaryFolder();
  const old = join(data, 'temporary', 'old');
  const young = join(data, 'temporary', 'young');
  await mkdir(join(data, 'temporary'));
  for (const path of [old, young]) await writeFile(path, 'left');
  await utimes(old, 10, 10);
  const temporary = new TemporaryFiles(data);
  let path = '';
  const failed = temporary.use(async (own) => {
    path = own;
    await writeFile(own, 'part');
    await truncate(own, 2);
    throw new Error('no sink');
  });
  await expect(failed).rejects.toThrow('no sink');
  for (const gone of [path, old]) await expect(stat(gone)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readFile(young, 'utf8')).toBe('left');
});
