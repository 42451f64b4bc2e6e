/** Whether an index lags behind its documents on a side, and for how long. Pure. */
import type { IndexStats } from '../../../protocol/index-stats.ts';
import { pluralize } from '../../../ui/format.ts';
import { trendOf, trendText, type GapSample } from '../../../protocol/gap-trend.ts';
import type { Side } from './certainty.ts';
import { stateOf, type CompareRow } from './compare-row.ts';
import type { OwnReading } from './own-reading.ts';

export function stalenessRow(name: string, own: readonly OwnReading[]): CompareRow {
  const now = own.at(-1);
  const text = (index: IndexStats | undefined): string | null =>
    index ? (index.isStale ? 'stale' : 'current') : null;
  const [left, right] = [text(now?.left), text(now?.right)];
  const notes = (['left', 'right'] as const).flatMap((side) => lagNote(own, side));
  return {
    section: 'indexes',
    subject: name,
    aspect: 'Staleness',
    left,
    right,
    state: notes.length > 0 ? 'different' : stateOf(left, right),
    note: notes.join('. '),
  };
}

function lagNote(own: readonly OwnReading[], side: Side): readonly string[] {
  const now = own.at(-1)?.[side];
  if (!now?.isStale) return [];
  const samples = own.flatMap((each): GapSample[] => {
    const index = each[side];
    if (index?.etagLag === undefined || index.etagLag === null) return [];
    const progress = (index.mapAttempts ?? 0) + (index.entries ?? 0);
    return [{ at: each.reading.at, gap: index.isStale ? index.etagLag : 0, progress }];
  });
  const last = samples.at(-1);
  const trend = last ? trendText(trendOf(samples), last.at) : '';
  const lag = now.etagLag === null || now.etagLag === 0 ? '' : ` by ${pluralize(now.etagLag, 'etag')}`;
  return [`${side === 'left' ? 'Left' : 'Right'} is behind${lag}${trend === '' ? '' : `, ${trend}`}`];
}
