/** What the installer registers, and the uninstaller removes. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Wine } from '../../../cross/wine.ts';
import { associations, product, programs } from '../../description.ts';
import { UNINSTALL_KEY, windowsExtensions } from '../../windows/registry-script.ts';
import { registryValue } from './windows-programs.ts';

const CLASSES = 'Software\\Classes';
const APP_PATHS = 'Software\\Microsoft\\Windows\\CurrentVersion\\App Paths';
const extensions = associations.flatMap(windowsExtensions);

export async function expectRegistered(wine: Wine, folder: string): Promise<void> {
  for (const extension of extensions) {
    const type = await registryValue(wine, `${CLASSES}\\.${extension}`, '');
    const command = await registryValue(wine, `${CLASSES}\\${String(type)}\\shell\\open\\command`, '');
    if (command?.endsWith(`\\${programs.desktop}.exe" open "%1"`) !== true)
      throw new Error(`.${extension} is opened with ${String(command)}.`);
  }
  for (const name of [programs.desktop, programs.server]) {
    const path = await registryValue(wine, `${APP_PATHS}\\${name}.exe`, '');
    if (path?.endsWith(`\\${name}.exe`) !== true)
      throw new Error(`${name}.exe has the path ${String(path)}.`);
  }
  const location = await registryValue(wine, UNINSTALL_KEY, 'InstallLocation');
  if (location === undefined || !folder.endsWith(location.slice(3).replaceAll('\\', '/')))
    throw new Error(`The list of programs names ${String(location)}.`);
  if (!existsSync(await shortcut(wine))) throw new Error('The Start menu has no entry.');
}

export async function expectUnregistered(wine: Wine): Promise<void> {
  const keys = [
    UNINSTALL_KEY,
    ...[programs.desktop, programs.server].map((name) => `${APP_PATHS}\\${name}.exe`),
    ...extensions.map((extension) => `${CLASSES}\\.${extension}`),
    ...extensions.map((extension) => `${CLASSES}\\${product.name}.${extension}`),
  ];
  for (const key of keys) {
    // Wine has an empty default value for a key that exists.
    const found = await registryValue(wine, key, '');
    if (found !== undefined) throw new Error(`HKCU\\${key} is still there: ${found}`);
  }
  if (existsSync(await shortcut(wine))) throw new Error('The Start menu still has the entry.');
}

async function shortcut({ drive }: Wine): Promise<string> {
  const users = join(drive, 'users');
  const [user] = (await readdir(users)).filter((name) => name !== 'Public');
  return join(
    users,
    String(user),
    'AppData/Roaming/Microsoft/Windows/Start Menu/Programs',
    `${product.name}.lnk`,
  );
}
