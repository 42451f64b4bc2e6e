import type { SpawnOptionsWithoutStdio } from 'node:child_process';
import { startChild } from './run-command.ts';

export interface Output {
  readonly code: number;
  readonly output: string;
}

/** Runs a program, forwards its standard output, and returns it with the exit code. */
export function runWithOutput(
  program: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio,
): Promise<Output> {
  return run(program, args, options, 'inherit', (text) => process.stdout.write(text));
}

/** Runs a program and returns its output with the exit code. Its errors are part of the output, or forwarded. */
export function runBuffered(
  program: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio,
  errors: 'pipe' | 'inherit' = 'pipe',
): Promise<Output> {
  return run(program, args, options, errors, () => undefined);
}

function run(
  program: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio,
  errors: 'pipe' | 'inherit',
  forward: (text: string) => void,
): Promise<Output> {
  return new Promise((resolve, reject) => {
    const child = startChild(program, args, { ...options, stdio: ['ignore', 'pipe', errors] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        forward(text);
      });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
