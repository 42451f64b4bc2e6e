/** Which collections an estimate covers, and its results as rows and CSV. */
import type { CollectionSize, CompressionEstimate } from '../../protocol/compression-estimate.ts';
import type { DocumentsCompression } from '../../protocol/configuration.ts';
import { csvText } from '../../ui/csv-text.ts';

/** The largest collections decide; each further one costs five requests. */
export const MAX_ESTIMATED_COLLECTIONS = 12;

/**
 * The collections that `now` compresses in addition to `before`. While nothing is compressed and nothing is selected,
 * all of them, because the estimate helps to select.
 */
export function collectionsToEstimate(
  before: DocumentsCompression,
  now: DocumentsCompression,
  sizes: readonly CollectionSize[],
): readonly CollectionSize[] {
  const covers = (setting: DocumentsCompression, name: string) =>
    setting.allCollections || setting.collections.some((each) => each.toLowerCase() === name.toLowerCase());
  const stored = sizes.filter(({ name }) => !covers(before, name));
  const nothingSelected = !now.allCollections && now.collections.length === 0;
  return nothingSelected ? stored : stored.filter(({ name }) => covers(now, name));
}

export interface EstimateTotal {
  readonly documents: number;
  readonly now: number;
  readonly then: number;
}

/** Undefined when a size is not known. */
export function estimateTotal(estimates: readonly CompressionEstimate[]): EstimateTotal | undefined {
  let total: EstimateTotal = { documents: 0, now: 0, then: 0 };
  for (const { documents, now, then } of estimates) {
    if (now === null || then === null) return undefined;
    total = { documents: total.documents + documents, now: total.now + now, then: total.then + then };
  }
  return total;
}

/** `4.2 µs`; longer times in milliseconds. */
export function writeCost(microseconds: number | null): string {
  if (microseconds === null) return '–';
  if (microseconds >= 1000) return `${(microseconds / 1000).toFixed(1)} ms`;
  return `${microseconds < 10 ? microseconds.toFixed(1) : Math.round(microseconds)} µs`;
}

export function estimateCsv(estimates: readonly CompressionEstimate[]): string {
  return csvText(
    [
      'Collection',
      'Documents',
      'Sampled',
      'Bytes now',
      'Bytes compressed (estimated)',
      'Ratio',
      'Microseconds per write',
    ],
    estimates.map((each) => [
      each.name,
      each.documents,
      each.sampled,
      each.now,
      each.then,
      each.ratio.toFixed(4),
      each.microsecondsPerWrite?.toFixed(2),
    ]),
  );
}
