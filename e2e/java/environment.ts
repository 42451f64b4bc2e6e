/**
 * Vitest's global set-up of the Java client's tests: Maven fetches the pinned packages, and the tests are compiled into the cache
 * folder, once for each version of them.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { cacheFolder } from '../../scripts/paths.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The compiled tests and the packages, or why there are none. */
    java: { readonly classPath: string } | { readonly missing: string };
  }
}

const execute = promisify(execFile);
/** Of one command, in milliseconds: a registry may not answer. */
const TIMEOUT = 180_000;
const run = (program: string, args: readonly string[]): Promise<unknown> =>
  execute(program, args, { timeout: TIMEOUT });
const windows = process.platform === 'win32';
const here = import.meta.dirname;
/** The oldest Java that the tests compile for. */
const RELEASE = '17';

export default async function setup(project: TestProject): Promise<void> {
  project.provide('java', await compiledTests());
}

async function compiledTests(): Promise<{ classPath: string } | { missing: string }> {
  const pom = join(here, 'pom.xml');
  const sources = (await readdir(join(here, 'src'))).sort().map((file) => join(here, 'src', file));
  const hash = createHash('sha256');
  for (const file of [pom, ...sources]) hash.update(await readFile(file));
  const folder = join(cacheFolder, 'java', hash.digest('hex').slice(0, 12));
  if (await isComplete(folder)) return { classPath: await classPathOf(folder) };
  for (const tool of [javac, maven]) {
    try {
      await tool(['-version']);
    } catch {
      return { missing: `there is no ${tool === maven ? 'mvn' : 'javac'} on the path` };
    }
  }
  // It gets its name when it is complete.
  await mkdir(join(cacheFolder, 'java'), { recursive: true });
  const unfinished = await mkdtemp(`${folder}.`);
  try {
    const list = join(unfinished, 'packages.txt');
    // Checksums that do not fit are errors.
    await maven(['-q', '-B', '-C', '-f', pom, 'dependency:build-classpath', `-Dmdep.outputFile=${list}`]);
    const packages = (await readFile(list, 'utf8')).trim();
    await javac(['--release', RELEASE, '-cp', packages, '-d', join(unfinished, 'classes'), ...sources]);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await isComplete(folder))) return { missing: `the tests could not be compiled: ${reason(error)}` };
  }
  return { classPath: await classPathOf(folder) };
}

const javac = (args: readonly string[]): Promise<unknown> => run('javac', args);

function maven(args: readonly string[]): Promise<unknown> {
  // Windows starts a `.cmd` file only by its command interpreter.
  return windows ? run('cmd.exe', ['/d', '/c', 'mvn.cmd', ...args]) : run('mvn', args);
}

async function classPathOf(folder: string): Promise<string> {
  return `${join(folder, 'classes')}${delimiter}${(await readFile(join(folder, 'packages.txt'), 'utf8')).trim()}`;
}

/** Maven keeps the packages in a folder of its own, which may have been emptied. */
async function isComplete(folder: string): Promise<boolean> {
  return (
    existsSync(join(folder, 'classes', 'RunTests.class')) &&
    (await classPathOf(folder)).split(delimiter).every((path) => existsSync(path))
  );
}

function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split('\n').slice(0, 3).join(' ');
}
