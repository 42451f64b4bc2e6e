/** Debian packages, written by dpkg-deb. */
import { readdir, rm, stat } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { join, relative } from 'node:path';
import { product } from '../description.ts';
import { debianDepends, debianRecommends, debianSuggests } from './dependencies.ts';
import { copy, write } from './layout.ts';
import { LIBRARY } from './paths.ts';
import { runTool } from '../app/run-tool.ts';

/** `root` holds `usr/`; it is completed and packed. */
export async function makeDeb(root: string, target: string): Promise<void> {
  await copy('assets/linux/rookeryd.default', join(root, 'etc/default/rookeryd'));
  await write(join(root, 'DEBIAN/conffiles'), '/etc/default/rookeryd\n');
  for (const script of ['postinst', 'prerm', 'postrm'])
    await copy(`assets/linux/${script}`, join(root, 'DEBIAN', script), 0o755);
  await pack(root, target, {
    Package: product.id,
    Section: 'database',
    Depends: debianDepends.join(', '),
    Recommends: debianRecommends.join(', '),
    Suggests: debianSuggests.join(', '),
    Description: `${product.summary}\n${product.description.map((text) => ` ${text}`).join('\n .\n')}`,
  });
}

/** Symbols and line numbers of the native parts, where stack captures and debuggers look for them. */
export async function makeDebugDeb(root: string, target: string): Promise<void> {
  await pack(root, target, {
    Package: `${product.id}-dbgsym`,
    Section: 'debug',
    Depends: `${product.id} (= ${product.version})`,
    Description: `Debug symbols of ${product.name}\n Names and line numbers for stacks of rookeryd and the sandbox.`,
  });
}

async function pack(root: string, target: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const { size, sums } = await measure(root);
  const { Description = '', ...others } = fields;
  const control = {
    ...others,
    Version: product.version,
    Architecture: 'amd64',
    Maintainer: product.maintainer,
    Priority: 'optional',
    'Installed-Size': String(Math.ceil(size / 1024)),
    Description,
  };
  await write(
    join(root, 'DEBIAN/control'),
    Object.entries(control)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join(''),
  );
  await write(join(root, 'DEBIAN/md5sums'), sums);
  // Chromium's sandbox helper is set-user-id root; dpkg-deb records root as the owner of everything.
  const sandbox = join(root, 'usr', LIBRARY, 'chrome-sandbox');
  const hasSandbox = await stat(sandbox).then(
    () => true,
    () => false,
  );
  if (hasSandbox) await runTool('chmod', ['4755', sandbox]);
  await rm(target, { force: true });
  await runTool('dpkg-deb', ['--root-owner-group', '-Zxz', '-z6', '--build', root, target]);
}

async function measure(root: string): Promise<{ size: number; sums: string }> {
  let size = 0;
  const sums: string[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(root, path);
    if (!entry.isFile() || name.startsWith('DEBIAN/')) continue;
    size += (await stat(path)).size;
    const hash = createHash('md5');
    await pipeline(createReadStream(path), hash);
    if (!name.startsWith('etc/')) sums.push(`${hash.digest('hex')}  ${name}\n`);
  }
  return { size, sums: sums.sort().join('') };
}
