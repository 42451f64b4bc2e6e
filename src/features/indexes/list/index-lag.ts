/**
 * How far an index is behind, and how long it will take. Servers report the remaining work; its rate is measured from
 * successive answers, so new writes count against it. Pure.
 */
import type { IndexProgress } from '../../../protocol/index-progress.ts';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import { formatCompact, formatCount, formatMs, pluralize, pluralNoun } from '../../../ui/index.ts';
import { indexState, isIndexing } from './index-state.ts';

interface Sample {
  /** Epoch ms. */
  readonly at: number;
  readonly remaining: number;
}

/** Samples by index, oldest first. */
export type ProgressHistory = ReadonlyMap<string, readonly Sample[]>;

export const emptyHistory: ProgressHistory = new Map();

/** Older samples would hide that an index became slower. */
const WINDOW_MS = 30_000;
/** Shorter measurements are mostly noise. */
const MIN_MEASURED_MS = 900;

/** An index that is up to date has no entry, so the next lag is measured from its own start. */
export function addProgress(
  history: ProgressHistory,
  at: number,
  progress: ReadonlyMap<string, IndexProgress>,
): ProgressHistory {
  return new Map(
    [...progress].map(([name, { remaining }]) => {
      const known = history.get(name) ?? [];
      const last = known.at(-1);
      // More work than ever before in the window: a reset, or a large import. The old rate says nothing about it.
      const restarted = last !== undefined && remaining > 2 * last.remaining + 100;
      const kept = restarted ? [] : known.filter((sample) => at - sample.at <= WINDOW_MS);
      return [name, [...kept, { at, remaining }]];
    }),
  );
}

export type Estimate =
  | { readonly kind: 'remaining'; readonly ms: number; readonly perSecond: number }
  /** As much new work as is done. */
  | { readonly kind: 'not-shrinking' }
  | { readonly kind: 'unknown' };

export function estimate(samples: readonly Sample[] | undefined): Estimate {
  const first = samples?.[0];
  const last = samples?.at(-1);
  if (!first || !last || last.at - first.at < MIN_MEASURED_MS) return { kind: 'unknown' };
  const perMs = (first.remaining - last.remaining) / (last.at - first.at);
  if (perMs <= 0) return { kind: 'not-shrinking' };
  return { kind: 'remaining', ms: last.remaining / perMs, perSecond: perMs * 1000 };
}

export interface Lag {
  /** Items that are not indexed yet; null where the server does not report it. */
  readonly items: number | null;
  /** `items` is a distance between etags, and so an upper bound. */
  readonly isBound: boolean;
  readonly estimate: Estimate;
  /** Nothing shrinks the lag: the reason, for a person. */
  readonly stopped: string | null;
}

/** Null for an index that is up to date. */
export function lagOf(
  index: IndexStats,
  progress: IndexProgress | undefined,
  history: ProgressHistory,
): Lag | null {
  if (!index.isStale) return null;
  const items = progress?.remaining ?? index.etagLag;
  const stopped = isIndexing(index) ? null : indexState(index).label.toLowerCase();
  return {
    items: items === 0 ? null : items,
    isBound: progress === undefined,
    estimate: stopped === null ? estimate(history.get(index.name)) : { kind: 'unknown' },
    stopped,
  };
}

/** `12.3K documents behind, about 4 s`. */
export function lagText({ items, isBound, estimate: rest, stopped }: Lag): string {
  const behind =
    items === null
      ? 'Stale'
      : `${isBound ? '≤ ' : ''}${formatCompact(items)} ${pluralNoun(items, 'document')} behind`;
  if (stopped !== null) return `${behind}, ${stopped}`;
  if (rest.kind === 'remaining') return `${behind}, about ${formatMs(Math.max(1000, rest.ms))}`;
  return rest.kind === 'not-shrinking' ? `${behind}, not shrinking` : behind;
}

export function lagDescription({ items, isBound, estimate: rest, stopped }: Lag): string {
  const parts = [
    items === null
      ? 'The index has not seen every change.'
      : `${isBound ? 'At most ' : ''}${pluralize(items, 'document or deletion', 'documents and deletions')} not indexed yet.`,
  ];
  if (stopped !== null) parts.push(`The index is ${stopped}, so this does not shrink.`);
  else if (rest.kind === 'remaining')
    parts.push(`Measured: ${formatCount(Math.round(rest.perSecond))} per second net of new writes.`);
  else if (rest.kind === 'not-shrinking') parts.push('New writes arrive as fast as they are indexed.');
  return parts.join(' ');
}
