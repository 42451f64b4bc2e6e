/** The activity of a range in figures: the text form of the lanes. Pure. */
import type { ViewWindow } from '../../../charts/timeline/data.ts';
import type { ServerActivity } from './server-activity.ts';

export interface ActivityRow {
  readonly name: string;
  readonly count: number;
  readonly total: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Of requests the percentiles are those of the worst second. */
  readonly note?: string;
}

/** What starts in the range. Kinds without any event are left out. */
export function activityRows(
  { pauses, queries, seconds }: ServerActivity,
  { from, to }: ViewWindow,
): readonly ActivityRow[] {
  const inside = (start: number): boolean => start >= from && start < to;
  const generations = [...new Set(pauses.map(({ generation }) => generation))].sort(
    (a, b) => (b ?? -1) - (a ?? -1),
  );
  const rows = generations.map((generation) =>
    rowOf(
      generation === null ? 'GC pauses' : `GC pauses, generation ${generation}`,
      pauses
        .filter((each) => each.generation === generation && inside(each.start))
        .map(({ start, end }) => end - start),
    ),
  );
  const within = seconds.filter(({ at }) => inside(at));
  const requests: ActivityRow = {
    name: 'Requests',
    count: within.reduce((sum, { count }) => sum + count, 0),
    total: Number.NaN,
    p50: within.reduce((most, { p50 }) => Math.max(most, p50), 0),
    p99: within.reduce((most, { p99 }) => Math.max(most, p99), 0),
    longest: within.reduce((most, { max }) => Math.max(most, max), 0),
    note: 'percentiles of the slowest second',
  };
  const slow = queries.filter(({ start }) => inside(start)).map(({ start, end }) => end - start);
  return [...rows, rowOf('Slow queries', slow), requests].filter(({ count }) => count > 0);
}

function rowOf(name: string, durations: readonly number[]): ActivityRow {
  const sorted = [...durations].sort((a, b) => a - b);
  const rank = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return {
    ...{ name, count: sorted.length, p50: rank(0.5), p99: rank(0.99), longest: sorted.at(-1) ?? 0 },
    total: sorted.reduce((sum, each) => sum + each, 0),
  };
}
