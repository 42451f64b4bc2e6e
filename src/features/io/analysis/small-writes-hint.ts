/** Many small commits where fewer, larger ones would do the same work: with the figures of this recording. */
import { formatBytes, formatMs, pluralize } from '../../../ui/index.ts';
import type { Hint } from './hint.ts';
import { FEW } from './share-difference.ts';
import { LARGE_BYTES, type WriteSizes } from './write-sizes.ts';

const MB = 1024 * 1024;
/** Fewer writes than this are no load. */
const MANY = 200;
/** The share of the writes that are small, and of the time that they take, from which they matter. */
const MOST = 0.8;
const BUSY = 0.25;
/** Larger writes must save at least this share of the time. */
const WORTH = 0.5;

export function smallWritesHint({ all, small, large, span }: WriteSizes): Hint | undefined {
  if (small.count < MANY || small.bytes === 0 || small.count < MOST * all.count) return undefined;
  if (small.total < BUSY * span) return undefined;
  const each = small.total / small.count;
  const cost = `${pluralize(small.count, 'journal write')} of ${formatBytes(small.bytes / small.count)} on average took ${formatMs(small.total)} of ${formatMs(span)}: ${formatMs(each)} each, so at most ${pluralize(Math.floor(1000 / each), 'commit')} like these per second, one after the other.`;
  if (large.count < FEW)
    return {
      id: 'small-writes',
      weight: 'note',
      text: `${cost} What fewer, larger commits would take is not in this recording; a disk check measures it.`,
    };
  const batched = small.bytes * (large.total / large.bytes);
  if (batched > (1 - WORTH) * small.total) return undefined;
  return {
    id: 'small-writes',
    weight: 'finding',
    text: `${cost} The ${pluralize(large.count, 'write')} of ${formatBytes(LARGE_BYTES)} or more took ${formatMs((large.total / large.bytes) * MB)} per MB; in such writes the same ${formatBytes(small.bytes)} would take about ${formatMs(batched)}. Save several documents with one call, or use a bulk insert, where the application can.`,
  };
}
