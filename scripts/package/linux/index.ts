/** The packages of Linux x64: `.deb` with debug symbols, `.rpm`, and archives. */
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildTime } from '../app/build-info.ts';
import { budgets, product } from '../description.ts';
import type { PackageOptions, Packages } from '../package-options.ts';
import type { Artefact } from '../sizes.ts';
import { makeDeb, makeDebugDeb } from './deb.ts';
import { layOutDebugFiles } from './debug-files.ts';
import { layOut } from './layout.ts';
import { makeRpm } from './rpm.ts';
import { layOutServer, makeTarball } from './tarball.ts';

export const linuxFormats = ['deb', 'rpm', 'tar'] as const;

export async function packageForLinux(options: PackageOptions): Promise<Packages> {
  const { output, formats, build, distribution } = options;
  const work = join(output, 'work');
  await rm(work, { recursive: true, force: true });
  const root = join(work, 'root');
  const prefix = join(root, 'usr');
  const time = buildTime(process.env);
  const fuses = await layOut({ prefix, build, distribution });
  const artefacts: Artefact[] = [];
  const add = (name: string, budget: number | null): string => {
    artefacts.push({ path: join(output, name), budget });
    return join(output, name);
  };

  if (formats.includes('tar')) {
    const name = `${product.id}-${product.version}-linux-x64`;
    await cp(prefix, join(work, name), { recursive: true, verbatimSymlinks: true });
    await makeTarball(work, name, add(`${name}.tar.gz`, null), time);
    const server = `rookeryd-${product.version}-linux-x64`;
    await layOutServer(prefix, join(work, server));
    await makeTarball(work, server, add(`${server}.tar.xz`, budgets.serverCompressed), time);
  }
  const debugRoot = join(work, 'debug-root');
  await layOutDebugFiles(debugRoot);
  if (formats.includes('deb') || formats.includes('rpm')) {
    // The RPM takes the tree with the configuration file that makeDeb adds.
    const deb = join(work, 'package.deb');
    await makeDeb(root, deb);
    if (formats.includes('deb')) {
      await rename(deb, add(`${product.id}_${product.version}_amd64.deb`, budgets.packageWithElectron));
      await makeDebugDeb(debugRoot, add(`${product.id}-dbgsym_${product.version}_amd64.deb`, null));
    }
    if (formats.includes('rpm'))
      await makeRpm(
        root,
        join(work, 'rpm'),
        add(`${product.id}-${product.version}-1.x86_64.rpm`, budgets.packageWithElectron),
      );
  }
  if (formats.includes('tar')) {
    const name = `${product.id}-${product.version}-linux-x64-debug`;
    await mkdir(join(work, name));
    await cp(join(debugRoot, 'usr/lib/debug'), join(work, name, 'debug'), { recursive: true });
    await makeTarball(work, name, add(`${name}.tar.gz`, null), time);
  }
  await rm(work, { recursive: true });
  return { artefacts, fuses };
}
