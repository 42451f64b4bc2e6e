/** Robust statistics of two groups of values. Pure. */

/** Of sorted values; linear between neighbours. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? NaN;
  const high = sorted[Math.ceil(place)] ?? NaN;
  return low + (high - low) * (place - Math.floor(place));
}

export const sorted = (values: ArrayLike<number>): number[] => Array.from(values).sort((a, b) => a - b);

/** A factor that makes the median absolute deviation of normal noise equal to its standard deviation. */
const MAD_TO_DEVIATION = 1.4826;
/** The distance between the 10th and the 90th percentile of normal noise, in standard deviations. */
const DECILES_TO_DEVIATION = 2.563;

/**
 * A standard deviation that ignores up to a tenth of outliers on each side. The median deviation alone is zero for a
 * series that is mostly constant and sometimes jumps; the distance of the deciles notices such jumps.
 */
export function spreadOf(ordered: readonly number[]): number {
  const median = quantile(ordered, 0.5);
  const deviations = sorted(ordered.map((value) => Math.abs(value - median)));
  const deciles = quantile(ordered, 0.9) - quantile(ordered, 0.1);
  return Math.max(quantile(deviations, 0.5) * MAD_TO_DEVIATION, deciles / DECILES_TO_DEVIATION);
}

export interface Separation {
  /** From -1 (each value of the second group is below each of the first) to 1; 0: no tendency. Cliff's delta. */
  readonly delta: number;
  /** The rank sum in standard deviations of chance (Mann-Whitney, corrected for equal values). */
  readonly z: number;
}

/** How far the values of two groups lie apart, by rank only. Both are sorted and not empty. */
export function separation(first: readonly number[], second: readonly number[]): Separation {
  const [n, m] = [first.length, second.length];
  const all = sorted([...first, ...second]);
  const ranks = new Map<number, number>();
  let ties = 0;
  for (let from = 0; from < all.length;) {
    let to = from;
    while (to < all.length && all[to] === all[from]) to++;
    ranks.set(all[from] ?? NaN, (from + to + 1) / 2);
    ties += (to - from) ** 3 - (to - from);
    from = to;
  }
  const rankSum = second.reduce((sum, value) => sum + (ranks.get(value) ?? 0), 0);
  const above = rankSum - (m * (m + 1)) / 2;
  const total = n + m;
  const variance = ((n * m) / 12) * (total + 1 - ties / (total * (total - 1)));
  const distance = above - (n * m) / 2;
  return { delta: distance / ((n * m) / 2), z: variance > 0 ? distance / Math.sqrt(variance) : 0 };
}

/** The smallest probability of chance (two-sided) that groups of these sizes can show: 2 of all arrangements. */
export function leastChance(n: number, m: number): number {
  let arrangements = 1;
  for (let taken = 1; taken <= Math.min(n, m); taken++) arrangements *= (n + m - taken + 1) / taken;
  return 2 / arrangements;
}
