/** Formats compression results: ratios, totals, and pending documents. */
import type { CollectionCompression } from '../../protocol/compression.ts';
import { pluralize } from '../../ui/index.ts';

/** `28 %` of the original size; below 10 % with a digit. */
export function formatRatio(after: number, before: number): string {
  if (before <= 0) return '–';
  const percent = (after / before) * 100;
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}

export interface CompressionTotals {
  readonly documents: number;
  readonly compressed: number;
  readonly before: number;
  readonly after: number;
}

export function totalsOf(collections: readonly CollectionCompression[]): CompressionTotals {
  return collections.reduce(
    (sum, each) => ({
      documents: sum.documents + each.documents,
      compressed: sum.compressed + each.compressed,
      before: sum.before + each.before,
      after: sum.after + each.after,
    }),
    { documents: 0, compressed: 0, before: 0, after: 0 },
  );
}

/**
 * Documents of a collection that are not stored in the current format, and how to change that; undefined when there
 * are none.
 */
export function pendingText(of: CollectionCompression): string | undefined {
  const plain = of.documents - of.compressed;
  if (of.enabled && plain > 0)
    return `${pluralize(plain, 'document')} uncompressed until rewritten or compacted`;
  if (!of.enabled && of.compressed > 0) return 'off: stays compressed until rewritten or compacted';
  if (of.recentRatio !== undefined && of.before > 0 && of.recentRatio < (of.after / of.before) * 0.8)
    return `latest documents: ${formatRatio(of.recentRatio, 1)}`;
  return undefined;
}
