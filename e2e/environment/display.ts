import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

export interface Display {
  readonly name: string;
  stop(): void;
}

/**
 * The current display, or a virtual one (Xvfb) for the duration of the tests; undefined where neither is available.
 */
export async function obtainDisplay(): Promise<Display | undefined> {
  const own = process.env.DISPLAY;
  if (process.platform !== 'linux' || (own !== undefined && own !== ''))
    return { name: own ?? '', stop: () => undefined };
  if (!existsSync('/usr/bin/Xvfb')) return undefined;
  // With -displayfd the server picks a free number and reports it, so that parallel runs do not collide.
  const server = spawn(
    '/usr/bin/Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const number = await new Promise<string>((resolve, reject) => {
    server.stdio[3]?.on('data', (data: Buffer) => resolve(data.toString().trim()));
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${String(code)}`)));
  });
  return { name: `:${number}`, stop: () => void server.kill() };
}
