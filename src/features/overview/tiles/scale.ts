/** The vertical scale of a sparkline and its gaps. Pure. */
import type { Samples } from '../history/metric-history.ts';
import type { Series } from '../series.ts';

export interface Scale {
  readonly low: number;
  readonly high: number;
}

/** A fitted scale covers at least this share of its largest value, so that noise does not look like a movement. */
const LEAST_SHARE = 0.1;

export function scaleOf({ values }: Samples, { scale, floor }: Pick<Series, 'scale' | 'floor'>): Scale {
  if (scale === 'share') return { low: 0, high: 100 };
  const high = values.reduce((most, value) => Math.max(most, value), 0);
  if (scale === 'zero') return { low: 0, high: Math.max(high * 1.1, floor) };
  const least = values.reduce((smallest, value) => Math.min(smallest, value), high);
  const span = Math.max(high - least, high * LEAST_SHARE, floor);
  const middle = (high + least) / 2;
  const low = Math.max(0, middle - span * 0.6);
  return { low, high: low + span * 1.2 };
}

const SHORTEST_GAP_MS = 6_000;
/** Some missing samples are no gap. */
const PERIODS = 4;
const NEWEST = 20;

/** How far samples may lie apart to be connected: some of the median periods of the newest samples. */
export function gapOf({ times }: Samples): number {
  const periods: number[] = [];
  for (let place = Math.max(1, times.length - NEWEST); place < times.length; place++)
    periods.push((times[place] ?? 0) - (times[place - 1] ?? 0));
  periods.sort((a, b) => a - b);
  return Math.max(SHORTEST_GAP_MS, (periods[Math.floor(periods.length / 2)] ?? 0) * PERIODS);
}

/** The newest value at or before a moment; null before the first sample or within a gap. */
export function valueAt({ times, values }: Samples, at: number, gapMs: number): number | null {
  for (let place = times.length - 1; place >= 0; place--) {
    const time = times[place] ?? NaN;
    if (time > at) continue;
    return at - time <= gapMs ? (values[place] ?? null) : null;
  }
  return null;
}
