/** Periods without events, removed from the axis: a day with two bursts shows as two bursts. */
import type { EventStore } from './event-store.ts';
import type { TimelineGroup } from './row-layout.ts';

export interface Pause {
  readonly from: number;
  readonly to: number;
}

/** Sorted pauses and the mapping of time without them. A folded time is a time minus all pauses before it. */
export class PauseList {
  readonly pauses: readonly Pause[];
  private readonly removed: Float64Array;

  constructor(pauses: readonly Pause[]) {
    this.pauses = pauses;
    this.removed = new Float64Array(pauses.length + 1);
    pauses.forEach(({ from, to }, i) => {
      this.removed[i + 1] = (this.removed[i] ?? 0) + to - from;
    });
  }

  static readonly none = new PauseList([]);

  /** A pause maps to one instant: its start. */
  fold(time: number): number {
    const before = this.countEndingBy(time);
    const inside = this.pauses[before];
    const removed = this.removed[before] ?? 0;
    return inside !== undefined && time > inside.from ? inside.from - removed : time - removed;
  }

  /** The time that is removed before a range without a pause; NaN when the range touches one. */
  removedIn(from: number, to: number): number {
    const before = this.countEndingBy(from);
    const next = this.pauses[before];
    return next !== undefined && to > next.from ? Number.NaN : (this.removed[before] ?? 0);
  }

  /** The latest time that folds to this: after a pause, not before it. */
  unfold(folded: number): number {
    let low = 0;
    let high = this.pauses.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.pauses[middle]?.from ?? 0) - (this.removed[middle] ?? 0) <= folded) low = middle + 1;
      else high = middle;
    }
    return folded + (this.removed[low] ?? 0);
  }

  /** The number of pauses that end before a time. */
  private countEndingBy(time: number): number {
    let low = 0;
    let high = this.pauses.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.pauses[middle]?.to ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The gaps longer than `threshold` in which no lane of the groups has an event or aggregated history. */
export function findPauses(
  store: EventStore,
  threshold: number,
  groups: ReadonlyMap<number, number>,
  /** Other times that are not folded. */
  others: readonly Pause[] = [],
): PauseList {
  const busy: Pause[] = [...others];
  for (const lane of store.all()) {
    const shift = groups.get(lane.group);
    if (shift === undefined) continue;
    const { start, duration } = lane.rows;
    let from = Number.NaN;
    let to = Number.NEGATIVE_INFINITY;
    for (let row = 0; row < lane.length; row++) {
      const begin = start[row] ?? 0;
      const end = begin + (duration[row] ?? 0);
      if (begin - to > threshold) {
        if (to >= from) busy.push({ from: from + shift, to: to + shift });
        from = begin;
      }
      if (end > to) to = end;
    }
    if (to >= from) busy.push({ from: from + shift, to: to + shift });
  }
  for (const [group, , spans] of store.allFolded()) {
    const shift = groups.get(group);
    if (shift === undefined) continue;
    for (const { start, end } of spans) busy.push({ from: start + shift, to: end + shift });
  }
  return new PauseList(gapsBetween(busy, threshold));
}

/** The same for groups with flames: the gaps between the outermost spans. */
export function findFlamePauses(
  groups: readonly Pick<TimelineGroup, 'flame' | 'shift'>[],
  threshold: number,
): PauseList {
  return new PauseList(gapsBetween(flameTimes(groups), threshold));
}

/** The times of the outermost spans. */
export function flameTimes(groups: readonly Pick<TimelineGroup, 'flame' | 'shift'>[]): readonly Pause[] {
  return groups.flatMap(({ flame, shift }) =>
    (flame?.spans ?? [])
      .filter(({ depth }) => depth === 0)
      .map(({ start, end }) => ({ from: start + shift, to: end + shift })),
  );
}

export function gapsBetween(busy: readonly Pause[], threshold: number): readonly Pause[] {
  const sorted = [...busy].sort((a, b) => a.from - b.from);
  const gaps: Pause[] = [];
  let reached = Number.POSITIVE_INFINITY;
  for (const { from, to } of sorted) {
    if (from - reached > threshold) gaps.push({ from: reached, to: from });
    reached = reached === Number.POSITIVE_INFINITY ? to : Math.max(reached, to);
  }
  return gaps;
}
