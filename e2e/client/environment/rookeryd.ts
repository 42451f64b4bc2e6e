/**
 * Vitest's global set-up of the environment `rookeryd`: one new server with its own data folder, for all test
 * files.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';
import { executable, inRoot } from '../../../scripts/paths.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, end } = await startRookeryd();
  project.provide('serverUrl', url);
  return end;
}

/** A new server with an empty data folder, which `end` removes. */
export async function startRookeryd(): Promise<{ url: string; end: () => Promise<void> }> {
  const program = inRoot('dist/native', executable('rookeryd'));
  if (!existsSync(program))
    throw new Error(`${program} is missing: build it with 'node scripts/build-native.ts --profile dev'.`);
  const folder = await mkdtemp(join(tmpdir(), 'rookery-client-'));
  const server = spawn(program, ['--data', folder, '--port', '0', '--parent-stdin'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return {
    url: await address(server),
    end: async () => {
      await stop(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function address(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) =>
      reject(new Error(`rookeryd ended with ${String(code)} before it was ready.`)),
    );
    if (server.stdout)
      createInterface(server.stdout).once('line', (line) => resolve(line.slice(line.indexOf('http')).trim()));
  });
}

/** A server that does not stop on SIGTERM is a bug, so this is an error in addition to SIGKILL. */
async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null)
    throw new Error(
      `rookeryd ended by itself during the tests: ${String(server.exitCode ?? server.signalCode)}.`,
    );
  const gone = new Promise<boolean>((resolve) => server.once('exit', () => resolve(true)));
  server.kill('SIGTERM');
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 15_000).unref());
  if (await Promise.race([gone, late])) return;
  server.kill('SIGKILL');
  await gone;
  throw new Error('rookeryd did not stop within 15 s of SIGTERM.');
}
