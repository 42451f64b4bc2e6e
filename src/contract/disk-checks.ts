import './no-eval.ts';
import { z } from 'zod';

const MIB = 1024 * 1024;
/** Bounds of a check from the UI; `rookeryd disk-check` allows more. */
export const DISK_CHECK_SECONDS = { least: 1, most: 600 };
export const DISK_CHECK_BYTES = { least: 32 * MIB, most: 4096 * MIB };
export const DISK_CHECK_THREADS = { least: 1, most: 64 };

export const diskCheckRequest = z.object({
  /** Chosen by the page, for `diskChecks.progress`. */
  id: z.string().min(8).max(64),
  place: z.discriminatedUnion('kind', [
    /** The data folder of the sandbox. */
    z.object({ kind: z.literal('sandbox') }),
    /** A folder of this computer. Waits for a confirmation unless the user chose it in the system's dialog. */
    z.object({ kind: z.literal('folder'), path: z.string().min(1).max(4096) }),
  ]),
  seconds: z.number().int().min(DISK_CHECK_SECONDS.least).max(DISK_CHECK_SECONDS.most),
  /** The most disk space. */
  bytes: z.number().int().min(DISK_CHECK_BYTES.least).max(DISK_CHECK_BYTES.most),
  /** The most threads that write at the same time. */
  threads: z.number().int().min(DISK_CHECK_THREADS.least).max(DISK_CHECK_THREADS.most),
});
export type DiskCheckRequest = z.infer<typeof diskCheckRequest>;

const pattern = {
  method: z.enum(['Journal', 'Durable', 'WriteSync', 'Buffered', 'Read']),
  access: z.enum(['Sequential', 'Random']),
  blockSize: z.number(),
  threads: z.number(),
};

/** Nanoseconds. Null: too few operations for this percentile. */
const latency = z.object({
  minNs: z.number(),
  meanNs: z.number(),
  p50Ns: z.number(),
  p90Ns: z.number(),
  p99Ns: z.number().nullable(),
  p999Ns: z.number().nullable(),
  maxNs: z.number(),
});

export const diskMeasurement = z.object({
  ...pattern,
  operations: z.number(),
  bytes: z.number(),
  seconds: z.number(),
  operationsPerSecond: z.number(),
  bytesPerSecond: z.number(),
  /** Of one operation; a write with its sync. */
  latency,
  /** Of the sync alone, where it is a call of its own. */
  syncLatency: latency.nullable(),
  /** The sync after buffered writes, which is not in the other figures. */
  flushSeconds: z.number().nullable(),
});
export type DiskMeasurement = z.infer<typeof diskMeasurement>;

/** The rate of a long step over time. */
export const diskSeries = z.object({
  ...pattern,
  samples: z.array(z.object({ seconds: z.number(), bytes: z.number() })),
  steady: z.number(),
  drop: z
    .object({ afterSeconds: z.number(), afterBytes: z.number(), before: z.number(), after: z.number() })
    .nullable(),
});
export type DiskSeries = z.infer<typeof diskSeries>;

export const diskCheckReport = z.object({
  folder: z.string(),
  startedAt: z.string(),
  seconds: z.number(),
  fileSystem: z.object({
    kind: z.enum(['Local', 'Memory', 'Network', 'Layered', 'Unknown']),
    name: z.string().nullable(),
    source: z.string().nullable(),
    options: z.array(z.string()),
    writeCache: z.string().nullable(),
    rotational: z.boolean().nullable(),
  }),
  space: z.object({ available: z.number(), total: z.number() }),
  /** Whether durable writes and reads went around the page cache. */
  direct: z.boolean(),
  bytesWritten: z.number(),
  measurements: z.array(diskMeasurement),
  series: z.array(diskSeries),
  estimates: z.object({
    smallCommitsPerSecond: z.number().nullable(),
    parallelWritesPerSecond: z.number().nullable(),
    bulkInsertBytesPerSecond: z.number().nullable(),
  }),
  /** Sentences that follow from the figures, most important first. */
  findings: z.array(z.object({ id: z.string(), level: z.enum(['Info', 'Warning']), text: z.string() })),
  /** Steps that did not run, and why. */
  skipped: z.array(z.string()),
});
export type DiskCheckReport = z.infer<typeof diskCheckReport>;

export const diskCheckProgress = z.object({
  kind: z.literal('measuring'),
  /** Steps completed, and in all. */
  step: z.number(),
  steps: z.number(),
  running: z.string(),
  seconds: z.number(),
  plannedSeconds: z.number(),
  bytesWritten: z.number(),
  /** All steps that have ended. */
  completed: z.array(diskMeasurement),
});
export type DiskCheckProgress = z.infer<typeof diskCheckProgress>;
