import { expect, it } from 'vitest';
import type { CollectionCompression } from '../../protocol/compression.ts';
import { pendingText, formatRatio, totalsOf } from './ratio-text.ts';

const orders: CollectionCompression = {
  name: 'Orders',
  documents: 100,
  enabled: true,
  compressed: 100,
  before: 1000,
  after: 300,
  recentRatio: undefined,
  dictionary: undefined,
};

it('formats small ratios with a digit, and no ratio of zero', () => {
  expect(formatRatio(300, 1000)).toBe('30 %');
  expect(formatRatio(45, 1000)).toBe('4.5 %');
  expect(formatRatio(1100, 1000)).toBe('110 %');
  expect(formatRatio(0, 0)).toBe('–');
});

it('sums the totals', () => {
  expect(totalsOf([orders, { ...orders, documents: 50, compressed: 10, before: 500, after: 100 }])).toEqual({
    documents: 150,
    compressed: 110,
    before: 1500,
    after: 400,
  });
});

it('reports documents that are not stored in the current format', () => {
  expect(pendingText(orders)).toBeUndefined();
  expect(pendingText({ ...orders, compressed: 99 })).toBe(
    '1 document uncompressed until rewritten or compacted',
  );
  expect(pendingText({ ...orders, compressed: 40 })).toMatch(/^60 documents uncompressed/);
  expect(pendingText({ ...orders, enabled: false })).toMatch(/^off/);
  expect(pendingText({ ...orders, recentRatio: 0.12 })).toBe('latest documents: 12 %');
  expect(pendingText({ ...orders, recentRatio: 0.29 })).toBeUndefined();
});
