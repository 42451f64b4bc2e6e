/** When a server is checked again. Pure; times in ms. */

/** Between two checks of a server that answers, in a short list. */
const REACHABLE_MS = 30_000;
/** A longer list has longer intervals: this many milliseconds of the interval for each server. */
const MS_PER_SERVER = 1_000;
/** A slow server is checked more rarely: at most this share of the time is a running check. */
const MAX_SHARE = 0.02;
const FIRST_FAILURE_MS = 15_000;
const LONGEST_MS = 10 * 60_000;
/** Checks that began together move apart by this share of the interval. */
const SPREAD = 0.2;

export interface CheckedServer {
  /** Checks without an answer since the last one with it. */
  readonly failures: number;
  /** Time of the last check. */
  readonly ms: number;
  /** Number of servers that are checked. */
  readonly servers: number;
  /** From 0 to 1. */
  readonly random: number;
}

export function checkInterval({ failures, ms, servers, random }: CheckedServer): number {
  const base =
    failures === 0 ? Math.max(REACHABLE_MS, ms / MAX_SHARE) : FIRST_FAILURE_MS * 2 ** Math.min(failures, 10);
  const shared = Math.max(base, servers * MS_PER_SERVER);
  return Math.round(Math.min(shared, LONGEST_MS) * (1 + SPREAD * random));
}
