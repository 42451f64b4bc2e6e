import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const readyLine = z.object({ url: z.string(), port: z.number() });

export interface ServedProgram {
  /** With its one-time token: open it once. */
  readonly url: string;
  /** What it wrote to its terminal (standard error). */
  readonly log: () => string;
  /** Presses Enter in its terminal and returns the new one-time address. */
  newAddress(): Promise<string>;
  stop(): Promise<void>;
}

export interface ServedOptions {
  readonly env?: Record<string, string>;
  readonly args?: readonly string[];
  /** A tracer and its arguments; empty: none. */
  readonly under?: readonly string[];
}

/** Starts the built `serve` bundle on a free port with its own data folder. */
export async function startServed(
  dataFolder: string,
  { env = {}, args = [], under = [] }: ServedOptions = {},
): Promise<ServedProgram> {
  const own = [join(root, 'dist/electron/serve.cjs'), '--port', '0', '--data', dataFolder, '--no-open'];
  const [program = process.execPath, ...rest] = [...under, process.execPath, ...own, ...args];
  const child = spawn(program, rest, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const line = await firstLine(child, () => log);
  return {
    url: readyLine.parse(JSON.parse(line)).url,
    log: () => log,
    newAddress: () => newAddress(child, () => log),
    stop: () => stop(child),
  };
}

async function firstLine(child: ChildProcess, log: () => string): Promise<string> {
  const { stdout } = child;
  if (!stdout) throw new Error('serve was started without a pipe');
  return new Promise((resolve, reject) => {
    createInterface(stdout).once('line', resolve);
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`serve ended with ${String(code)} before it was ready.\n${log()}`)),
    );
  });
}

async function newAddress(child: ChildProcess, log: () => string): Promise<string> {
  const before = log().length;
  child.stdin?.write('\n');
  for (;;) {
    const [address] = /http:\/\/\S+\/enter\/\S+(?=\n)/.exec(log().slice(before)) ?? [];
    if (address !== undefined) return address;
    if (!child.stderr) throw new Error('serve was started without a pipe');
    await once(child.stderr, 'data');
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(killer);
}
