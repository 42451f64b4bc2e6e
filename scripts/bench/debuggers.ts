/**
 * How long gdb, eu-stack and our own helper pause a process, and their total time, all measured the same way: a
 * busy thread of the process records gaps in its own progress.  * Observing the process from outside would miss
 * eu-stack, which pauses one thread after another, each for less than one observation. The gap seen by one thread
 * is also the delay of one request of a server.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { z } from 'zod';
import { cargoTarget, executable, inRoot } from '../paths.ts';
import { percentile } from './report.ts';

export interface HoldFigures {
  readonly tool: string;
  /** The longest gap of a running thread; the median of the rounds. */
  readonly stopMs: number;
  /** Total run time of the tool; the median of the rounds. */
  readonly totalMs: number;
  /** The longest gap without a tool over the same time: the noise of the machine. */
  readonly atRestMs: number;
  readonly rounds: number;
}

export const ownTool = 'stackcap';

const tools: readonly { tool: string; program: string; args: (pid: number) => string[] }[] = [
  {
    tool: ownTool,
    program: inRoot('dist/native', executable('stackcap')),
    args: (pid) => ['--pid', `${pid}`],
  },
  {
    tool: 'gdb',
    program: 'gdb',
    args: (pid) => [
      ...['-p', `${pid}`, '-batch', '-nx'],
      ...['-ex', 'set pagination off', '-ex', 'thread apply all bt'],
    ],
  },
  { tool: 'eu-stack', program: 'eu-stack', args: (pid) => ['-p', `${pid}`] },
];

/** Starts a process with this many parked threads and runs every installed tool on it. */
export async function measureHolds(threads: number, rounds: number): Promise<HoldFigures[]> {
  if (process.platform !== 'linux') return [];
  const target = await startTarget(threads);
  try {
    const figures: HoldFigures[] = [];
    for (const { tool, program, args } of tools) {
      if (!isInstalled(program)) {
        console.error(`${tool} is not installed, so it is not measured (apt-get install gdb elfutils).`);
        continue;
      }
      const all: { stopMs: number; totalMs: number; atRestMs: number }[] = [];
      for (let round = 0; round < rounds; round++)
        all.push(await hold(target, tool, program, args(target.pid)));
      const middle = (key: 'stopMs' | 'totalMs' | 'atRestMs') =>
        percentile(
          all.map((each) => each[key]),
          0.5,
        );
      figures.push({
        tool,
        stopMs: middle('stopMs'),
        totalMs: middle('totalMs'),
        atRestMs: middle('atRestMs'),
        rounds,
      });
    }
    return figures;
  } finally {
    target.end();
  }
}

const floor = z.object({ p50Ms: z.number() });

/**
 * Stopping and continuing all threads once, without a copy, by a new process each time as a capture is: median and the slowest
 * twentieth of it, in milliseconds.
 */
export async function measureStopOnly(
  threads: number,
  rounds: number,
): Promise<{ p50: number; p95: number } | undefined> {
  if (process.platform !== 'linux') return undefined;
  const target = await startTarget(threads);
  try {
    const tool = join(cargoTarget, 'release/examples/stop_only');
    const all: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { stdout } = await promisify(execFile)(tool, [String(target.pid), '1']);
      all.push(floor.parse(JSON.parse(stdout)).p50Ms);
    }
    return { p50: percentile(all, 0.5), p95: percentile(all, 0.95) };
  } finally {
    target.end();
  }
}

interface Target {
  readonly pid: number;
  /** The longest gap since the last call. */
  longestStopMs(): Promise<number>;
  end(): void;
}

async function startTarget(threads: number): Promise<Target> {
  const child = spawn(join(cargoTarget, 'release/examples/parked'), [String(threads)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  const answers = lines[Symbol.asyncIterator]();
  const line = async () => {
    const { value, done } = await answers.next();
    if (done) throw new Error(`The process to be held ended with ${String(child.exitCode)}.`);
    return value;
  };
  await Promise.race([line(), once(child, 'error').then(([error]) => Promise.reject(error as Error))]);
  const { pid } = child;
  if (pid === undefined) throw new Error('The process to be held could not be started.');
  return {
    pid,
    longestStopMs: async () => {
      child.stdin.write('stops\n');
      return Number((await line()).split(' ')[0]) / 1e6;
    },
    end: () => child.kill('SIGKILL'),
  };
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function hold(target: Target, tool: string, program: string, args: string[]) {
  await target.longestStopMs();
  const begun = performance.now();
  try {
    await promisify(execFile)(program, args, { maxBuffer: 1 << 28, encoding: 'buffer' });
  } catch (cause) {
    throw new Error(`${tool} could not print the stacks of process ${target.pid}.`, { cause });
  }
  const totalMs = performance.now() - begun;
  const stopMs = await target.longestStopMs();
  await new Promise((resolve) => setTimeout(resolve, totalMs));
  return { stopMs, totalMs, atRestMs: await target.longestStopMs() };
}
