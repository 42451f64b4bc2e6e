/**
 * Builds the Rust parts with plain cargo and copies them to dist/native/. `--profile dev|start|release` (default
 * release).
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { cargoTarget, executable, inRoot } from './paths.ts';
import { mustRun } from './run-command.ts';
import { splitDebugInfo } from './split-debug-info.ts';

/** The platform's file name of a shared library. */
const addonFiles: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'rookery_addon.dll',
  darwin: 'librookery_addon.dylib',
};
/** Measured from an empty cache. */
const firstBuild = { start: '4 minutes', release: '8 minutes' };
const addonFile = addonFiles[process.platform] ?? 'librookery_addon.so';

/** `start` is what `npm start` runs: optimised like `release`, but quicker to build. */
export type Profile = 'dev' | 'start' | 'release';
export type Part = 'addon' | 'server' | 'stackcap';
const everything: readonly Part[] = ['addon', 'server', 'stackcap'];

export async function buildNative(profile: Profile, parts: readonly Part[] = everything): Promise<void> {
  const from = join(cargoTarget, profile === 'dev' ? 'debug' : profile);
  if (profile !== 'dev' && !existsSync(join(from, 'build')))
    console.error(
      `Building the engine (Rust). The first time this takes about ${firstBuild[profile]} on two processor cores; later, seconds.`,
    );
  await mustRun(
    'Building the native parts',
    'cargo',
    ['build', '--locked', '--profile', profile, ...selection(profile, parts)],
    { cwd: inRoot('native'), env: { ...process.env, CARGO_TARGET_DIR: cargoTarget } },
  ).catch((cause: unknown) => {
    throw new Error(
      `${cause instanceof Error ? cause.message : String(cause)}\nIs Rust installed (rustc 1.88 or newer, https://rustup.rs)?`,
      { cause },
    );
  });
  const to = inRoot('dist/native');
  await mkdir(to, { recursive: true });
  const ship = profile === 'release' ? placeWithoutDebugInfo : place;
  if (parts.includes('addon')) await ship(join(from, addonFile), join(to, 'rookery.node'));
  if (parts.includes('server'))
    await ship(join(from, executable('rookeryd')), join(to, executable('rookeryd')));
  if (parts.includes('stackcap')) {
    const helper = profile === 'release' ? await buildStaticHelper() : null;
    await place(helper ?? join(from, executable('stackcap')), join(to, executable('stackcap')));
    await placeInstaller(to);
  }
}

/**
 * What cargo builds. The selection of `dev` contains one test, so that cargo enables the features of dev dependencies: then all
 * crates are those that `cargo test --workspace` compiled, and only the addon itself is built.
 */
function selection(profile: Profile, parts: readonly Part[]): string[] {
  if (profile === 'dev') return ['--workspace', '--lib', '--bins', '--test', 'no_other_files'];
  return parts.flatMap((part) => ['-p', `rookery-${part}`]);
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

/** Replaces by rename: a running process keeps its mapped file. A copy that is up to date is left alone. */
async function place(from: string, to: string): Promise<void> {
  const [source, copy] = await Promise.all([stat(from), stat(to).catch(() => undefined)]);
  if (copy?.size === source.size && copy.mtimeMs >= source.mtimeMs) return;
  await replace(from, to);
  await rm(`${to}.debug`, { force: true });
}

/** Shipped programs have their debug information in a file beside them. */
async function placeWithoutDebugInfo(from: string, to: string): Promise<void> {
  const stamp = `${to}.debug`;
  const [source, copy] = await Promise.all([stat(from), stat(stamp).catch(() => undefined)]);
  if (copy !== undefined && copy.mtimeMs >= source.mtimeMs) return;
  await replace(from, to);
  if (!(await splitDebugInfo(to)))
    console.error(
      `${to} keeps its debug information: that is separated on Linux only, with objcopy (binutils).`,
    );
}

async function replace(from: string, to: string): Promise<void> {
  const aside = `${to}.new`;
  await rm(aside, { force: true });
  await copyFile(from, aside);
  await rename(aside, to);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { profile: { type: 'string', default: 'release' } } });
  const { profile } = values;
  if (profile !== 'dev' && profile !== 'start' && profile !== 'release')
    throw new Error(`--profile takes dev, start or release, not ${profile}.`);
  await buildNative(profile);
}
