/**
 * Writes the data files of this version that the tests of later versions open: native/engine/tests/release_files/VERSION.
 * Run it once before a release; files of a released version are never written again.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cargoTarget, inRoot } from './paths.ts';
import { mustRun } from './run-command.ts';

const { values } = parseArgs({ options: { again: { type: 'boolean', default: false } } });
const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { readonly version: string };
const kept = inRoot('native/engine/tests/release_files', version);
if (existsSync(kept)) {
  if (!values.again)
    throw new Error(
      `${kept} exists. Pass --again to replace the files of a version that is not released yet.`,
    );
  await rm(kept, { recursive: true });
}

const cargo = (...args: string[]): Promise<void> =>
  mustRun('Writing the data files', 'cargo', ['run', '--locked', '--quiet', ...args], {
    cwd: inRoot('native'),
    env: { ...process.env, CARGO_TARGET_DIR: cargoTarget },
  });

const work = await mkdtemp(join(tmpdir(), 'rookery-release-files-'));
try {
  const data = join(work, 'data');
  await cargo('-p', 'rookery-engine', '--example', 'write_release_files', '--', data, kept);
} finally {
  await rm(work, { recursive: true, force: true });
}
console.log(`Wrote ${kept}.`);
