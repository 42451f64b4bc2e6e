/** Summarises the figures in sentences that never claim more than the figures show. */
import { formatBytes, formatCount, formatMs, pluralize } from '../../../ui/index.ts';
import { COMPRESSION, JOURNAL } from '../io-kinds.ts';
import type { Hint } from './hint.ts';
import type { KindStatistics } from './io-statistics.ts';
import type { ShareDifference } from './share-difference.ts';
import { FEW } from './share-difference.ts';
import { smallWritesHint } from './small-writes-hint.ts';
import type { Attribution } from './stall-attribution.ts';
import type { WriteSizes } from './write-sizes.ts';

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 && share > 0 ? 1 : 0)} %`;

export function hintsOf(
  attribution: Attribution,
  statistics: readonly KindStatistics[],
  sizes: WriteSizes,
): readonly Hint[] {
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
  const small = smallWritesHint(sizes);
  if (small) hints.push(small);
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

interface Concurrent {
  readonly id: string;
  /** With an article. */
  readonly one: string;
  readonly many: string;
  readonly advice: string;
}
const sync: Concurrent = {
  id: 'sync',
  one: 'a sync',
  many: 'syncs',
  advice: 'Journals and data seem to share a disk. RavenDB can store journals on another path.',
};
const flush: Concurrent = {
  id: 'flush',
  one: 'a flush',
  many: 'flushes',
  advice: 'Flushes compete with the journal. Use a faster disk or store journals on another path.',
};

function concurrencyHints(attribution: Attribution): readonly Hint[] {
  const { slow, syncDifference, flushDifference, figures, activity } = attribution;
  const hints = [
    concurrencyHint(sync, syncDifference, slow),
    concurrencyHint(flush, flushDifference, slow),
    ...activity.map((each) => concurrencyHint(each, each.difference, slow)),
  ].filter((hint) => hint !== undefined);
  const alone = figures.find(({ concurrent }) => concurrent === 'none')?.slow ?? 0;
  if (alone > 0 && alone / slow >= 0.5)
    hints.push({
      id: 'alone',
      weight: slow < FEW ? 'note' : 'finding',
      text: `${ofSlow(alone, slow)} ${alone === 1 ? 'overlaps' : 'overlap'} neither a flush nor a sync. The recording does not show ${alone === 1 ? 'its' : 'their'} cause; other processes, the disk or high load are possible.`,
    });
  return hints;
}

/** "2 of 5 slow writes (40 %)". */
function ofSlow(part: number, slow: number): string {
  return part === 1 && slow === 1
    ? 'The only slow write'
    : `${formatCount(part)} of ${pluralize(slow, 'slow write')} (${percent(part / slow)})`;
}

function concurrencyHint(
  { id, one, many, advice }: Concurrent,
  difference: ShareDifference,
  slow: number,
): Hint | undefined {
  const { with: concurrent, without, confidence } = difference;
  if (concurrent.slow === 0 && confidence !== 'clear') return undefined;
  const overlap = `${ofSlow(concurrent.slow, slow)} ${concurrent.slow === 1 ? 'overlaps' : 'overlap'} ${one}`;
  const all = concurrent.of + without.of;
  if (confidence === 'few')
    return {
      id,
      weight: 'note',
      text: `${overlap}, but ${
        concurrent.of >= FEW && without.of >= FEW
          ? `only ${formatCount(slow)} of ${pluralize(all, 'write')} ${slow === 1 ? 'was' : 'were'} slow`
          : concurrent.of < FEW
            ? `only ${pluralize(concurrent.of, 'write')} ${concurrent.of === 1 ? 'overlaps' : 'overlap'} one`
            : `only ${pluralize(without.of, 'write')} ${without.of === 1 ? 'overlaps' : 'overlap'} none`
      }: too few to show an effect.`,
    };
  if (confidence === 'unclear')
    return {
      id,
      weight: 'note',
      text: `${overlap}, and so do ${percent(concurrent.of / all)} of all writes. Writes are slow in ${percent(concurrent.share)} of cases during ${one} and in ${percent(without.share)} otherwise. The difference may be chance; select a longer range.`,
    };
  if (confidence === 'none')
    return {
      id,
      weight: 'note',
      text: `${overlap}, and so do ${percent(concurrent.of / all)} of all writes. Writes are slow about as often during ${one} (${percent(concurrent.share)}) as otherwise (${percent(without.share)}): ${many} do not explain the slow writes.`,
    };
  if (difference.high < 0)
    return {
      id,
      weight: 'note',
      text: `Writes during ${one} are slow less often (${percent(concurrent.share)}) than other writes (${percent(without.share)}): ${many} do not slow them down here.`,
    };
  return {
    id,
    weight: 'finding',
    text: `${overlap}: writes are slow in ${percent(concurrent.share)} of cases during ${one} and in ${percent(without.share)} otherwise. ${advice}`,
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
