/** The archive of macOS x64: an application that is not signed, made on Linux from native files of a Mac. Untested. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { needProgram } from '../../cross/needs.ts';
import { buildTime } from '../app/build-info.ts';
import { setTimes } from '../app/folder-files.ts';
import { makeZip } from '../app/zip.ts';
import { product, programs } from '../description.ts';
import type { PackageOptions, Packages } from '../package-options.ts';
import { layOut } from './layout.ts';

export const macosFormats = ['zip'] as const;

const VARIABLE = 'ROOKERY_MACOS_NATIVE';
const files = ['rookery.node', programs.server, programs.capture];

/** The folder of the native files. Throws when there is none: Linux has no linker and libraries for macOS. */
export function macosNative(env: Readonly<Record<string, string | undefined>>): string {
  const folder = env[VARIABLE] ?? '';
  if (folder === '')
    throw new Error(
      `The native files for macOS (${files.join(', ')}) cannot be built on Linux: they need Apple's SDK. Nothing was ` +
        `written. Run \`npm run build:native\` on a Mac with an Intel processor, and set ${VARIABLE} to its folder dist/native.`,
    );
  for (const name of files)
    if (!existsSync(join(folder, name)))
      throw new Error(`${VARIABLE} names ${folder}, which has no ${name}.`);
  return folder;
}

export function checkMacosTools(_formats: readonly string[], test: boolean): void {
  if (test) throw new Error('--test does not try the archive of macOS: that needs a Mac.');
  macosNative(process.env);
  needProgram(['zip'], 'zip');
}

export async function packageForMacos(options: PackageOptions): Promise<Packages> {
  const { output, build, distribution } = options;
  const work = join(output, 'work-macos');
  await rm(work, { recursive: true, force: true });
  const bundle = `${product.name}.app`;
  const native = macosNative(process.env);
  const fuses = await layOut({ bundle: join(work, bundle), build, distribution, native });
  await setTimes(join(work, bundle), buildTime(process.env));
  const path = join(output, `${product.id}-${product.version}-macos-x64.zip`);
  await makeZip(work, bundle, path);
  await rm(work, { recursive: true });
  return { artefacts: [{ path, budget: null }], fuses };
}
