/** The same patterns by fio: system calls of one thread per job (`psync`), as the disk check makes them. */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Figures, Pattern } from './pattern.ts';

/** The sizes of the two files of a disk check of 256 MB. */
const SIZES = { direct: 96, cached: 32 };

export interface Files {
  readonly direct: string;
  readonly cached: string;
  remove(): Promise<void>;
}

const side = z.object({
  iops: z.number(),
  clat_ns: z.object({ percentile: z.record(z.string(), z.number()).optional() }),
});
const output = z.object({
  jobs: z.tuple([
    z.object({
      read: side,
      write: side,
      sync: z.object({ lat_ns: z.object({ percentile: z.record(z.string(), z.number()).optional() }) }),
    }),
  ]),
});

/** Null where it is not installed. */
export async function fioVersion(): Promise<string | null> {
  try {
    return (await promisify(execFile)('fio', ['--version'])).stdout.trim();
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return null;
    throw thrown;
  }
}

/** Writes both files completely, so that a write changes no metadata. */
export async function layOut(folder: string): Promise<Files> {
  const files = { direct: join(folder, 'fio-direct.data'), cached: join(folder, 'fio-cached.data') };
  for (const [name, file] of Object.entries(files) as [keyof typeof SIZES, string][])
    await fio([
      '--rw=write',
      '--bs=1m',
      '--direct=1',
      '--end_fsync=1',
      `--filename=${file}`,
      `--size=${SIZES[name]}m`,
    ]);
  return {
    ...files,
    remove: async () => {
      await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
    },
  };
}

export async function runFio(files: Files, pattern: Pattern, seconds: number): Promise<Figures> {
  const { method, access, blockSize, threads } = pattern;
  const isCached = method === 'WriteSync' || method === 'Buffered';
  const size = (isCached ? SIZES.cached : SIZES.direct) << 20;
  const isRandom = access === 'Random';
  // Each sequential thread has a part of its own.
  const part = Math.floor(size / blockSize / threads) * blockSize;
  const json = await fio([
    `--rw=${isRandom ? 'rand' : ''}${method === 'Read' ? 'read' : 'write'}`,
    `--bs=${blockSize}`,
    `--filename=${isCached ? files.cached : files.direct}`,
    `--size=${isRandom ? size : part}`,
    ...(isRandom ? ['--norandommap=1'] : [`--offset_increment=${part}`]),
    `--numjobs=${threads}`,
    '--group_reporting=1',
    '--thread=1',
    '--time_based=1',
    `--runtime=${Math.round(seconds * 1000)}ms`,
    '--overwrite=1',
    ...flags(method),
  ]);
  const [job] = output.parse(JSON.parse(json)).jobs;
  const { iops, clat_ns } = method === 'Read' ? job.read : job.write;
  const median = (of: { percentile?: Record<string, number> | undefined }): number => {
    const value = of.percentile?.['50.000000'];
    if (value === undefined) throw new Error('fio reported no median');
    return value / 1000;
  };
  // fio reports the write and its sync apart; the disk check adds them up.
  const p50 = median(clat_ns) + (method === 'WriteSync' ? median(job.sync.lat_ns) : 0);
  return { p50, rate: iops };
}

function flags(method: Pattern['method']): string[] {
  switch (method) {
    case 'Durable':
      return ['--direct=1', '--sync=dsync'];
    case 'Read':
      return ['--direct=1'];
    case 'WriteSync':
      return ['--fdatasync=1'];
    case 'Buffered':
      // Written to the device before the next run, as the disk check does.
      return ['--end_fsync=1'];
    case 'Journal':
      throw new Error('fio has no journal');
  }
}

async function fio(options: readonly string[]): Promise<string> {
  const args = ['--name=bench', '--ioengine=psync', '--fallocate=none', '--output-format=json', ...options];
  const { stdout } = await promisify(execFile)('fio', args, { maxBuffer: 16 << 20 });
  // Notes can come before the JSON.
  return stdout.slice(stdout.indexOf('{'));
}
