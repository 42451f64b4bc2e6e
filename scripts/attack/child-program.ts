/** A program under attack: its first line of output is awaited, its error output is kept, and it ends with its parent. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface ChildProgram {
  readonly pid: number;
  readonly firstLine: string;
  /** Everything written to standard error so far. */
  errorOutput(): string;
  /** Whether the process still runs. */
  alive(): boolean;
  stop(): Promise<void>;
}

const READY_MS = 60_000;

export async function startProgram(program: string, args: readonly string[]): Promise<ChildProgram> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const firstLine = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${program} was not ready within ${READY_MS / 1000} s.\n${errors}`));
    }, READY_MS);
    createInterface(child.stdout).once('line', (line) => {
      clearTimeout(timer);
      resolve(line);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`${program} ended with ${String(code ?? signal)} before it was ready.\n${errors}`));
    });
  });
  return {
    pid: child.pid ?? 0,
    firstLine,
    errorOutput: () => errors,
    alive: () => isAlive(child),
    stop: () => stop(child),
  };
}

const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

async function stop(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(timer);
}
