/** Copies an Electron distribution without what Rookery never loads. */
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { obtainElectron } from '../../electron-binary.ts';

/** The interface is in English; Chromium uses this file for every other language. */
const LOCALES = new Set(['en-US.pak']);

export interface Distribution {
  readonly folder: string;
  readonly version: string;
}

/** The folder of `ELECTRON_OVERRIDE_DIST_PATH` or of the dev dependency, for this system. */
export async function findDistribution(): Promise<Distribution> {
  const binary = await obtainElectron();
  if (binary === undefined)
    throw new Error(
      'There is no Electron to pack. Run `node node_modules/electron/install.js` with a connection to its download ' +
        'server, or set ELECTRON_OVERRIDE_DIST_PATH to an unpacked distribution.',
    );
  return describe(dirname(binary));
}

/** `folder` holds an unpacked distribution of any system. */
export function describe(folder: string): Distribution {
  const file = join(folder, 'version');
  if (!existsSync(file))
    throw new Error(`${folder} is not an Electron distribution: it has no file "version".`);
  return { folder, version: readFileSync(file, 'utf8').trim().replace(/^v/, '') };
}

/** Copies it to `to` and gives the program the product's name. Returns the program's path. */
export async function copyDistribution(
  { folder }: Distribution,
  to: string,
  program: { readonly from: string; readonly to: string },
): Promise<string> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(folder)) {
    if (name === 'locales' || name === 'resources') continue;
    await cp(join(folder, name), join(to, name), { recursive: true });
  }
  await mkdir(join(to, 'locales'));
  for (const name of await readdir(join(folder, 'locales')))
    if (LOCALES.has(name)) await cp(join(folder, 'locales', name), join(to, 'locales', name));
  const path = join(to, program.to);
  await rename(join(to, program.from), path);
  await chmod(path, 0o755);
  return path;
}
