import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, firstPages, randomPages, randomPageSize, type Page, type Random } from './sampling.ts';

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
const sizes = fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 8 });
const count = fc.integer({ min: 0, max: 12_000 });

/** Reads its numbers from a list, so that a failure can be repeated. */
function randomFrom(values: readonly number[]): Random {
  let at = 0;
  return (below) => (values[at++ % values.length] ?? 0) % below;
}

function covered(pages: readonly Page[]): number[] {
  return pages.flatMap(({ start, pageSize }) => Array.from({ length: pageSize }, (_, each) => start + each));
}

describe('allocation', () => {
  it('is proportional', () => {
    expect(allocate(10, [800, 100, 100])).toEqual([8, 1, 1]);
    expect(allocate(100, [3, 2])).toEqual([3, 2]);
    expect(allocate(2, [5, 0, 50, 500])).toEqual([0, 0, 1, 1]);
    expect(allocate(5, [])).toEqual([]);
  });

  it('gives away all documents, no more than a collection has, and one to each where possible', () => {
    fc.assert(
      fc.property(count, sizes, (wanted, all) => {
        const shares = allocate(wanted, all);
        expect(sum(shares)).toBe(Math.min(wanted, sum(all)));
        expect(shares.every((share, place) => share >= 0 && share <= (all[place] ?? 0))).toBe(true);
        const filled = all.filter((size) => size > 0).length;
        if (wanted >= filled)
          expect(all.every((size, place) => size === 0 || (shares[place] ?? 0) > 0)).toBe(true);
      }),
    );
  });
});

describe('pages', () => {
  it('of the first documents are contiguous', () => {
    fc.assert(
      fc.property(count, (wanted) => {
        expect(covered(firstPages(wanted))).toEqual(Array.from({ length: wanted }, (_, at) => at));
      }),
      { numRuns: 30 },
    );
  });

  it('of a random sample are disjoint, inside the collection, complete and bounded in number', () => {
    const draws = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(fc.nat(20_000), fc.nat(10_000), draws, (size, wanted, values) => {
        const pages = randomPages(size, wanted, randomFrom(values));
        const all = covered(pages);
        expect(all).toHaveLength(Math.min(size, wanted));
        expect(new Set(all).size).toBe(all.length);
        expect(all.every((at) => at >= 0 && at < size)).toBe(true);
        // The last page of a collection can be smaller than the others.
        expect(pages.length).toBeLessThanOrEqual(201);
      }),
    );
  });

  it('of a small random sample are single documents', () => {
    expect(randomPageSize(200)).toBe(1);
    expect(randomPageSize(201)).toBe(2);
    expect(randomPages(1000, 3, randomFrom([999, 0, 500]))).toEqual([
      { start: 1, pageSize: 1 },
      { start: 502, pageSize: 1 },
      { start: 999, pageSize: 1 },
    ]);
  });
});
