/** Cross-builds the native files for Windows x64 with MinGW. */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { needProgram } from '../../cross/needs.ts';
import { needMingw, needWindowsTarget, windowsTarget } from '../../cross/windows-target.ts';
import { needWine } from '../../cross/wine.ts';
import { cargoTarget, inRoot } from '../../paths.ts';
import { mustRun } from '../../run-command.ts';
import { runTool } from '../app/run-tool.ts';
import { foreignImports } from './imports.ts';

/** What cargo writes, and the names in the package. */
const files = [
  ['rookeryd.exe', 'rookeryd.exe'],
  ['stackcap.exe', 'stackcap.exe'],
  ['rookery_addon.dll', 'rookery.node'],
] as const;

/** The folder of the native files. */
export const windowsNative = inRoot('dist/native-windows');

/** Throws before the long build when a program is missing, with the command that installs it. */
export function checkWindowsTools(formats: readonly string[], test: boolean): void {
  for (const program of ['gcc', 'g++', 'strip', 'objdump'] as const) needMingw(program);
  needWindowsTarget();
  if (formats.includes('zip')) needProgram(['zip'], 'zip');
  if (formats.includes('installer')) needProgram(['makensis'], 'nsis');
  if (!test) return;
  needWine();
  needProgram(['unzip'], 'unzip');
  needProgram(['Xvfb'], 'xvfb');
}

export async function buildForWindows(): Promise<void> {
  await mustRun(
    'Building the native parts for Windows',
    'cargo',
    [
      ...['build', '--locked', '--release', '--target', windowsTarget],
      ...['addon', 'server', 'stackcap'].flatMap((part) => ['-p', `rookery-${part}`]),
    ],
    {
      cwd: inRoot('native'),
      env: { ...process.env, CARGO_TARGET_DIR: cargoTarget, LIBNODE_PATH: await emptyNodeLibrary() },
    },
  );
  await rm(windowsNative, { recursive: true, force: true });
  await mkdir(windowsNative, { recursive: true });
  for (const [from, name] of files) {
    const to = join(windowsNative, name);
    await copyFile(join(cargoTarget, windowsTarget, 'release', from), to);
    // Unwind tables stay: they are a section of their own.
    await runTool(needMingw('strip'), ['--strip-all', to]);
    await checkImports(to);
  }
}

/**
 * napi-build demands an import library of Node for this target. The addon links nothing of it: it looks the functions up
 * in the process that loads it (`dyn-symbols`), whatever the name of that program is. An archive without members is enough.
 */
async function emptyNodeLibrary(): Promise<string> {
  const folder = join(cargoTarget, 'windows-node-library');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'libnode.dll'), '!<arch>\n');
  return folder;
}

/** A library of MinGW would be missing on the user's computer. */
async function checkImports(file: string): Promise<void> {
  const foreign = foreignImports(await runTool(needMingw('objdump'), ['--private-headers', file]));
  if (foreign.length > 0)
    throw new Error(`${basename(file)} needs libraries that Windows does not have: ${foreign.join(', ')}.`);
}
