/** The default data folder: the same as in Electron. */
import { homedir } from 'node:os';
import { join } from 'node:path';

export function defaultDataFolder(env: Readonly<Record<string, string | undefined>>): string {
  if (process.platform === 'win32')
    return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'rookery');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'rookery');
  const configured = env.XDG_CONFIG_HOME;
  return join(
    configured === undefined || configured === '' ? join(homedir(), '.config') : configured,
    'rookery',
  );
}
