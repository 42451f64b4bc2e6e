import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { root } from './paths.ts';

export interface CommandResult {
  readonly code: number;
  readonly ms: number;
}

/**
 * Starts a program; never through a shell, except npm's `.cmd` files on Windows, which need one. A terminal sends Ctrl+C to
 * both processes; other senders signal only this one, so it forwards the signal and waits.
 */
export function startChild(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(program, args, {
    cwd: root,
    shell: process.platform === 'win32' && program.endsWith('.cmd'),
    ...options,
  });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  const stayAlive = (): void => undefined;
  process.on('SIGTERM', forward).on('SIGINT', stayAlive);
  child.on('close', () => process.off('SIGTERM', forward).off('SIGINT', stayAlive));
  return child;
}

/** Runs a program with its output shown. */
export function runCommand(
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<CommandResult> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = startChild(program, args, { stdio: 'inherit', ...options });
    child.on('error', (cause) =>
      reject(new Error(`Could not start ${program}: ${cause.message}`, { cause })),
    );
    child.on('exit', (code, signal) =>
      resolve({ code: code ?? (signal === null ? 1 : 128), ms: performance.now() - started }),
    );
  });
}

/** Like runCommand, but a failure ends the script with one sentence. */
export async function mustRun(
  what: string,
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<void> {
  const { code } = await runCommand(program, args, options);
  if (code !== 0) throw new Error(`${what} failed: ${program} ${args.join(' ')} ended with ${code}.`);
}
