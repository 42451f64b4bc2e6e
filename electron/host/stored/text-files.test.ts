import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Port } from '../../../src/contract/index.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

const owner = { connection: 'sandbox', database: 'shop' };

interface Saved {
  readonly name: string;
  readonly folder?: string;
  readonly text?: string;
  readonly replace?: boolean;
  readonly connection?: string;
  readonly database?: string;
}

/** Both kinds of files, through the port. */
const kinds = {
  queries: (port: Port) => ({
    root: 'queries',
    ending: '.rql',
    save: (more: Saved) =>
      port.call('queries.save', { ...owner, folder: '', text: 'from Orders', replace: false, ...more }),
    list: (database: string) => port.call('queries.list', { ...owner, database }),
    names: async (database: string) =>
      (await port.call('queries.list', { ...owner, database })).queries.map(
        ({ folder, name, text }) => `${folder}/${name}: ${text}`,
      ),
    remove: (name: string) => port.call('queries.remove', { ...owner, folder: '', name }),
  }),
  snippets: (port: Port) => ({
    root: 'snippets',
    ending: '.js',
    save: (more: Saved) =>
      port.call('snippets.save', {
        ...{ ...owner, folder: '', text: 'from Orders', replace: false, language: 'js' as const },
        ...more,
      }),
    list: (database: string) => port.call('snippets.list', { ...owner, database }),
    names: async (database: string) =>
      (await port.call('snippets.list', { ...owner, database })).snippets.map(
        ({ folder, name, text }) => `${folder}/${name}: ${text}`,
      ),
    remove: (name: string) => port.call('snippets.remove', { ...owner, folder: '', name, language: 'js' }),
  }),
};
type Kind = keyof typeof kinds;

async function opened(kind: Kind) {
  const folder = await temporaryFolder();
  const port = await hostOn(folder);
  const { list, names, save, ...rest } = kinds[kind](port);
  return {
    ...{ folder, port, ...rest },
    save: (name: string, more: Omit<Saved, 'name'> = {}) => save({ name, ...more }),
    list: (database = 'shop') => names(database),
    answer: () => list('shop'),
  };
}

describe.each(['queries', 'snippets'] as const)('%s', (kind) => {
  it('are plain files in folders, sorted, for each database', async () => {
    const { folder, save, list, root, ending } = await opened(kind);
    await save('Late orders', { folder: 'Sales/Open', text: '// $x = "1"\nfrom Orders' });
    await save('All');
    await save('Elsewhere', { database: 'Other.db' });
    expect(await list()).toEqual(['/All: from Orders', 'Sales/Open/Late orders: // $x = "1"\nfrom Orders']);
    expect(await list('Other.db')).toEqual(['/Elsewhere: from Orders']);
    expect(await list('none')).toEqual([]);
    const file = join(folder, root, 'sandbox', 'shop', 'Sales', 'Open', `Late orders${ending}`);
    expect(await readFile(file, 'utf8')).toBe('// $x = "1"\nfrom Orders');
  });

  it('are replaced only on request, and removed', async () => {
    const { remove, save, list } = await opened(kind);
    await save('a');
    await expect(save('a', { text: 'from X' })).rejects.toMatchObject({ code: 'bad-request' });
    await save('a', { text: 'from Y', replace: true });
    expect(await list()).toEqual(['/a: from Y']);
    await remove('a');
    await remove('a');
    expect(await list()).toEqual([]);
  });

  it('are created once when two windows save a new name at the same time', async () => {
    const { save, list } = await opened(kind);
    const saves = await Promise.allSettled(['one', 'two', 'three'].map((text) => save('a', { text })));
    expect(saves.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await list()).toEqual(['/a: one']);
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

  test.each([...badNames, '', 'a/b'])('are not saved under the name %j', async (name) => {
    const { folder, save, root } = await opened(kind);
    await expect(save(name)).rejects.toMatchObject({ code: 'bad-request' });
    expect(await readdir(folder)).not.toContain(root);
  });

  test.each([...badNames, '/', 'a//b', 'a/../b', 'a/b/c/d/e'])(
    'are not saved in the folder %j',
    async (name) => {
      const { folder, save, root } = await opened(kind);
      await expect(save('a', { folder: name })).rejects.toMatchObject({ code: 'bad-request' });
      expect(await readdir(folder)).not.toContain(root);
    },
  );

  it('stay inside their folder with hostile ids of connections and databases', async () => {
    const { folder, save, root } = await opened(kind);
    for (const connection of ['..', '../..', '/etc', 'C:', 'con'])
      await save('a', { connection, database: '../../x' });
    expect((await readdir(folder)).sort()).not.toContain('x');
    expect(await readdir(join(folder, root))).toHaveLength(5);
  });

  it('are listed without links, large files and other files', async () => {
    const { folder, save, list, root, ending } = await opened(kind);
    await save('a');
    const place = join(folder, root, 'sandbox', 'shop');
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await symlink(join(folder, 'secret.txt'), join(place, `link${ending}`));
    await writeFile(join(place, `large${ending}`), 'x'.repeat(5 * 1024 * 1024 + 1));
    await writeFile(join(place, 'notes.md'), 'x');
    await mkdir(join(place, `folder${ending}`));
    expect(await list()).toEqual(['/a: from Orders']);
  });

  it('leave out files that are too large together, and say how many', async () => {
    const { folder, save, root, ending, answer } = await opened(kind);
    const limit = kind === 'queries' ? 256 * 1024 : 5 * 1024 * 1024;
    await save('a');
    const place = join(folder, root, 'sandbox', 'shop');
    await writeFile(join(place, `large${ending}`), 'x'.repeat(limit + 1));
    expect(await answer()).toMatchObject({ leftOut: 1 });
    const count = Math.ceil((24 * 1024 * 1024) / limit);
    for (let number = 0; number < count; number++)
      await writeFile(join(place, `b${number}${ending}`), 'x'.repeat(limit));
    expect(await answer()).toMatchObject({ leftOut: 2 });
  });

  it('refuse a text whose bytes are too many, which could not be listed again', async () => {
    const { save, list } = await opened(kind);
    const characters = (kind === 'queries' ? 256 * 1024 : 5 * 1024 * 1024) / 2 + 1;
    await expect(save('a', { text: 'é'.repeat(characters) })).rejects.toMatchObject({ code: 'too-large' });
    expect(await list()).toEqual([]);
  });
});

it('a script and a query of one name are two snippets, and no other ending is one', async () => {
  const { port } = await opened('snippets');
  const place = { ...owner, folder: '', name: 'a', text: 'x', replace: false };
  await port.call('snippets.save', { ...place, language: 'js' });
  await port.call('snippets.save', { ...place, language: 'rql' });
  const { snippets } = await port.call('snippets.list', owner);
  expect(snippets.map(({ name, language }) => `${name}.${language}`)).toEqual(['a.js', 'a.rql']);
  await port.call('snippets.remove', { ...owner, folder: '', name: 'a', language: 'js' });
  expect((await port.call('snippets.list', owner)).snippets).toMatchObject([{ language: 'rql' }]);
});
