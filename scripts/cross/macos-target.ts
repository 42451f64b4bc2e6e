/** The Rust targets of macOS programs that are built on Linux, with Zig as the C compiler and linker. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, cargoTarget } from '../paths.ts';
import { writeMacosLibraries } from './macos-libraries.ts';
import { needRustTarget } from './needs.ts';

export const macosTargets = { x64: 'x86_64-apple-darwin', arm64: 'aarch64-apple-darwin' } as const;
export type MacosProcessor = keyof typeof macosTargets;

const processors = { x64: 'x86_64', arm64: 'aarch64' } as const;

/** Throws with the command that installs what is missing. */
export function needMacosTarget(processor: MacosProcessor): void {
  needZig();
  needRustTarget(macosTargets[processor]);
}

/** The Python environment in which `scripts/ci/install-tools.ts macos` installs Zig. */
export const zigEnvironment = join(cacheFolder, 'zig');

/** Zig has the headers and symbols of macOS that C code and the linker need. */
function needZig(): string {
  const inEnvironment = [join(zigEnvironment, 'bin/python'), '-m', 'ziglang'] as const;
  for (const [command, ...args] of [['zig'], inEnvironment] as const)
    try {
      execFileSync(command, [...args, 'version'], { stdio: 'ignore' });
      return [command, ...args].join(' ');
    } catch {
      // Not installed in this form.
    }
  throw new Error('Zig is missing, which compiles C for macOS. Run: node scripts/ci/install-tools.ts macos');
}

/** Cargo's environment for a build. Writes the compiler that it calls to the target folder. */
export function macosEnvironment(processor: MacosProcessor): NodeJS.ProcessEnv {
  const zig = needZig();
  const folder = join(cargoTarget, 'macos-compiler');
  mkdirSync(folder, { recursive: true });
  const compiler = join(folder, `cc-${processor}`);
  writeMacosLibraries(folder);
  writeProgram(compiler, compilerScript(zig, `${processors[processor]}-macos`, folder));
  const archiver = join(folder, 'ar');
  writeProgram(archiver, `#!/bin/sh\nexec ${zig} ar "$@"\n`);
  const target = macosTargets[processor].replaceAll('-', '_');
  return {
    ...process.env,
    CARGO_TARGET_DIR: cargoTarget,
    [`CC_${target}`]: compiler,
    [`AR_${target}`]: archiver,
    [`CARGO_TARGET_${target.toUpperCase()}_LINKER`]: compiler,
    // Any folder: rustc looks for Apple's SDK with a program of macOS otherwise.
    SDKROOT: folder,
  };
}

/**
 * Zig has one option for the target; those of Clang that mean the same are left out. `libraries`: searched when it links.
 */
export const compilerScript = (zig: string, target: string, libraries: string): string => `#!/bin/bash
args=()
search=(-L '${libraries}' -F '${libraries}')
while [ $# -gt 0 ]; do
  case $1 in
    --target=* | -mmacosx-version-min=* | -mmacos-version-min=*) ;;
    -target | -arch | -isysroot) shift ;;
    -c | -E | -S) search=() args+=("$1") ;;
    *) args+=("$1") ;;
  esac
  shift
done
exec ${zig} cc -target ${target} "\${search[@]}" "\${args[@]}"
`;

function writeProgram(file: string, text: string): void {
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}
