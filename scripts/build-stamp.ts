/** Skips a build whose inputs have not changed since it last succeeded. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inRoot } from './paths.ts';

/**
 * Runs `build` unless the files that match `inputs` have the names, sizes and times of the last successful run and all
 * `outputs` exist. Paths are relative to the root.
 */
export async function buildIfStale(
  name: string,
  inputs: readonly string[],
  outputs: readonly string[],
  build: () => Promise<void>,
): Promise<'built' | 'fresh'> {
  const stamp = inRoot('dist/stamps', name);
  const state = stateOf(inputs);
  const isFresh =
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === state &&
    outputs.every((output) => existsSync(inRoot(output)));
  if (isFresh) return 'fresh';
  // A build that fails must not look like the last one that succeeded.
  await rm(stamp, { force: true });
  await build();
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, state);
  return 'built';
}

function stateOf(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of globSync([...patterns], { cwd: inRoot('.') }).sort()) {
    const { size, mtimeMs, ...file } = statSync(inRoot(path));
    if ((file.mode & 0o170000) === 0o100000) hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}
