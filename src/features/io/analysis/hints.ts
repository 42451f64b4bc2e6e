/** Summarises the figures in sentences that never claim more than the figures show. */
import { formatBytes, formatCount, formatMs, pluralize } from '../../../ui/index.ts';
import { COMPRESSION, JOURNAL } from '../io-kinds.ts';
import type { KindStatistics } from './io-statistics.ts';
import type { ShareDifference } from './share-difference.ts';
import { FEW } from './share-difference.ts';
import type { Attribution } from './stall-attribution.ts';

export interface Hint {
  readonly id: string;
  /** `finding`: supported by the figures; `note`: background, or not significant. */
  readonly weight: 'finding' | 'note';
  readonly text: string;
}

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 && share > 0 ? 1 : 0)} %`;

export function hintsOf(attribution: Attribution, statistics: readonly KindStatistics[]): readonly Hint[] {
  const { writes, slow, threshold } = attribution;
  const folded = statistics.reduce((sum, row) => sum + row.folded, 0);
  const hints: Hint[] = [];
  if (writes === 0) {
    hints.push({ id: 'none', weight: 'note', text: 'No journal writes in this range.' });
  } else if (slow === 0) {
    hints.push({
      id: 'calm',
      weight: 'finding',
      text: `None of the ${pluralize(writes, 'journal write')} took ${formatMs(threshold)} or longer.`,
    });
  } else {
    hints.push(...concurrencyHints(attribution));
    const size = sizeHint(attribution);
    if (size) hints.push(size);
  }
  const compression = compressionHint(statistics);
  if (compression) hints.push(compression);
  if (folded > 0)
    hints.push({
      id: 'folded',
      weight: 'note',
      text: `${pluralize(folded, 'aggregated period')} ${folded === 1 ? 'overlaps' : 'overlap'} this range. The server no longer has the individual events, so the statistics exclude them.`,
    });
  return hints;
}

function concurrencyHints(attribution: Attribution): readonly Hint[] {
  const { slow, syncDifference, flushDifference, figures } = attribution;
  const hints: Hint[] = [];
  const sync = concurrencyHint('sync', syncDifference, slow);
  const flush = concurrencyHint('flush', flushDifference, slow);
  if (sync) hints.push(sync);
  if (flush) hints.push(flush);
  const alone = figures.find(({ concurrent }) => concurrent === 'none')?.slow ?? 0;
  if (alone > 0 && alone / slow >= 0.5)
    hints.push({
      id: 'alone',
      weight: slow < FEW ? 'note' : 'finding',
      text: `${formatCount(alone)} of ${pluralize(slow, 'slow write')} (${percent(alone / slow)}) ${alone === 1 ? 'overlaps' : 'overlap'} neither a flush nor a sync. The recording does not show their cause; other processes, the disk or high load are possible.`,
    });
  return hints;
}

function concurrencyHint(
  what: 'sync' | 'flush',
  difference: ShareDifference,
  slow: number,
): Hint | undefined {
  const { with: concurrent, without, confidence } = difference;
  if (concurrent.slow === 0 && confidence !== 'clear') return undefined;
  const overlap = `${percent(concurrent.slow / slow)} of slow writes overlap a ${what}`;
  const all = concurrent.of + without.of;
  if (confidence === 'few')
    return {
      id: what,
      weight: 'note',
      text: `${overlap} (${formatCount(concurrent.slow)} of ${formatCount(slow)}), but ${
        concurrent.of >= FEW && without.of >= FEW
          ? `only ${formatCount(slow)} of ${pluralize(all, 'write')} ${slow === 1 ? 'was' : 'were'} slow`
          : concurrent.of < FEW
            ? `only ${pluralize(concurrent.of, 'write')} ${concurrent.of === 1 ? 'overlaps' : 'overlap'} one`
            : `only ${pluralize(without.of, 'write')} ${without.of === 1 ? 'overlaps' : 'overlap'} none`
      }: too few to show an effect.`,
    };
  if (confidence === 'unclear')
    return {
      id: what,
      weight: 'note',
      text: `${overlap}, and so do ${percent(concurrent.of / all)} of all writes. Writes are slow in ${percent(concurrent.share)} of cases during a ${what} and in ${percent(without.share)} otherwise. The difference may be chance; select a longer range.`,
    };
  if (confidence === 'none')
    return {
      id: what,
      weight: 'note',
      text: `${overlap}, and so do ${percent(concurrent.of / all)} of all writes. Writes are slow about as often during a ${what} (${percent(concurrent.share)}) as otherwise (${percent(without.share)}): ${what === 'sync' ? 'syncs' : 'flushes'} do not explain the slow writes.`,
    };
  if (difference.high < 0)
    return {
      id: what,
      weight: 'note',
      text: `Writes during a ${what} are slow less often (${percent(concurrent.share)}) than other writes (${percent(without.share)}): ${what === 'sync' ? 'syncs' : 'flushes'} do not slow them down here.`,
    };
  const advice =
    what === 'sync'
      ? 'Journals and data seem to share a disk. RavenDB can store journals on another path.'
      : 'Flushes compete with the journal. Use a faster disk or store journals on another path.';
  return {
    id: what,
    weight: 'finding',
    text: `${overlap}: writes are slow in ${percent(concurrent.share)} of cases during a ${what} and in ${percent(without.share)} otherwise. ${advice}`,
  };
}

function sizeHint({ slow, slowMeanSize, meanSize }: Attribution): Hint | undefined {
  if (slow < FEW || meanSize === 0 || slowMeanSize < 4 * meanSize) return undefined;
  return {
    id: 'size',
    weight: 'finding',
    text: `Slow writes are large: ${formatBytes(slowMeanSize)} on average, compared with ${formatBytes(meanSize)} for all writes. Smaller batches make commits faster.`,
  };
}

function compressionHint(statistics: readonly KindStatistics[]): Hint | undefined {
  const journal = statistics[JOURNAL];
  const compression = statistics[COMPRESSION];
  if (!journal || !compression || compression.count < FEW || journal.total === 0) return undefined;
  if (compression.total < journal.total) return undefined;
  return {
    id: 'compression',
    weight: 'finding',
    text: `Compressing transactions took longer (${formatMs(compression.total)}) than writing them (${formatMs(journal.total)}): these commits are CPU-bound, not disk-bound.`,
  };
}
