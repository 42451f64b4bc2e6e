/** Electron for a system other than this one. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadArtifact } from '@electron/get';
import { z } from 'zod';
import { cacheFolder, inRoot } from '../../paths.ts';
import { describe, type Distribution } from './electron-distribution.ts';
import { runTool } from './run-tool.ts';

export type ForeignPlatform = 'win32' | 'darwin';

/** Names an unpacked distribution, as ELECTRON_OVERRIDE_DIST_PATH does for this system. */
const overrideVariable = (platform: ForeignPlatform): string =>
  `ELECTRON_OVERRIDE_DIST_PATH_${platform.toUpperCase()}`;

/** The folder of the platform's variable, or the download of the dev dependency's version for x64, checked and cached. */
export async function findForeignDistribution(
  platform: ForeignPlatform,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Distribution> {
  const variable = overrideVariable(platform);
  const given = env[variable];
  if (given !== undefined && given !== '') return describe(given);
  const { version } = z.object({ version: z.string() }).parse(readJson('package.json'));
  const folder = join(cacheFolder, `electron-${version}-${platform}-x64`);
  if (existsSync(folder)) return describe(folder);
  const archive = await downloadArtifact({
    version,
    artifactName: 'electron',
    platform,
    arch: 'x64',
    checksums: z.record(z.string(), z.string()).parse(readJson('checksums.json')),
  }).catch((cause: unknown) => {
    throw new Error(
      `There is no Electron for ${platform} to pack: Electron ${version} was not downloaded ` +
        `(${cause instanceof Error ? cause.message : String(cause)}). Connect to its download server, or set ` +
        `${variable} to an unpacked distribution.`,
      { cause },
    );
  });
  const aside = `${folder}.new`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true });
  await runTool('unzip', ['-q', archive, '-d', aside]);
  await rename(aside, folder);
  return describe(folder);
}

/** Of the dev dependency. */
const readJson = (name: string): unknown =>
  JSON.parse(readFileSync(inRoot('node_modules/electron', name), 'utf8'));
