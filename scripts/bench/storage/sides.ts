/** The two compared servers: rookeryd, and a real RavenDB where available. Each has its own data folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executable, inRoot } from '../../paths.ts';
import { progress } from './progress.ts';
import { send } from './send.ts';

export type SideName = 'rookeryd' | 'ravendb';

export interface Side {
  readonly name: SideName;
  readonly url: string;
  readonly folder: string;
  /** The folder of a database. */
  databaseFolder(database: string): string;
  createDatabase(database: string, settings?: Readonly<Record<string, string>>): Promise<void>;
  /** Current and peak resident memory in bytes; undefined where the system does not report it. */
  memory(): Promise<{ now: number; peak: number } | undefined>;
  /** Processor time that its process has used, in seconds. Linux only. */
  processorSeconds(): Promise<number>;
  /** Resets the peak memory, where the system supports it. */
  forgetPeak(): Promise<void>;
  /** Stops it and waits; SIGKILL simulates a crash. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Stops it if it runs and deletes the folder. */
  remove(): Promise<void>;
}

interface Start {
  readonly folder?: string;
  readonly env?: Record<string, string>;
}

export async function startRookeryd({ folder, env }: Start = {}): Promise<Side> {
  const data = folder ?? (await mkdtemp(join(tmpdir(), 'rookery-bench-')));
  const port = await freePort();
  const child = spawn(
    inRoot('dist/native', executable('rookeryd')),
    ['--data', data, '--port', String(port), '--parent-stdin'],
    { stdio: ['pipe', 'ignore', 'inherit'], env: { ...process.env, ...env } },
  );
  return ready('rookeryd', child, port, data, (database) => join(data, 'databases', database));
}

/** Undefined, with a logged reason, without a RavenDB to start. */
export async function startRavendb(): Promise<Side | undefined> {
  const tool = inRoot('../shared/tools/ravendb-server/ravendb-server.sh');
  if (!existsSync(tool)) {
    progress(`no RavenDB: ${tool} is not there; only our own side is measured`);
    return undefined;
  }
  const data = await mkdtemp(join(tmpdir(), 'rookery-bench-ravendb-'));
  const port = await freePort();
  const child = spawn(tool, ['start', data, String(port)], { stdio: 'ignore' });
  try {
    return await ready('ravendb', child, port, data, (database) => join(data, 'data/Databases', database));
  } catch (thrown) {
    progress(`no RavenDB: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    return undefined;
  }
}

async function ready(
  name: SideName,
  child: ChildProcess,
  port: number,
  folder: string,
  databaseFolder: (database: string) => string,
): Promise<Side> {
  const url = `http://127.0.0.1:${port}`;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // A program that cannot start has no pid and no exit event.
  child.once('error', (cause) => progress(`${name}: ${cause.message}`));
  const isOver = (): boolean =>
    child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (isOver()) return;
    child.kill(signal);
    await gone;
  };
  const deadline = performance.now() + 120_000;
  while (!(await answers(url))) {
    if (isOver() || performance.now() > deadline) {
      await end('SIGKILL');
      throw new Error(`${name} did not answer on ${url}`);
    }
    await new Promise((resolve) => setTimeout(resolve, name === 'rookeryd' ? 5 : 200));
  }
  return {
    name,
    url,
    folder,
    databaseFolder,
    createDatabase: async (database, settings = {}) => {
      await send(url, 'PUT', `/admin/databases?name=${database}&replicationFactor=1`, {
        DatabaseName: database,
        Settings: settings,
      });
    },
    memory: () => memoryOf(child.pid),
    processorSeconds: () => processorSecondsOf(child.pid),
    forgetPeak: async () => {
      // proc_pid_clear_refs(5): 5 resets the peak resident set size.
      if (process.platform === 'linux') await writeFile(`/proc/${String(child.pid)}/clear_refs`, '5');
    },
    end,
    remove: async () => {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    await send(url, 'GET', '/build/version');
    return true;
  } catch {
    return false;
  }
}

/** Memory of a process in bytes, as the kernel counts it. Linux only. */
export async function memoryOf(pid: number | undefined): Promise<{ now: number; peak: number } | undefined> {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const of = (field: string): number =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024;
  return { now: of('VmRSS'), peak: of('VmHWM') };
}

/** Processor time that a process has used, in seconds. Linux only. */
export async function processorSecondsOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8');
  // proc_pid_stat(5): utime and stime are fields 14 and 15, in hundredths of a second; the name before can contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}
