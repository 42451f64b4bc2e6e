import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inRoot } from '../paths.ts';
import { appManifest } from './app/app-archive.ts';
import { associations, contents, icons, product } from './description.ts';
import { desktopEntry, mimeTypes } from './linux/desktop-files.ts';
import { overBudget, sumsText } from './sizes.ts';
import { chooseFormats, linux, windows } from './systems.ts';

describe('the description', () => {
  test('has the version and licence of package.json, and icons of the sizes it names', () => {
    const { version, license } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as Record<
      string,
      string
    >;
    expect([product.version, product.license]).toEqual([version, license]);
    for (const size of icons.sizes) {
      const png = readFileSync(inRoot(icons.png(size)));
      // Width and height of the header.
      expect([png.readUInt32BE(16), png.readUInt32BE(20)], `${size}`).toEqual([size, size]);
    }
    expect(existsSync(inRoot(icons.drawing))).toBe(true);
  });

  test('draws the icon as the window draws its logo', () => {
    const shapeOf = (path: string): string | undefined =>
      /\bd="(M15[^"]+)"/.exec(readFileSync(inRoot(path), 'utf8'))?.[1];
    expect(shapeOf(icons.drawing)).toBeDefined();
    expect(shapeOf(icons.drawing)).toBe(shapeOf('src/app/shell/rook-mark.tsx'));
  });

  test('packs no source map, test or source', () => {
    const taken = (from: string, name: string): boolean =>
      contents.some((each) => each.from === from && (each.only?.test(name) ?? true));
    expect(taken('dist/electron', 'main.cjs')).toBe(true);
    expect(taken('dist/electron', 'main.cjs.map')).toBe(false);
    expect(taken('dist/renderer', 'assets/x.js')).toBe(true);
    expect(taken('dist/renderer', 'assets/x.js.map')).toBe(false);
    expect(contents.every(({ from }) => from.startsWith('dist/') || from === 'LICENSE')).toBe(true);
  });

  test('reaches the desktop entry and the MIME types', () => {
    for (const { type, extensions, patterns } of associations) {
      expect(desktopEntry()).toContain(`${type};`);
      for (const name of [...extensions.map((each) => `*.${each}`), ...patterns])
        expect(mimeTypes()).toContain(`pattern="${name}"`);
      expect(extensions.length + patterns.length, type).toBeGreaterThan(0);
    }
    expect(associations.flatMap(({ extensions }) => extensions)).toEqual(
      expect.arrayContaining(['ravendbdump', 'rql']),
    );
  });

  test('names commit and date in the manifest of the archive', () => {
    expect(appManifest({ commit: 'abc', date: '2026-01-02' })).toMatchObject({
      name: 'rookery',
      main: 'dist/electron/main.cjs',
      version: product.version,
      build: { commit: 'abc', date: '2026-01-02' },
    });
  });
});

test('a package over its budget is named', () => {
  const sized = (megabytes: number, budget: number | null) => ({
    name: 'a.deb',
    megabytes,
    budget,
    sha256: '',
  });
  expect(overBudget([sized(130, 130), sized(900, null)])).toEqual([]);
  expect(overBudget([sized(130.1, 130)])[0]).toContain('a.deb');
});

test('checksums of packages for another system stay while these exist', () => {
  const measured = { name: 'b.deb', megabytes: 1, budget: null, sha256: 'new' };
  const earlier = 'one  a.zip\nold  b.deb\ngone  c.zip\n';
  expect(sumsText(earlier, [measured], (name) => name !== 'c.zip')).toBe('one  a.zip\nnew  b.deb\n');
});

test('formats are those of the system', () => {
  expect(chooseFormats(linux, 'deb,tar')).toEqual(['deb', 'tar']);
  expect(chooseFormats(windows, undefined)).toEqual(['zip', 'installer']);
  expect(() => chooseFormats(windows, 'deb')).toThrow('--only takes zip, installer, not "deb".');
});
