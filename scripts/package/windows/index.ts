/** The packages of Windows x64: an archive, the engine alone, and an installer. Made on Linux. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildTime } from '../app/build-info.ts';
import { filesOf, setTimes } from '../app/folder-files.ts';
import { makeZip } from '../app/zip.ts';
import { budgets, product, programs } from '../description.ts';
import type { PackageOptions, Packages } from '../package-options.ts';
import type { Artefact } from '../sizes.ts';
import { windowsNative } from './cross-build.ts';
import { makeInstaller } from './installer.ts';
import { layOut, layOutServer } from './layout.ts';

export const windowsFormats = ['zip', 'installer'] as const;

export async function packageForWindows(options: PackageOptions): Promise<Packages> {
  const { output, formats, build, distribution } = options;
  const work = join(output, 'work-windows');
  await rm(work, { recursive: true, force: true });
  const time = buildTime(process.env);
  const name = `${product.id}-${product.version}-windows-x64`;
  const folder = join(work, name);
  const fuses = await layOut({ folder, build, distribution, native: windowsNative });
  await setTimes(folder, time);
  const artefacts: Artefact[] = [];
  const add = (file: string, budget: number | null): string => {
    artefacts.push({ path: join(output, file), budget });
    return join(output, file);
  };
  if (formats.includes('zip')) {
    await makeZip(work, name, add(`${name}.zip`, null));
    const server = `${programs.server}-${product.version}-windows-x64`;
    await layOutServer(join(work, server), windowsNative);
    await setTimes(join(work, server), time);
    await makeZip(work, server, add(`${server}.zip`, null));
  }
  if (formats.includes('installer'))
    await makeInstaller({
      folder,
      files: await filesOf(folder),
      target: add(`${name}-setup.exe`, budgets.packageWithElectron),
      version: product.version,
    });
  await rm(work, { recursive: true });
  return { artefacts, fuses };
}
