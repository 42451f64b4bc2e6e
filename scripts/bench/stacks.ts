/** How long a process is held while its stacks are copied, and how long the whole named answer takes, at 16, 64 and 256 threads. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { buildNative } from '../build-native.ts';
import { cargoTarget, executable, inRoot } from '../paths.ts';
import { report } from './report.ts';

const line = z.object({
  threads: z.number(),
  pauseP50Ms: z.number(),
  pauseP95Ms: z.number(),
  pauseMaxMs: z.number(),
  totalP50Ms: z.number(),
  firstTotalMs: z.number(),
});

export async function run(): Promise<void> {
  await buildNative('release');
  const { stdout } = await promisify(execFile)(
    'cargo',
    [
      'run',
      '--locked',
      '--release',
      '--quiet',
      '-p',
      'rookery-stacks',
      '--example',
      'pause',
      inRoot('dist/native', executable('stackcap')),
    ],
    { cwd: inRoot('native'), env: { ...process.env, CARGO_TARGET_DIR: cargoTarget } },
  );
  for (const text of stdout.trim().split('\n')) {
    const { threads, pauseP50Ms, pauseP95Ms, pauseMaxMs, totalP50Ms, firstTotalMs } = line.parse(
      JSON.parse(text),
    );
    report('stacks', `pause-p95-${threads}`, pauseP95Ms, {
      p50: pauseP50Ms,
      worst: pauseMaxMs,
      captures: 100,
    });
    report('stacks', `answer-p50-${threads}`, totalP50Ms, { cold: firstTotalMs });
  }
}
