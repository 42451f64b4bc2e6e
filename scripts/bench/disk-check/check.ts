/** One run of the disk check of `rookeryd` and the window, as its crate alone: that compiles in a minute. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { join } from 'node:path';
import { cargoTarget, executable, inRoot } from '../../paths.ts';
import { mustRun } from '../../run-command.ts';
import { patternSchema, type Figures, type Pattern } from './pattern.ts';

const reportSchema = z.object({
  Measurements: z.array(
    patternSchema.extend({ OperationsPerSecond: z.number(), Latency: z.object({ P50Ns: z.number() }) }),
  ),
});

export interface Measured extends Figures {
  readonly pattern: Pattern;
}

export async function buildCheck(): Promise<void> {
  await mustRun(
    'Building the disk check',
    'cargo',
    ['build', '--locked', '--release', '--quiet', '-p', 'rookery-diskcheck', '--example', 'report'],
    { cwd: inRoot('native'), env: { ...process.env, CARGO_TARGET_DIR: cargoTarget } },
  );
}

export async function checkDisk(folder: string, seconds: number): Promise<Measured[]> {
  const { stdout } = await promisify(execFile)(
    join(cargoTarget, 'release', 'examples', executable('report')),
    [folder, String(seconds)],
    { maxBuffer: 16 << 20 },
  );
  return reportSchema.parse(JSON.parse(stdout)).Measurements.map((measured) => ({
    pattern: {
      method: measured.Method,
      access: measured.Access,
      blockSize: measured.BlockSize,
      threads: measured.Threads,
    },
    p50: measured.Latency.P50Ns / 1000,
    rate: measured.OperationsPerSecond,
  }));
}
