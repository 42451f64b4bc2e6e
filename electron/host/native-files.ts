/** Paths of the native files: next to the bundles, unless environment variables override them. */
import { join, resolve } from 'node:path';

export interface NativeFiles {
  readonly addonPath: string;
  readonly stackcapPath: string;
}

/** `dist` is the folder that contains `electron/`, `native/` and `renderer/`, possibly in a package's archive. */
export function nativeFiles(dist: string, env: Readonly<Record<string, string | undefined>>): NativeFiles {
  const program = process.platform === 'win32' ? 'stackcap.exe' : 'stackcap';
  const native = join(outsideArchive(dist), 'native');
  return {
    addonPath: given(env.ROOKERY_ADDON) ?? join(native, 'rookery.node'),
    stackcapPath: given(env.ROOKERY_STACKCAP) ?? join(native, program),
  };
}

/** The system loads native files from real paths only: packages have them beside the archive. */
export const outsideArchive = (path: string): string =>
  path.replace(/([\\/])app\.asar(?=[\\/]|$)/, '$1app.asar.unpacked');

const given = (value: string | undefined): string | undefined =>
  value === undefined || value === '' ? undefined : resolve(value);
