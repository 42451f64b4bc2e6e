/** Installs what a job of CI needs on Debian or Ubuntu: `node scripts/ci/install-tools.ts windows|arm64|macos|package`. */
import { join } from 'node:path';
import { z } from 'zod';
import { macosTargets, zigEnvironment } from '../cross/macos-target.ts';
import { mingwPackages, windowsTarget } from '../cross/windows-target.ts';
import { mustRun } from '../run-command.ts';

const tools = {
  windows: {
    packages: [...mingwPackages, 'wine64', 'xvfb'],
    targets: [windowsTarget],
  },
  arm64: {
    packages: ['gcc-aarch64-linux-gnu', 'g++-aarch64-linux-gnu', 'qemu-user-static'],
    targets: ['aarch64-unknown-linux-gnu'],
  },
  macos: {
    packages: ['zip', 'python3-venv'],
    targets: Object.values(macosTargets),
  },
  package: {
    packages: ['dpkg-dev', 'rpm', 'binutils', 'xz-utils', 'zip', 'unzip', 'nsis'],
    targets: ['x86_64-unknown-linux-musl'],
  },
} as const;

const what = z.enum(['windows', 'arm64', 'macos', 'package']).parse(process.argv[2]);
const { packages, targets } = tools[what];
const isRoot = process.getuid?.() === 0;
const asRoot = (...command: readonly string[]): Promise<void> => {
  const [program = '', ...args] = isRoot ? command : ['sudo', ...command];
  return mustRun(`Installing the tools for ${what}`, program, args);
};
await asRoot('apt-get', 'update', '-qq');
await asRoot('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages);
await mustRun('Installing Rust targets', 'rustup', ['target', 'add', ...targets]);
if (what === 'macos') {
  await mustRun('Making a Python environment', 'python3', ['-m', 'venv', zigEnvironment]);
  const pip = ['-m', 'pip', 'install', '--quiet', 'ziglang==0.17.1'];
  await mustRun('Installing Zig', join(zigEnvironment, 'bin/python'), pip);
}
