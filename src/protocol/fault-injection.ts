/**
 * Faults of the disk and an offset of the clock: `/rookery/fault-injection`. Only the sandbox and
 * `rookeryd --fault-injection` have this endpoint. A restart ends the faults.
 */
import { z } from 'zod';
import type { ServerClient } from './client.ts';
import { ServerError } from './server-error.ts';

export interface Faults {
  /** Added to each write, sync and read, in milliseconds. */
  readonly writeDelay: number;
  readonly syncDelay: number;
  readonly readDelay: number;
  /** The share of operations that get their delay. */
  readonly delayedPercent: number;
  /** Bytes per second of all writes together; null: no limit. */
  readonly writeRate: number | null;
  /** Writes fail as on a disk without free space. */
  readonly full: boolean;
  /** The share of reads that fail. */
  readonly failingReadsPercent: number;
  /** Seconds that are added to the time of the engine. */
  readonly clockOffset: number;
}

export interface FaultInjection {
  /** Whether anything differs from the machine's disk and clock. */
  readonly active: boolean;
  readonly faults: Faults;
  /** Operations since the faults were last set. */
  readonly counts: {
    readonly delayed: number;
    readonly failedWrites: number;
    readonly failedReads: number;
  };
}

export const noFaults: Faults = {
  writeDelay: 0,
  syncDelay: 0,
  readDelay: 0,
  delayedPercent: 100,
  writeRate: null,
  full: false,
  failingReadsPercent: 0,
  clockOffset: 0,
};

const PATH = '/rookery/fault-injection';

const answer = z
  .looseObject({
    Active: z.boolean(),
    Faults: z.looseObject({
      WriteDelayInMs: z.number(),
      SyncDelayInMs: z.number(),
      ReadDelayInMs: z.number(),
      DelayedPercent: z.number(),
      WriteBytesPerSecond: z.number().nullable(),
      Full: z.boolean(),
      FailingReadsPercent: z.number(),
      ClockOffsetInSec: z.number(),
    }),
    Counts: z.looseObject({ Delayed: z.number(), FailedWrites: z.number(), FailedReads: z.number() }),
  })
  .transform(({ Active, Faults, Counts }): FaultInjection => ({
    active: Active,
    faults: {
      writeDelay: Faults.WriteDelayInMs,
      syncDelay: Faults.SyncDelayInMs,
      readDelay: Faults.ReadDelayInMs,
      delayedPercent: Faults.DelayedPercent,
      writeRate: Faults.WriteBytesPerSecond,
      full: Faults.Full,
      failingReadsPercent: Faults.FailingReadsPercent,
      clockOffset: Faults.ClockOffsetInSec,
    },
    counts: {
      delayed: Counts.Delayed,
      failedWrites: Counts.FailedWrites,
      failedReads: Counts.FailedReads,
    },
  }));

/** Null: this server injects no faults. */
export async function readFaultInjection(
  server: ServerClient,
  signal?: AbortSignal,
): Promise<FaultInjection | null> {
  try {
    return await server.read(answer, 'GET', PATH, { signal });
  } catch (thrown) {
    // RavenDB has no such route; rookeryd answers 501 without its option.
    if (thrown instanceof ServerError && (thrown.type === 'RouteNotFoundException' || thrown.status === 501))
      return null;
    throw thrown;
  }
}

/** Replaces all faults. */
export function setFaults(server: ServerClient, faults: Faults): Promise<FaultInjection> {
  return server.read(answer, 'PUT', PATH, {
    confirm: true,
    json: {
      WriteDelayInMs: faults.writeDelay,
      SyncDelayInMs: faults.syncDelay,
      ReadDelayInMs: faults.readDelay,
      DelayedPercent: faults.delayedPercent,
      WriteBytesPerSecond: faults.writeRate,
      Full: faults.full,
      FailingReadsPercent: faults.failingReadsPercent,
      ClockOffsetInSec: faults.clockOffset,
    },
  });
}
