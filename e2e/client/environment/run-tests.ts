/** Runs the tests of a client in another language: one process, which writes one line of JSON per test. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const line = z.object({ name: z.string(), error: z.string().nullable() });

export interface TestRun {
  /** The errors of each test by its name. */
  readonly results: ReadonlyMap<string, readonly string[]>;
  /** What the process wrote besides. */
  readonly said: string;
}

export function runTests(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<TestRun> {
  return new Promise((resolve, reject) => {
    const results = new Map<string, string[]>();
    let said = '';
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    child.stderr.on('data', (text: Buffer) => (said += text.toString()));
    createInterface(child.stdout).on('line', (text) => {
      const { name, error } = line.parse(JSON.parse(text));
      // A part of a test has its name and its values.
      const test = name.replace(/ .*$/, '');
      results.set(test, [...(results.get(test) ?? []), ...(error === null ? [] : [error])]);
    });
    child.once('error', reject);
    child.once('close', () => resolve({ results, said }));
  });
}
