/** Relates slow writes to what the server does besides I/O: garbage collections, indexing batches, slow queries. */
import { BusyTimes, type Period } from './busy-times.ts';
import { Durations } from './percentiles.ts';
import { differenceOfShares, type ShareDifference } from './share-difference.ts';

export interface ActivityPeriods {
  readonly id: string;
  /** With an article: `a slow query`. */
  readonly one: string;
  readonly many: string;
  /** What to do when it explains slow writes. */
  readonly advice: string;
  /** On the clock of the timeline. */
  readonly periods: readonly Period[];
}

export interface ActivityFigures {
  readonly id: string;
  readonly one: string;
  readonly many: string;
  readonly advice: string;
  readonly writes: number;
  readonly slow: number;
  readonly p50: number;
  readonly p95: number;
  readonly mean: number;
  readonly max: number;
  readonly difference: ShareDifference;
}

/** Counts writes of one server one by one. */
export class ActivityTally {
  private readonly source: ActivityPeriods;
  private readonly busy: BusyTimes;
  private readonly durations = new Durations();
  private slow = 0;
  private others = 0;
  private slowOthers = 0;

  constructor(source: ActivityPeriods) {
    this.source = source;
    this.busy = new BusyTimes(source.periods);
  }

  /** Returns whether the write overlaps. */
  add(
    write: { readonly from: number; readonly to: number; readonly duration: number },
    slow: boolean,
  ): boolean {
    if (!this.busy.touches(write.from, write.to)) {
      this.others++;
      if (slow) this.slowOthers++;
      return false;
    }
    this.durations.add(write.duration);
    if (slow) this.slow++;
    return true;
  }

  figures(): ActivityFigures {
    const { id, one, many, advice } = this.source;
    const { count, mean, max } = this.durations;
    const [p50 = 0, p95 = 0] = this.durations.percentiles([0.5, 0.95]);
    return {
      ...{ id, one, many, advice, p50, p95, mean, max },
      writes: count,
      slow: this.slow,
      difference: differenceOfShares(this.slow, count, this.slowOthers, this.others),
    };
  }
}
