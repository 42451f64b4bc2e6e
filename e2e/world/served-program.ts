import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const readyLine = z.object({ url: z.string(), port: z.number() });

export interface ServedProgram {
  /** With its one-time token: open it once. */
  readonly url: string;
  readonly log: () => string;
  stop(): Promise<void>;
}

/** Starts the built `serve` bundle on a free port with its own data folder. */
export async function startServed(
  dataFolder: string,
  env: Record<string, string> = {},
): Promise<ServedProgram> {
  const child = spawn(
    process.execPath,
    [join(root, 'dist/electron/serve.cjs'), '--port', '0', '--data', dataFolder, '--no-open'],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  );
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const line = await firstLine(child, () => log);
  return { url: readyLine.parse(JSON.parse(line)).url, log: () => log, stop: () => stop(child) };
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

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(killer);
}
