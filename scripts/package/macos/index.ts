/** The archive of macOS x64: an application that is not signed, made on Linux. Untested. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildTime } from '../app/build-info.ts';
import { setTimes } from '../app/folder-files.ts';
import { makeZip } from '../app/zip.ts';
import { product } from '../description.ts';
import type { PackageOptions, Packages } from '../package-options.ts';
import { macosNative } from './cross-build.ts';
import { layOut } from './layout.ts';

export const macosFormats = ['zip'] as const;

export async function packageForMacos(options: PackageOptions): Promise<Packages> {
  const { output, build, distribution } = options;
  const work = join(output, 'work-macos');
  await rm(work, { recursive: true, force: true });
  const bundle = `${product.name}.app`;
  const fuses = await layOut({ bundle: join(work, bundle), build, distribution, native: macosNative });
  await setTimes(join(work, bundle), buildTime(process.env));
  const path = join(output, `${product.id}-${product.version}-macos-x64.zip`);
  await makeZip(work, bundle, path);
  await rm(work, { recursive: true });
  return { artefacts: [{ path, budget: null }], fuses };
}
