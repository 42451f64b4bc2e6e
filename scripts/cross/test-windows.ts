/**
 * `npm run test:windows`: the tests of five crates, cross-built for Windows and run under Wine in a
 * prefix of their own. `--only storage,engine` runs some crates.
 */
import { parseArgs } from 'node:util';
import { cargoTarget } from '../paths.ts';
import { leftOutOnWindows } from './left-out.ts';
import { compileTests, runPrograms } from './test-programs.ts';
import { needWindowsTarget, windowsTarget } from './windows-target.ts';
import { needWine, openWine } from './wine.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', default: 'storage,stacks,engine,api,server' } },
});
needWine();
needWindowsTarget();

const wine = await openWine({ ...process.env, CARGO_TARGET_DIR: cargoTarget });
const { env } = wine;
try {
  const programs = await compileTests({ triple: windowsTarget, crates: values.only.split(','), env });
  const emulator = { command: wine.program, args: [], env, leftOut: leftOutOnWindows };
  if (!(await runPrograms(programs, emulator))) process.exitCode = 1;
} finally {
  await wine.close();
}
