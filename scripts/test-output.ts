import { spawn, type SpawnOptionsWithoutStdio } from 'node:child_process';

/** Runs a program, forwards its standard output, and returns it with the exit code. */
export function runWithOutput(
  program: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio,
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      process.stdout.write(text);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
