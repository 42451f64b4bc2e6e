/**
 * `npm run test:windows`: the tests of storage, engine, api and server, cross-built for Windows and run under Wine in a
 * prefix of their own. `--only storage,engine` runs some crates.
 */
import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { cargoTarget, inRoot } from '../paths.ts';
import { leftOutOnWindows } from './left-out.ts';
import { needProgram, needRustTarget } from './needs.ts';
import { compileTests, runPrograms } from './test-programs.ts';

const triple = 'x86_64-pc-windows-gnu';
const { values } = parseArgs({ options: { only: { type: 'string', default: 'storage,engine,api,server' } } });
const mingw = needProgram(['x86_64-w64-mingw32-gcc'], 'gcc-mingw-w64-x86-64 g++-mingw-w64-x86-64');
const wine = needProgram(['wine64', 'wine'], 'wine64', ['/usr/lib/wine']);
const wineserver = needProgram(['wineserver', 'wineserver64'], 'wine64', ['/usr/lib/wine']);
needRustTarget(triple);

const work = await mkdtemp(join(tmpdir(), 'rookery-wine-'));
const env: NodeJS.ProcessEnv = {
  ...process.env,
  CARGO_TARGET_DIR: cargoTarget,
  WINEPREFIX: join(work, 'prefix'),
  WINEDEBUG: '-all',
  // Without a display, and without the offers to install Mono and Gecko.
  WINEDLLOVERRIDES: 'mscoree,mshtml,winemenubuilder.exe=',
};
delete env.DISPLAY;
try {
  const library = join(work, 'bcryptprimitives.dll');
  execFileSync(mingw, [
    '-shared',
    '-O2',
    '-o',
    library,
    inRoot('scripts/cross/bcryptprimitives.c'),
    '-ladvapi32',
  ]);
  const programs = await compileTests({ triple, crates: values.only.split(','), env });
  // Beside test programs, and beside the programs that they start.
  const folders = new Set(programs.flatMap(({ file }) => [dirname(file), join(dirname(file), '..')]));
  for (const folder of folders) await copyFile(library, join(folder, 'bcryptprimitives.dll'));
  const isGood = await runPrograms(programs, { command: wine, args: [], env, leftOut: leftOutOnWindows });
  if (!isGood) process.exitCode = 1;
} finally {
  // Ends what still runs in this prefix alone.
  try {
    execFileSync(wineserver, ['-k'], { env });
  } catch {
    // Nothing runs.
  }
  await rm(work, { recursive: true, force: true, maxRetries: 10 });
}
