/**
 * What changed between two spans of time: all measured series, ranked by their deviation. Pure.
 *
 * A series is a change when its median moved by at least three deviations of the first span, most of its values lie on one side of
 * the earlier ones, and chance would show that in less than about one of a hundred comparisons. Samples of one series are not
 * independent, so a listed change can still be due to chance.
 */
import { leastChance, quantile, separation, sorted, spreadOf } from './statistics.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface ComparedSeries<Id extends string> {
  readonly id: Id;
  readonly times: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  /**
   * `level`: a measured value with noise; its medians are compared. `count`: an exact number that stays until something
   * happens (errors, alerts); its last values are compared.
   */
  readonly kind: 'level' | 'count';
  /** The smallest deviation that matters, in the unit of the series. */
  readonly floor: number;
}

export interface Change<Id extends string> {
  readonly id: Id;
  readonly before: number;
  readonly after: number;
  /** Null for an exact count. */
  readonly deviations: number | null;
  /** Samples of the first and the second span. */
  readonly samples: readonly [number, number];
  /** Orders the list; the largest first. */
  readonly score: number;
}

export interface Comparison<Id extends string> {
  readonly changes: readonly Change<Id>[];
  /** Compared without a clear change. */
  readonly steady: readonly Id[];
  /** With samples, but too few for a statement. */
  readonly tooFew: readonly { readonly id: Id; readonly samples: readonly [number, number] }[];
}

const LEAST_DEVIATIONS = 3;
/** Four of five pairs of a later and an earlier value point in the same direction. */
const LEAST_DELTA = 0.6;
const LEAST_Z = 2.4;
const MOST_CHANCE = 0.01;
/** A deviation is at least this share of the earlier median: a smaller one is noise around a large value. */
const LEAST_SHARE = 0.03;
/** A single new error ranks just above a change that is barely reported. */
const COUNT_SCORE = 4;

type Verdict<Id extends string> =
  | { readonly kind: 'change'; readonly change: Change<Id> }
  | { readonly kind: 'steady' }
  | { readonly kind: 'too-few'; readonly samples: readonly [number, number] }
  | { readonly kind: 'absent' };

export function rankChanges<Id extends string>(
  series: readonly ComparedSeries<Id>[],
  before: Span,
  after: Span,
): Comparison<Id> {
  const changes: Change<Id>[] = [];
  const steady: Id[] = [];
  const tooFew: { id: Id; samples: readonly [number, number] }[] = [];
  for (const each of series) {
    const first = valuesIn(each, before);
    const second = valuesIn(each, after);
    const verdict = each.kind === 'count' ? judgeCount(each, first, second) : judgeLevel(each, first, second);
    if (verdict.kind === 'change') changes.push(verdict.change);
    if (verdict.kind === 'steady') steady.push(each.id);
    if (verdict.kind === 'too-few') tooFew.push({ id: each.id, samples: verdict.samples });
  }
  changes.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  return { changes, steady, tooFew };
}

/** The values of a span, from its start up to but not including its end. */
function valuesIn({ times, values }: ComparedSeries<string>, { from, to }: Span): number[] {
  const found: number[] = [];
  for (let place = 0; place < times.length; place++) {
    const at = times[place] ?? NaN;
    const value = values[place] ?? NaN;
    if (at >= from && at < to && Number.isFinite(value)) found.push(value);
  }
  return found;
}

function judgeCount<Id extends string>(
  { id }: ComparedSeries<Id>,
  first: readonly number[],
  second: readonly number[],
): Verdict<Id> {
  const samples = [first.length, second.length] as const;
  const [before, after] = [first.at(-1), second.at(-1)];
  if (before === undefined && after === undefined) return { kind: 'absent' };
  if (before === undefined || after === undefined) return { kind: 'too-few', samples };
  const difference = Math.abs(after - before);
  if (difference === 0) return { kind: 'steady' };
  const score = COUNT_SCORE + Math.log2(difference);
  return { kind: 'change', change: { id, before, after, deviations: null, samples, score } };
}

function judgeLevel<Id extends string>(
  { id, floor }: ComparedSeries<Id>,
  first: readonly number[],
  second: readonly number[],
): Verdict<Id> {
  const samples = [first.length, second.length] as const;
  if (samples[0] + samples[1] === 0) return { kind: 'absent' };
  if (samples[0] === 0 || samples[1] === 0 || leastChance(...samples) > MOST_CHANCE)
    return { kind: 'too-few', samples };
  const [earlier, later] = [sorted(first), sorted(second)];
  const [before, after] = [quantile(earlier, 0.5), quantile(later, 0.5)];
  const spread = Math.max(spreadOf(earlier), floor, Math.abs(before) * LEAST_SHARE);
  const deviations = Math.abs(after - before) / spread;
  const { delta, z } = separation(earlier, later);
  const clear =
    deviations >= LEAST_DEVIATIONS &&
    Math.abs(delta) >= LEAST_DELTA &&
    Math.abs(z) >= LEAST_Z &&
    Math.sign(delta) === Math.sign(after - before);
  if (!clear) return { kind: 'steady' };
  return { kind: 'change', change: { id, before, after, deviations, samples, score: deviations } };
}
