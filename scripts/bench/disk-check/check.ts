/** One run of `rookeryd disk-check`. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { executable, inRoot } from '../../paths.ts';
import { patternSchema, type Figures, type Pattern } from './pattern.ts';

const reportSchema = z.object({
  Measurements: z.array(
    patternSchema.extend({ OperationsPerSecond: z.number(), Latency: z.object({ P50Ns: z.number() }) }),
  ),
});

export interface Measured extends Figures {
  readonly pattern: Pattern;
}

export async function checkDisk(folder: string, seconds: number): Promise<Measured[]> {
  const { stdout } = await promisify(execFile)(
    inRoot('dist/native', executable('rookeryd')),
    ['disk-check', folder, '--seconds', String(seconds), '--json', '--quiet'],
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
