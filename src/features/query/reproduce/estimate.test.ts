import fc from 'fast-check';
import { expect, it } from 'vitest';
import { estimateCopy } from './estimate.ts';
import type { QuerySource } from './query-source.ts';
import type { SampleChoice } from './sampling.ts';

const source = (documents: number, matches = 0): QuerySource => ({
  indexName: 'Orders/ByX',
  definition: null,
  collections: [{ name: 'Orders', documents }],
  matches,
  noMatching: null,
});
const choice = (more: Partial<SampleChoice>): SampleChoice => ({
  kind: 'newest',
  count: 100,
  followReferences: true,
  maskedFields: [],
  ...more,
});
const limits = { documents: 1000, bytes: 100_000 };
const probe = { documents: 10, bytes: 1000, references: 5, missingFields: [] };

it('extrapolates sizes and references of the first documents', () => {
  expect(estimateCopy(probe, source(5000), choice({}), limits)).toEqual({
    documents: 100,
    references: 50,
    bytes: 15_000,
    exceeded: null,
    mayEndEarly: false,
    largestCount: 1000,
  });
  expect(estimateCopy(probe, source(5000), choice({ followReferences: false }), limits)).toMatchObject({
    references: 0,
    bytes: 10_000,
  });
});

it('has no more documents than there are', () => {
  expect(estimateCopy(probe, source(30), choice({}), limits).documents).toBe(30);
  expect(estimateCopy(probe, source(30, 7), choice({ kind: 'matching' }), limits).documents).toBe(7);
});

it('refuses a sample above a limit and proposes a smaller one', () => {
  const large = { ...probe, bytes: 10_000 };
  expect(estimateCopy(large, source(5000), choice({ count: 101 }), limits)).toMatchObject({
    exceeded: 'bytes',
    largestCount: 100,
  });
  expect(estimateCopy(probe, source(5000), choice({ count: 1001 }), limits).exceeded).toBe('documents');
});

it('announces that references may not all be copied', () => {
  expect(estimateCopy(probe, source(5000), choice({ count: 900 }), limits)).toMatchObject({
    exceeded: null,
    mayEndEarly: true,
  });
});

it('is empty for an empty source', () => {
  const none = { documents: 0, bytes: 0, references: 0, missingFields: [] };
  expect(estimateCopy(none, source(0), choice({}), limits)).toMatchObject({
    documents: 0,
    references: 0,
    bytes: 0,
    exceeded: null,
  });
});

it('within its largest count is within the limits', () => {
  const size = fc.integer({ min: 1, max: 200_000 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 25 }), size, fc.nat(100), (documents, bytes, references) => {
      const measured = { documents, bytes, references, missingFields: [] };
      const { largestCount } = estimateCopy(measured, source(1_000_000), choice({}), limits);
      const next = estimateCopy(measured, source(1_000_000), choice({ count: largestCount }), limits);
      expect(next.exceeded).toBeNull();
    }),
  );
});
