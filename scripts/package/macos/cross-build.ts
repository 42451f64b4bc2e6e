/** Cross-builds the native files for macOS x64 with Zig. */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { macosEnvironment, macosTargets, needMacosTarget } from '../../cross/macos-target.ts';
import { needProgram } from '../../cross/needs.ts';
import { cargoTarget, inRoot } from '../../paths.ts';
import { mustRun } from '../../run-command.ts';

/** What cargo writes, and the names in the package. */
const files = [
  ['rookeryd', 'rookeryd'],
  ['stackcap', 'stackcap'],
  ['librookery_addon.dylib', 'rookery.node'],
] as const;

/** The folder of the native files. */
export const macosNative = inRoot('dist/native-macos');

/** Throws before the long build when a program is missing. */
export function checkMacosTools(_formats: readonly string[], test: boolean): void {
  if (test) throw new Error('--test does not try the archive of macOS: that needs a Mac.');
  needMacosTarget('x64');
  needProgram(['zip'], 'zip');
}

export async function buildForMacos(): Promise<void> {
  await mustRun(
    'Building the native parts for macOS',
    'cargo',
    [
      ...['build', '--locked', '--release', '--target', macosTargets.x64],
      ...['addon', 'server', 'stackcap'].flatMap((part) => ['-p', `rookery-${part}`]),
    ],
    { cwd: inRoot('native'), env: macosEnvironment('x64') },
  );
  await rm(macosNative, { recursive: true, force: true });
  await mkdir(macosNative, { recursive: true });
  for (const [from, name] of files)
    await copyFile(join(cargoTarget, macosTargets.x64, 'release', from), join(macosNative, name));
}
