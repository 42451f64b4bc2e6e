/**
 * Relates slow journal writes to concurrent work: for each write in the range, whether a flush or a sync overlaps
 * it, of the same environment or of another on the same disk, and how long writes take with and without. Overlap is
 * not causation: the confidence is part of the result.
 */
import type { EventRef, EventStore, ViewWindow } from '../../../charts/timeline/data.ts';
import { FLUSH, JOURNAL, SYNC } from '../io-kinds.ts';
import { BusyTimes, type Period } from './busy-times.ts';
import { ActivityTally, type ActivityFigures, type ActivityPeriods } from './concurrent-activity.ts';
import { ROWS_PER_SLICE } from './in-slices.ts';
import { differenceOfShares, type ShareDifference } from './share-difference.ts';
import { Durations } from './percentiles.ts';

/** A write is slow when it takes at least this multiple of the range's median, and at least this duration. */
export interface SlowRule {
  readonly timesMedian: number;
  readonly atLeastMs: number;
}
export const defaultRule: SlowRule = { timesMedian: 4, atLeastMs: 5 };

export interface AttributedGroup {
  readonly id: number;
  readonly shift: number;
  /** Groups on one disk can slow each other down. */
  readonly disk: string;
  /** The server whose other activity is known. */
  readonly withActivity?: boolean;
}

/** What overlaps a write. A write counts under each kind that overlaps it. */
export type ConcurrentKind = 'ownSync' | 'ownFlush' | 'otherSync' | 'otherFlush';
export const concurrentKinds: readonly ConcurrentKind[] = ['ownSync', 'ownFlush', 'otherSync', 'otherFlush'];

export interface ConcurrencyFigures {
  readonly concurrent: ConcurrentKind | 'any' | 'none';
  /** Writes that overlap this kind, and how many of them are slow. */
  readonly writes: number;
  readonly slow: number;
  readonly p50: number;
  readonly p95: number;
  readonly mean: number;
  readonly max: number;
}

export interface SlowWrite {
  readonly event: EventRef;
  readonly duration: number;
  readonly concurrent: readonly ConcurrentKind[];
  /** Ids of the other activity that overlaps it. */
  readonly activity: readonly string[];
}

export interface Attribution {
  readonly writes: number;
  readonly slow: number;
  readonly median: number;
  /** The duration threshold of a slow write, in milliseconds. */
  readonly threshold: number;
  readonly figures: readonly ConcurrencyFigures[];
  /** How much more often writes are slow with an overlap than without. */
  readonly difference: ShareDifference;
  /** The same for syncs alone, and flushes alone. */
  readonly syncDifference: ShareDifference;
  readonly flushDifference: ShareDifference;
  /** Other activity of the server that overlaps any write of the range; empty while none is recorded. */
  readonly activity: readonly ActivityFigures[];
  readonly worst: readonly SlowWrite[];
  /** Mean size of slow writes and of all writes. */
  readonly slowMeanSize: number;
  readonly meanSize: number;
}

const WORST = 10;

export function* attributeStalls(
  store: EventStore,
  groups: readonly AttributedGroup[],
  range: ViewWindow,
  rule: SlowRule,
  activity: readonly ActivityPeriods[] = [],
): Generator<undefined, Attribution> {
  const all = new Durations();
  for (const each of writesIn(store, groups, range)) {
    all.add(each.duration);
    if (all.count % ROWS_PER_SLICE === 0) yield;
  }
  const median = all.percentile(0.5);
  // Durations are 32-bit floats; the threshold is rounded to the same precision.
  const threshold = Math.fround(Math.max(rule.atLeastMs, rule.timesMedian * median));
  // A write that starts in the range can end after it; overlaps there count too.
  const busy = new Map<number, Record<ConcurrentKind, BusyTimes>>();
  for (const group of groups) {
    busy.set(group.id, concurrentTimes(store, groups, group, { from: range.from, to: range.to + all.max }));
    yield;
  }

  const durations = new Map<ConcurrentKind | 'any' | 'none', { all: Durations; slow: number }>();
  for (const concurrent of [...concurrentKinds, 'any', 'none'] as const)
    durations.set(concurrent, { all: new Durations(), slow: 0 });
  const counted = { sync: [0, 0], noSync: [0, 0], flush: [0, 0], noFlush: [0, 0] };
  const tallies = activity.map((source) => ({ id: source.id, tally: new ActivityTally(source) }));
  const withActivity = new Set(groups.filter((group) => group.withActivity).map(({ id }) => id));
  let worst: SlowWrite[] = [];
  let slow = 0;
  let slowBytes = 0;
  let bytes = 0;
  let done = 0;
  for (const { event, duration, size, from, to, group } of writesIn(store, groups, range)) {
    if (++done % ROWS_PER_SLICE === 0) yield;
    const times = busy.get(group);
    const concurrent = times ? concurrentKinds.filter((each) => times[each].touches(from, to)) : [];
    const isSlow = duration >= threshold;
    const overlapping = withActivity.has(group)
      ? tallies.filter(({ tally }) => tally.add({ from, to, duration }, isSlow)).map(({ id }) => id)
      : [];
    bytes += size;
    for (const each of [...concurrent, concurrent.length > 0 ? 'any' : 'none'] as const) {
      const kept = durations.get(each);
      kept?.all.add(duration);
      if (kept && isSlow) kept.slow++;
    }
    const synced = concurrent.includes('ownSync') || concurrent.includes('otherSync');
    const flushed = concurrent.includes('ownFlush') || concurrent.includes('otherFlush');
    for (const tally of [synced ? counted.sync : counted.noSync, flushed ? counted.flush : counted.noFlush]) {
      tally[0] = (tally[0] ?? 0) + 1;
      if (isSlow) tally[1] = (tally[1] ?? 0) + 1;
    }
    if (!isSlow) continue;
    slow++;
    slowBytes += size;
    worst.push({ event, duration, concurrent, activity: overlapping });
    if (worst.length > 10 * WORST) worst = longest(worst);
  }
  const figure = (concurrent: ConcurrentKind | 'any' | 'none'): ConcurrencyFigures => {
    const kept = durations.get(concurrent);
    const [p50 = 0, p95 = 0] = kept?.all.percentiles([0.5, 0.95]) ?? [];
    return {
      ...{ concurrent, p50, p95, writes: kept?.all.count ?? 0, slow: kept?.slow ?? 0 },
      mean: kept?.all.mean ?? 0,
      max: kept?.all.max ?? 0,
    };
  };
  const [any, none] = [figure('any'), figure('none')];
  const shares = (a: readonly number[], b: readonly number[]): ShareDifference =>
    differenceOfShares(a[1] ?? 0, a[0] ?? 0, b[1] ?? 0, b[0] ?? 0);
  return {
    ...{ writes: all.count, slow, median, threshold },
    figures: [...concurrentKinds.map(figure), any, none],
    difference: differenceOfShares(any.slow, any.writes, none.slow, none.writes),
    syncDifference: shares(counted.sync, counted.noSync),
    flushDifference: shares(counted.flush, counted.noFlush),
    activity: tallies.map(({ tally }) => tally.figures()).filter(({ writes }) => writes > 0),
    worst: longest(worst),
    slowMeanSize: slow > 0 ? slowBytes / slow : 0,
    meanSize: all.count > 0 ? bytes / all.count : 0,
  };
}

const longest = (writes: readonly SlowWrite[]): SlowWrite[] =>
  [...writes].sort((a, b) => b.duration - a.duration).slice(0, WORST);

interface Write {
  readonly event: EventRef;
  readonly group: number;
  readonly from: number;
  readonly to: number;
  readonly duration: number;
  readonly size: number;
}

function* writesIn(
  store: EventStore,
  groups: readonly AttributedGroup[],
  range: ViewWindow,
): Generator<Write> {
  for (const { id, shift } of groups) {
    const lane = store.lane(id, JOURNAL);
    if (!lane) continue;
    const end = lane.firstAtOrAfter(range.to - shift);
    for (let row = lane.firstAtOrAfter(range.from - shift); row < end; row++)
      yield {
        event: { lane, row },
        group: id,
        from: lane.start(row) + shift,
        to: lane.end(row) + shift,
        duration: lane.rows.duration[row] ?? 0,
        size: lane.rows.size[row] ?? 0,
      };
  }
}

function concurrentTimes(
  store: EventStore,
  groups: readonly AttributedGroup[],
  own: AttributedGroup,
  range: ViewWindow,
): Record<ConcurrentKind, BusyTimes> {
  const others = groups.filter(({ id, disk }) => id !== own.id && disk === own.disk);
  const times = (of: readonly AttributedGroup[], kind: number): BusyTimes =>
    new BusyTimes(of.flatMap((group) => periodsOf(store, group, kind, range)));
  return {
    ownSync: times([own], SYNC),
    ownFlush: times([own], FLUSH),
    otherSync: times(others, SYNC),
    otherFlush: times(others, FLUSH),
  };
}

function periodsOf(
  store: EventStore,
  { id, shift }: AttributedGroup,
  kind: number,
  range: ViewWindow,
): readonly Period[] {
  const lane = store.lane(id, kind);
  const found: Period[] = [];
  lane?.visit(range.from - shift, range.to - shift, (row) => {
    found.push({ from: lane.start(row) + shift, to: lane.end(row) + shift });
    return true;
  });
  return found;
}
