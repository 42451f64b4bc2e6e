/** Growth as a rate, where the time between two readings is long enough to say one. Pure. */
import { formatBytes } from '../../ui/format.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A journal file or one flush would dominate a shorter time. */
export const LEAST_MS = 10 * 60_000;

/** `+12 MB per hour`; null for no growth, and for less than ten minutes. */
export function growthRate(bytes: number, elapsedMs: number): string | null {
  if (bytes === 0 || elapsedMs < LEAST_MS) return null;
  const [unit, unitMs] = elapsedMs >= DAY_MS ? ['day', DAY_MS] : ['hour', HOUR_MS];
  const rate = Math.round((bytes * unitMs) / elapsedMs);
  if (rate === 0) return null;
  return `${rate > 0 ? '+' : ''}${formatBytes(rate)} per ${unit}`;
}
