/**
 * Builds the Rust parts with plain cargo and places them where the bundles look: dist/native/.
 * `--profile dev|release` (default release).
 */
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cargoTarget, executable, inRoot } from './paths.ts';
import { mustRun } from './run-command.ts';

/** How the platform's linker names a shared library. */
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
  for (const program of ['rookeryd', 'stackcap'])
    await place(join(from, executable(program)), join(to, executable(program)));
}

/** Replaces by rename: a running process keeps the file it has mapped. */
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
