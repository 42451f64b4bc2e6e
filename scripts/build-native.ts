/**
 * Builds the Rust parts with plain cargo and copies them to dist/native/. `--profile dev|release` (default
 * release).
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { cargoTarget, executable, inRoot } from './paths.ts';
import { mustRun } from './run-command.ts';

/** The platform's file name of a shared library. */
const addonFiles: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'rookery_addon.dll',
  darwin: 'librookery_addon.dylib',
};
const addonFile = addonFiles[process.platform] ?? 'librookery_addon.so';

export async function buildNative(profile: 'dev' | 'release'): Promise<void> {
  await mustRun(
    'Building the native parts',
    'cargo',
    [
      'build',
      '--locked',
      '--profile',
      profile,
      '-p',
      'rookery-addon',
      '-p',
      'rookery-server',
      '-p',
      'rookery-stackcap',
    ],
    { cwd: inRoot('native'), env: { ...process.env, CARGO_TARGET_DIR: cargoTarget } },
  ).catch((cause: unknown) => {
    throw new Error(
      `${cause instanceof Error ? cause.message : String(cause)}\nIs Rust installed (rustc 1.88 or newer, https://rustup.rs)?`,
      { cause },
    );
  });
  const from = join(cargoTarget, profile === 'dev' ? 'debug' : 'release');
  const to = inRoot('dist/native');
  await mkdir(to, { recursive: true });
  await place(join(from, addonFile), join(to, 'rookery.node'));
  await place(join(from, executable('rookeryd')), join(to, executable('rookeryd')));
  const helper = profile === 'release' ? await buildStaticHelper() : null;
  await place(helper ?? join(from, executable('stackcap')), join(to, executable('stackcap')));
  await placeInstaller(to);
}

/** The release build of the stack helper alone. */
export async function buildHelper(): Promise<void> {
  await mkdir(inRoot('dist/native'), { recursive: true });
  let helper = await buildStaticHelper();
  if (helper === null) {
    await mustRun(
      'Building the stack helper',
      'cargo',
      ['build', '--locked', '--release', '-p', 'rookery-stackcap'],
      { cwd: inRoot('native'), env: { ...process.env, CARGO_TARGET_DIR: cargoTarget } },
    );
    helper = join(cargoTarget, 'release', executable('stackcap'));
  }
  await place(helper, inRoot('dist/native', executable('stackcap')));
  await placeInstaller(inRoot('dist/native'));
}

/** The script that installs the helper with a capability: the engine's hint names it beside the helper. */
async function placeInstaller(to: string): Promise<void> {
  if (process.platform === 'linux')
    await place(inRoot('native/stackcap/postinstall.sh'), join(to, 'postinstall.sh'));
}

/**
 * A program that can get a capability is linked statically, against musl, so that it loads no other code. Null
 * where Rust has no musl target installed (`rustup target add x86_64-unknown-linux-musl`): the ordinary build
 * captures as well, and only packages need the static one.
 */
async function buildStaticHelper(): Promise<string | null> {
  const processors: Partial<Record<NodeJS.Architecture, string>> = { x64: 'x86_64', arm64: 'aarch64' };
  const processor = processors[process.arch];
  if (process.platform !== 'linux' || processor === undefined) return null;
  const target = `${processor}-unknown-linux-musl`;
  const { stdout } = await promisify(execFile)('rustc', ['--print', 'sysroot'], { cwd: inRoot('native') });
  if (!existsSync(join(stdout.trim(), 'lib/rustlib', target))) return null;
  await mustRun(
    'Building the static stack helper',
    'cargo',
    [
      'rustc',
      '--locked',
      '--release',
      '--target',
      target,
      '-p',
      'rookery-stackcap',
      '--bin',
      'stackcap',
    ].concat('--', '-C', 'strip=symbols'),
    { cwd: inRoot('native'), env: { ...process.env, CARGO_TARGET_DIR: cargoTarget } },
  );
  return join(cargoTarget, target, 'release/stackcap');
}

/** Replaces by rename: a running process keeps its mapped file. */
async function place(from: string, to: string): Promise<void> {
  const aside = `${to}.new`;
  await rm(aside, { force: true });
  await copyFile(from, aside);
  await rename(aside, to);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { profile: { type: 'string', default: 'release' } } });
  await buildNative(values.profile === 'dev' ? 'dev' : 'release');
}
