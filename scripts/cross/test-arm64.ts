/**
 * `npm run test:arm64`: tests of storage and engine, cross-built for 64-bit ARM Linux and run under qemu-user, and
 * rookeryd and stackcap compiled. `--only storage` runs some crates.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { cargoTarget, inRoot } from '../paths.ts';
import { leftOutOnArm64 } from './left-out.ts';
import { needForeignPrograms, needProgram, needRustTarget } from './needs.ts';
import { compileTests, runPrograms } from './test-programs.ts';

const triple = 'aarch64-unknown-linux-gnu';
const { values } = parseArgs({ options: { only: { type: 'string', default: 'storage,engine' } } });
const compiler = needProgram(['aarch64-linux-gnu-gcc'], 'gcc-aarch64-linux-gnu g++-aarch64-linux-gnu');
const qemu = needProgram(['qemu-aarch64-static', 'qemu-aarch64'], 'qemu-user-static');
needRustTarget(triple);
needForeignPrograms('aarch64');

const env: NodeJS.ProcessEnv = {
  ...process.env,
  CARGO_TARGET_DIR: cargoTarget,
  CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER: compiler,
  // Tests that start themselves again go through the emulator too.
  QEMU_LD_PREFIX: '/usr/aarch64-linux-gnu',
};
const build = ['build', '--locked', '--target', triple, '-p', 'rookery-stackcap', '-p', 'rookery-server'];
execFileSync('cargo', build, { cwd: inRoot('native'), env, stdio: 'inherit' });
const programs = await compileTests({ triple, crates: values.only.split(','), env });
const args = ['-L', '/usr/aarch64-linux-gnu'];
const isGood = await runPrograms(programs, { command: qemu, args, env, leftOut: leftOutOnArm64 });
if (!isGood) process.exitCode = 1;
