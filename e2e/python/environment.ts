/**
 * Vitest's global set-up of the Python client's tests: a virtual environment with the pinned packages in the cache
 * folder, made once for each version of `requirements.txt`.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { cacheFolder } from '../../scripts/paths.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The interpreter with the client, or why there is none. */
    python: { readonly program: string } | { readonly missing: string };
  }
}

const run = promisify(execFile);
const windows = process.platform === 'win32';

export default async function setup(project: TestProject): Promise<void> {
  project.provide('python', await pythonWithClient());
}

async function pythonWithClient(): Promise<{ program: string } | { missing: string }> {
  const requirements = resolve(import.meta.dirname, 'requirements.txt');
  const version = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
    .slice(0, 12);
  const folder = join(cacheFolder, 'python', version);
  const program = (of: string): string => join(of, windows ? 'Scripts/python.exe' : 'bin/python');
  if (existsSync(program(folder))) return { program: program(folder) };
  const system = windows ? 'python' : 'python3';
  try {
    await run(system, ['--version']);
  } catch {
    return { missing: `there is no ${system} on the path` };
  }
  // It gets its name when it is complete. Only its interpreter is used, which may be moved.
  const unfinished = `${folder}.${String(process.pid)}`;
  try {
    await run(system, ['-m', 'venv', unfinished]);
    const install = ['-m', 'pip', 'install', '--quiet', '--require-hashes', '--only-binary', ':all:', '-r'];
    await run(program(unfinished), [...install, requirements]);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (existsSync(program(folder))) return { program: program(folder) };
    const text = error instanceof Error ? error.message : String(error);
    return { missing: `the package ravendb could not be installed: ${text.trim().split('\n').at(-1) ?? ''}` };
  }
  return { program: program(folder) };
}
