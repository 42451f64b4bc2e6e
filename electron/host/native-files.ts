/** Paths of the native files: next to the bundles, unless environment variables override them. */
import { join, resolve } from 'node:path';

export interface NativeFiles {
  readonly addonPath: string;
  readonly stackcapPath: string;
}

/** `dist` is the folder that contains `electron/`, `native/` and `renderer/`. */
export function nativeFiles(dist: string, env: Readonly<Record<string, string | undefined>>): NativeFiles {
  const program = process.platform === 'win32' ? 'stackcap.exe' : 'stackcap';
  return {
    addonPath: given(env.ROOKERY_ADDON) ?? join(dist, 'native', 'rookery.node'),
    stackcapPath: given(env.ROOKERY_STACKCAP) ?? join(dist, 'native', program),
  };
}

const given = (value: string | undefined): string | undefined =>
  value === undefined || value === '' ? undefined : resolve(value);
