/** Decides from successive readings whether a difference shrinks, grows or stays. Pure. */

export interface GapSample {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How much is missing; never negative. */
  readonly gap: number;
  /** Changes whenever the side that is behind does any work. */
  readonly progress: number;
}

export type Trend =
  /** Too few readings. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'closing'; readonly perSecond: number; readonly until: number }
  | { readonly kind: 'growing'; readonly perSecond: number }
  /** The gap stays the same, but the side that is behind works. */
  | { readonly kind: 'steady' }
  /** Nothing changes. */
  | { readonly kind: 'stuck'; readonly since: number };

/** A rate needs readings over this time. */
const RATE_MS = 8_000;
/** A gap that did not change for this long is steady or stuck. */
const STUCK_MS = 30_000;
/** Older readings do not count for a rate. */
const WINDOW_MS = 60_000;

/** `samples` in order of time. */
export function trendOf(samples: readonly GapSample[]): Trend {
  const last = samples.at(-1);
  if (!last || last.gap === 0) return { kind: 'unknown' };
  const unchanged = runOf(samples, (each) => each.gap === last.gap);
  if (last.at - unchanged.at >= STUCK_MS) {
    const idle = runOf(samples, (each) => each.gap === last.gap && each.progress === last.progress);
    return last.at - idle.at >= STUCK_MS ? { kind: 'stuck', since: idle.at } : { kind: 'steady' };
  }
  const first = samples.find(({ at }) => last.at - at <= WINDOW_MS);
  if (!first || last.at - first.at < RATE_MS || first.gap === last.gap) return { kind: 'unknown' };
  const perSecond = ((first.gap - last.gap) * 1000) / (last.at - first.at);
  return perSecond > 0
    ? { kind: 'closing', perSecond, until: last.at + (last.gap / perSecond) * 1000 }
    : { kind: 'growing', perSecond: -perSecond };
}

/** The first of the last samples that all match. The last one must match. */
function runOf(samples: readonly GapSample[], matches: (sample: GapSample) => boolean): GapSample {
  let first = samples.at(-1);
  for (let index = samples.length - 1; index >= 0; index--) {
    const each = samples[index];
    if (!each || !matches(each)) break;
    first = each;
  }
  if (!first) throw new Error('A trend needs a sample.');
  return first;
}

const clock = (at: number): string => {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
};
const DAY_MS = 86_400_000;

/** `closing at 120/s until 14:05`. Empty while unknown. */
export function trendText(trend: Trend, now: number): string {
  switch (trend.kind) {
    case 'unknown':
      return '';
    case 'closing':
      return trend.until - now > DAY_MS
        ? `closing at ${rateText(trend.perSecond)}, for more than a day`
        : `closing at ${rateText(trend.perSecond)} until ${clock(trend.until)}`;
    case 'growing':
      return `growing at ${rateText(trend.perSecond)}`;
    case 'steady':
      return 'works, but does not catch up';
    case 'stuck':
      return `stuck since ${clock(trend.since)} or before`;
  }
}

function rateText(perSecond: number): string {
  if (perSecond >= 10) return `${Math.round(perSecond).toLocaleString('en')}/s`;
  return perSecond >= 0.1 ? `${perSecond.toFixed(1)}/s` : `${Math.max(0.1, perSecond * 60).toFixed(1)}/min`;
}
