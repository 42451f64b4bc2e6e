/** How long gdb and eu-stack hold a process for all its stacks, and how long they take: the measure beside our own. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cargoTarget } from '../paths.ts';
import { percentile } from './report.ts';

export interface DebuggerFigures {
  readonly tool: string;
  /** The middle one of the rounds. */
  readonly stopMs: number;
  readonly totalMs: number;
  readonly rounds: number;
}

const tools: readonly { tool: string; args: (pid: number) => string[] }[] = [
  {
    tool: 'gdb',
    args: (pid) => [
      '-p',
      String(pid),
      '-batch',
      '-nx',
      '-ex',
      'set pagination off',
      '-ex',
      'thread apply all bt',
    ],
  },
  { tool: 'eu-stack', args: (pid) => ['-p', String(pid)] },
];

/** Starts a process with that many parked threads and lets each tool that is installed print its stacks. */
export async function measureDebuggers(threads: number, rounds: number): Promise<DebuggerFigures[]> {
  if (process.platform !== 'linux') return [];
  const target = spawn(join(cargoTarget, 'release/examples/parked'), [String(threads)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    await ready(target);
    const pid = target.pid;
    if (pid === undefined) throw new Error('The process to be held could not be started.');
    const figures: DebuggerFigures[] = [];
    for (const { tool, args } of tools) {
      if (!isInstalled(tool)) {
        console.error(`${tool} is not installed, so it is not measured (apt-get install gdb elfutils).`);
        continue;
      }
      const all: { stopMs: number; totalMs: number }[] = [];
      for (let round = 0; round < rounds; round++) all.push(await hold(tool, args(pid), pid));
      const middle = (values: number[]) => percentile(values, 0.5);
      figures.push({
        tool,
        stopMs: middle(all.map((each) => each.stopMs)),
        totalMs: middle(all.map((each) => each.totalMs)),
        rounds,
      });
    }
    return figures;
  } finally {
    target.kill('SIGKILL');
  }
}

async function ready(target: ChildProcess): Promise<void> {
  const { stdout } = target;
  if (!stdout) throw new Error('The process to be held was started without a pipe.');
  await new Promise<void>((resolve, reject) => {
    createInterface(stdout).once('line', () => resolve());
    target.once('error', reject);
    target.once('exit', (code) => reject(new Error(`The process to be held ended with ${String(code)}.`)));
  });
}

function isInstalled(tool: string): boolean {
  try {
    execFileSync(tool, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The process counts as held while it has a tracer, which is looked up many times a millisecond. */
async function hold(tool: string, args: string[], pid: number): Promise<{ stopMs: number; totalMs: number }> {
  const begun = performance.now();
  const child = spawn(tool, args, { stdio: 'ignore' });
  let code: number | null | undefined;
  child.once('exit', (ended) => (code = ended));
  child.once('error', () => (code = null));
  let since: number | null = null;
  let until = begun;
  while (code === undefined) {
    const traced = !/^TracerPid:\t0$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    if (traced) {
      since ??= performance.now();
      until = performance.now();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  const totalMs = performance.now() - begun;
  if (since === null) throw new Error(`${tool} never held the process (it ended with ${String(code)}).`);
  return { stopMs: until - since, totalMs };
}
