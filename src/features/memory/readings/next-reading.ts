/** When the memory is read again. Pure. */

export interface Timed {
  readonly elapsedMs: number;
}

const SHORTEST_MS = 5_000;
/** At most a twentieth of the time is spent in requests. */
const SHARE = 20;
const LONGEST_AFTER_ERROR_MS = 60_000;
/** A server that failed for this long is not read again until a refresh. */
const END_AFTER_MS = 10 * 60_000;

export interface LastReading {
  /** The last one that succeeded. */
  readonly data: Timed | undefined;
  readonly error: unknown;
  /** Milliseconds since 1970; 0 when none succeeded. */
  readonly dataUpdatedAt: number;
  readonly errorUpdatedAt: number;
}

/**
 * Milliseconds until the next reading; false for none. After an error the pauses grow with the time since the last
 * success, and readings end after ten minutes. A report that the server never gave is not read again.
 */
export function nextReading({ data, error, dataUpdatedAt, errorUpdatedAt }: LastReading): number | false {
  const usual = Math.max(SHORTEST_MS, (data?.elapsedMs ?? 0) * SHARE);
  if (error === null) return usual;
  const failing = errorUpdatedAt - dataUpdatedAt;
  if (data === undefined || failing >= END_AFTER_MS) return false;
  return Math.max(usual, Math.min(LONGEST_AFTER_ERROR_MS, failing));
}
