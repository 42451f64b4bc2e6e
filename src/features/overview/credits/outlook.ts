/** When the credits of a burstable machine end at the present rate. Pure. */
import type { CpuCredits } from '../../../protocol/cpu-credits.ts';
import type { Samples } from '../history/metric-history.ts';

/** A rate of a shorter time would jump with each request. */
const SHORTEST_MS = 60_000;
/** The rate is that of the last minutes. */
export const RATE_MS = 3 * 60_000;
/** A change of less than this share of all credits per hour is none. */
const STEADY_SHARE = 0.01;
const HOUR_MS = 3_600_000;

export interface Outlook {
  /** Credits per minute: gained minus used; null while too few samples are known. */
  readonly perMinute: number | null;
  /** Milliseconds until then at this rate; null: not at this rate, already reached, or there is no such threshold. */
  readonly untilBackgroundPauses: number | null;
  readonly untilRequestsAreRefused: number | null;
  readonly untilEmpty: number | null;
  readonly untilFull: number | null;
}

/** `samples`: the remaining credits of the last `RATE_MS`. */
export function outlookOf(credits: CpuCredits, samples: Samples): Outlook {
  const perMs = slopeOf(samples);
  const steady = (STEADY_SHARE * credits.most) / HOUR_MS;
  const until = (level: number | null): number | null =>
    perMs === null || perMs > -steady || level === null || credits.remaining <= level
      ? null
      : (credits.remaining - level) / -perMs;
  return {
    perMinute: perMs === null ? null : Math.abs(perMs) < steady ? 0 : perMs * 60_000,
    untilBackgroundPauses: until(credits.backgroundBelow),
    untilRequestsAreRefused: until(credits.requestsBelow),
    untilEmpty: until(0),
    untilFull:
      perMs === null || perMs < steady || credits.remaining >= credits.most
        ? null
        : (credits.most - credits.remaining) / perMs,
  };
}

/** The line through the samples (least squares), per millisecond; null for a time that is too short. */
function slopeOf({ times, values }: Samples): number | null {
  const first = times[0] ?? 0;
  if (times.length < 3 || (times.at(-1) ?? 0) - first < SHORTEST_MS) return null;
  const meanTime = times.reduce((sum, time) => sum + (time - first), 0) / times.length;
  const meanValue = values.reduce((sum, value) => sum + value, 0) / values.length;
  let above = 0;
  let below = 0;
  for (const [at, time] of times.entries()) {
    const distance = time - first - meanTime;
    above += distance * ((values[at] ?? 0) - meanValue);
    below += distance * distance;
  }
  return below === 0 ? null : above / below;
}
