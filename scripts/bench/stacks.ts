/**
 * How long a process is paused while its stacks are copied, and the total time with symbols, at 16, 64 and 256
 * threads, compared with gdb and eu-stack on the same process in the same run: `npm run bench -- stacks [--quick]`.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { buildHelper } from '../build-native.ts';
import { cargoTarget, executable, inRoot } from '../paths.ts';
import { measureHolds, measureStopOnly, ownTool } from './debuggers.ts';
import { report } from './report.ts';

const line = z.object({
  threads: z.number(),
  pauseP50Ms: z.number(),
  pauseP95Ms: z.number(),
  pauseMaxMs: z.number(),
  totalP50Ms: z.number(),
  firstTotalMs: z.number(),
});

export async function run(args: readonly string[] = []): Promise<void> {
  const quick = args.includes('--quick');
  await buildHelper();
  const env = { ...process.env, CARGO_TARGET_DIR: cargoTarget };
  const cargo = (...words: string[]) =>
    promisify(execFile)('cargo', words, { cwd: inRoot('native'), env, maxBuffer: 1 << 24 });
  const examples = ['--example', 'parked', '--example', 'stop_only'];
  await cargo('build', '--locked', '--release', '--quiet', '-p', 'rookery-stackcap', ...examples);
  const captures = quick ? 10 : 100;
  const names = await mkdtemp(join(tmpdir(), 'rookery-names-'));
  const run = (rounds: number) =>
    cargo(
      ...['run', '--locked', '--release', '--quiet', '-p', 'rookery-stacks', '--example', 'pause'],
      inRoot('dist/native', executable('stackcap')),
      String(rounds),
      names,
    );
  const { stdout } = await run(captures);
  const again = await run(1).finally(() => rm(names, { recursive: true }));
  const { firstTotalMs: secondStartMs } = line.parse(JSON.parse(again.stdout.split('\n', 1)[0] ?? ''));
  for (const text of stdout.trim().split('\n')) {
    const { threads, pauseP50Ms, pauseP95Ms, pauseMaxMs, totalP50Ms, firstTotalMs } = line.parse(
      JSON.parse(text),
    );
    report('stacks', `pause-p95-${threads}`, pauseP95Ms, { p50: pauseP50Ms, worst: pauseMaxMs, captures });
    const floor = await measureStopOnly(threads, captures);
    if (floor)
      report('stacks', `floor-p95-${threads}`, floor.p95, {
        of: 'all threads of a process stopped and continued, nothing copied: no capture with ptrace is below',
        p50: floor.p50,
      });
    report('stacks', `answer-p50-${threads}`, totalP50Ms, { cold: firstTotalMs });
    if (threads === 16)
      report('stacks', 'second-start-16', secondStartMs, {
        of: 'the first answer of a program that had captured the same stacks in an earlier run',
        firstStart: firstTotalMs,
      });
    for (const { tool, stopMs, totalMs, atRestMs, rounds } of await measureHolds(threads, quick ? 3 : 9)) {
      report('stacks', `${tool}-stop-${threads}`, stopMs, {
        of: 'the longest standstill that a running thread of the process noticed',
        atRest: Math.round(atRestMs * 1000) / 1000,
        rounds,
      });
      report('stacks', `${tool}-total-${threads}`, totalMs, { rounds });
      if (tool !== ownTool)
        report('stacks', `times-shorter-than-${tool}-${threads}`, stopMs / pauseP95Ms, {
          of: 'what was noticed of it, its middle one, against the p95 of our whole hold',
          ...(tool === 'eu-stack'
            ? { but: 'it holds one thread after another: no two stacks are of one moment' }
            : {}),
        });
    }
  }
}
