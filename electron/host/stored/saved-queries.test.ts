import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { hostOn } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

const owner = { connection: 'sandbox', database: 'shop' };

async function opened() {
  const folder = await temporaryFolder();
  const port = await hostOn(folder);
  const save = (
    name: string,
    more: { folder?: string; text?: string; replace?: boolean; database?: string } = {},
  ) =>
    port.call('queries.save', { ...owner, folder: '', text: 'from Orders', replace: false, name, ...more });
  const list = async (database = 'shop') =>
    (await port.call('queries.list', { ...owner, database })).queries.map(
      ({ folder: in_, name, text }) => `${in_}/${name}: ${text}`,
    );
  return { folder, port, save, list };
}

it('keeps queries as plain files in folders, sorted, for each database', async () => {
  const { folder, save, list } = await opened();
  await save('Late orders', { folder: 'Sales/Open', text: '// $x = "1"\nfrom Orders' });
  await save('All');
  await save('Elsewhere', { database: 'Other.db' });
  expect(await list()).toEqual(['/All: from Orders', 'Sales/Open/Late orders: // $x = "1"\nfrom Orders']);
  expect(await list('Other.db')).toEqual(['/Elsewhere: from Orders']);
  expect(await list('none')).toEqual([]);
  const file = join(folder, 'queries', 'sandbox', 'shop', 'Sales', 'Open', 'Late orders.rql');
  expect(await readFile(file, 'utf8')).toBe('// $x = "1"\nfrom Orders');
});

it('replaces a query only when asked to, and removes it', async () => {
  const { port, save, list } = await opened();
  await save('a');
  await expect(save('a', { text: 'from X' })).rejects.toMatchObject({ code: 'bad-request' });
  await save('a', { text: 'from Y', replace: true });
  expect(await list()).toEqual(['/a: from Y']);
  await port.call('queries.remove', { ...owner, folder: '', name: 'a' });
  await port.call('queries.remove', { ...owner, folder: '', name: 'a' });
  expect(await list()).toEqual([]);
});

const badNames = [
  '.',
  '..',
  '../a',
  'a\\b',
  'con',
  'nul.x',
  'a.',
  ' a',
  'a\u0000',
  'a:b',
  'a\u202Eb',
  '.hidden',
];

test.each([...badNames, '', 'a/b'])('saves nothing under the name %j', async (name) => {
  const { folder, save } = await opened();
  await expect(save(name)).rejects.toMatchObject({ code: 'bad-request' });
  expect(await readdir(folder)).not.toContain('queries');
});

test.each([...badNames, '/', 'a//b', 'a/../b', 'a/b/c/d/e'])(
  'saves nothing in the folder %j',
  async (name) => {
    const { folder, save } = await opened();
    await expect(save('a', { folder: name })).rejects.toMatchObject({ code: 'bad-request' });
    expect(await readdir(folder)).not.toContain('queries');
  },
);

it('keeps hostile ids of connections and databases inside its folder', async () => {
  const { folder, port } = await opened();
  for (const connection of ['..', '../..', '/etc', 'C:', 'con'])
    await port.call('queries.save', {
      connection,
      database: '../../x',
      folder: '',
      name: 'a',
      text: '',
      replace: false,
    });
  expect((await readdir(folder)).sort()).not.toContain('x');
  expect(await readdir(join(folder, 'queries'))).toHaveLength(5);
});

it('leaves out links, large files and other files', async () => {
  const { folder, save, list } = await opened();
  await save('a');
  const place = join(folder, 'queries', 'sandbox', 'shop');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await symlink(join(folder, 'secret.txt'), join(place, 'link.rql'));
  await writeFile(join(place, 'large.rql'), 'x'.repeat(300 * 1024));
  await writeFile(join(place, 'notes.md'), 'x');
  await mkdir(join(place, 'folder.rql'));
  expect(await list()).toEqual(['/a: from Orders']);
});
