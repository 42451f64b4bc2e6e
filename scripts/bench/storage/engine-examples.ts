/** Rows that need no server: examples of the engine measure them and print JSON lines. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { cargoTarget, inRoot } from '../../paths.ts';
import { report } from '../report.ts';
import { progress } from './progress.ts';
import type { Sizes } from './sizes.ts';

const journalLine = z.object({
  size: z.number(),
  writes: z.number(),
  rounds: z.number(),
  mean_write: z.number(),
  journal_mb_s: z.number(),
  raw_mb_s: z.number(),
  hot_mb_s: z.number(),
  handed_mb_s: z.number(),
  percent: z.number(),
});

/** The journal under full load, compared with the same writes directly to disk. */
export async function journalSpeed({ megabytesOfJournal }: Sizes): Promise<void> {
  for (const line of await runExample('journal_speed', [String(megabytesOfJournal)])) {
    const { size, percent, ...extra } = journalLine.parse(line);
    report('storage', `journal-of-raw-${size >> 10}k`, percent, extra);
  }
}

const costLine = z.object({
  threads: z.number(),
  batch: z.number(),
  records: z.number(),
  record_ns: z.number(),
  percent: z.number(),
});

/** The worst of the measured workloads. */
export async function recordingCost({ quick }: Sizes): Promise<void> {
  const lines = await runExample('recording_cost', [quick ? '20000' : '200000']);
  const worst = lines.map((line) => costLine.parse(line)).sort((a, b) => b.percent - a.percent)[0];
  if (!worst) throw new Error('recording_cost printed nothing');
  const { percent, ...extra } = worst;
  report('storage', 'recording-cost', percent, {
    ...extra,
    how: 'time of a record × records / time of the saves',
  });
}

async function runExample(name: string, args: readonly string[]): Promise<unknown[]> {
  progress(name);
  const folder = await mkdtemp(join(tmpdir(), 'rookery-bench-'));
  try {
    const { stdout } = await promisify(execFile)(
      'cargo',
      [
        'run',
        '--locked',
        '--release',
        '--quiet',
        '-p',
        'rookery-engine',
        '--example',
        name,
        '--',
        folder,
        ...args,
      ],
      { cwd: inRoot('native'), env: { ...process.env, CARGO_TARGET_DIR: cargoTarget } },
    );
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
