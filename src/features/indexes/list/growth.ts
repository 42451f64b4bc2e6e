/** How values of indexes changed since they were first seen. Pure. */

export interface FirstValue {
  /** Epoch ms. */
  readonly at: number;
  readonly value: number;
}

/** By the name of the index. */
export type FirstValues = ReadonlyMap<string, FirstValue>;

/** What the screen saw first. Sizes in bytes. */
export interface IndexGrowth {
  /** Data file and journals. */
  readonly total: FirstValues;
  /** Of the data file. */
  readonly used: FirstValues;
  readonly entries: FirstValues;
}

export const noFirstValues: FirstValues = new Map();

/** Adds what is new and removes what is gone: an index that is created again gets a new first value. The same map without changes. */
export function withFirstValues(
  before: FirstValues,
  values: ReadonlyMap<string, number>,
  at: number,
): FirstValues {
  const isSame = before.size === values.size && [...values.keys()].every((name) => before.has(name));
  if (isSame) return before;
  return new Map([...values].map(([name, value]) => [name, before.get(name) ?? { at, value }]));
}

/** `+1.5 MB since 14:03:22`, `unchanged since …`. */
export function growthText(
  first: FirstValue | undefined,
  value: number | null,
  format: (value: number) => string,
  formatTime: (at: number) => string,
): string | null {
  if (first === undefined || value === null) return null;
  const difference = value - first.value;
  const since = `since ${formatTime(first.at)}`;
  if (difference === 0) return `unchanged ${since}`;
  return `${difference > 0 ? '+' : '−'}${format(Math.abs(difference))} ${since}`;
}
