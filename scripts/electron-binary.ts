import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { executable, inRoot } from './paths.ts';
import { runCommand } from './run-command.ts';

/** The Electron to run: an override folder first, then the dev dependency's binary, if unpacked. */
export function findElectron(): string | undefined {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override !== undefined && override !== '') {
    const path = join(override, executable('electron'));
    return existsSync(path) ? path : undefined;
  }
  const pathFile = inRoot('node_modules/electron/path.txt');
  if (!existsSync(pathFile)) return undefined;
  const path = inRoot('node_modules/electron/dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(path) ? path : undefined;
}

/** Like findElectron, but downloads the dev dependency's binary if missing; undefined when that fails. */
export async function obtainElectron(): Promise<string | undefined> {
  const found = findElectron();
  if (found !== undefined || process.env.ELECTRON_OVERRIDE_DIST_PATH !== undefined) return found;
  const { code } = await runCommand(process.execPath, [inRoot('node_modules/electron/install.js')], {
    stdio: 'ignore',
  });
  return code === 0 ? findElectron() : undefined;
}
