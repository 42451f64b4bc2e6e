import { describe, expect, it, test } from 'vitest';
import { comparisonMarkdown, summarySentence, type Comparison } from './compare-summary.ts';
import { compareResults, timesOf } from './run-statistics.ts';
import { withIndex } from './with-index.ts';

const row = (id: string, rest: Record<string, unknown>, change = 'A:1') => ({
  ...rest,
  '@metadata': { '@id': id, '@change-vector': change },
});

describe('times', () => {
  it('separate the first run from the others', () => {
    expect(timesOf([90, 3, 1, 2, 5, 4])).toEqual({ first: 90, p50: 3, p95: 5 });
    expect(timesOf([7])).toEqual({ first: 7, p50: null, p95: null });
    expect(timesOf([])).toBeNull();
  });
});

describe('results', () => {
  it('are compared by id, without metadata', () => {
    expect(
      compareResults(
        [row('a', { N: 1 }), row('b', { N: 2, M: 1 }), row('c', { N: 3 })],
        [row('b', { M: 1, N: 2 }, 'B:9'), row('c', { N: 4 }), row('d', { N: 5 })],
      ),
    ).toEqual({ onlyBefore: 1, onlyAfter: 1, changed: 1, same: 1, sameOrder: true });
  });

  it('are compared without masked fields, also in lists', () => {
    const masked = (city: string, name: string) => ({
      ...row('a', { 'A.B': name, To: { City: city, Zip: 1 }, Lines: [{ Name: name }, { N: 2 }] }),
    });
    const rows = [[masked('Oslo', 'x')], [masked('Abcd', 'y')]] as const;
    expect(compareResults(...rows, ['To.City', 'Lines.Name', 'A.B', 'Nope.X'])).toMatchObject({
      changed: 0,
      same: 1,
    });
    expect(compareResults(...rows, ['To.City', 'A.B'])).toMatchObject({ changed: 1 });
  });

  it('without ids are compared by their members, each as often as it occurs', () => {
    expect(compareResults([{ A: 1 }, { A: 1 }, { A: 2 }], [{ A: 2 }, { A: 1 }])).toEqual({
      onlyBefore: 1,
      onlyAfter: 0,
      changed: 0,
      same: 2,
      sameOrder: false,
    });
  });
});

const series = (first: number, p50: number | null) => ({
  server: { first, p50, p95: p50 },
  roundTrip: { first, p50, p95: p50 },
});
const side = (label: string, first: number, p50: number | null) => ({
  label,
  index: 'X',
  engine: 'Lucene',
  total: 3,
  cold: null,
  warm: series(first, p50),
});
const withCold = (label: string, cold: number, warm: number) => ({
  ...side(label, warm, warm),
  cold: series(cold, cold),
});
const equal = { onlyBefore: 0, onlyAfter: 0, changed: 0, same: 3, sameOrder: true };
const compared = (more: Partial<Comparison>): Comparison => ({
  before: side('A', 9, 10),
  after: side('B', 9, 4),
  results: equal,
  plan: [],
  ...more,
});

test.each([
  [{}, 'B is 2.5× faster than A at the median (4 ms against 10 ms); the results are the same.'],
  [
    { after: side('B', 9, 10.5) },
    /^A and B are equally fast at the median \(10 ms and 10\.5 ms\); the results are the same\.$/,
  ],
  // Servers round to whole milliseconds.
  [{ before: side('A', 0, 0), after: side('B', 0, 0) }, /equally fast at the median \(< 1 ms and < 1 ms\)/],
  [{ before: side('A', 3, null), after: side('B', 30, null) }, /^A is 10\.0× faster than B in the only run/],
  [
    { results: { ...equal, onlyAfter: 2, changed: 1 } },
    /the results differ \(2 only on the right, 1 row with other contents\)\.$/,
  ],
  [{ masked: ['A', 'B.C'] }, /; the results are the same apart from the masked A, B\.C\.$/],
  [{ results: { ...equal, sameOrder: false } }, /the same in another order\.$/],
  [
    { before: withCold('A', 30, 10), after: withCold('B', 10, 4) },
    'B is 2.5× faster than A at the median of warm runs (4 ms against 10 ms), B 3.0× faster in cold runs (30 ms and 10 ms); the results are the same.',
  ],
  [
    { before: withCold('A', 30, 10), after: withCold('B', 30, 10) },
    /^A and B are equally fast at the median of warm runs \(10 ms and 10 ms\), equally fast in cold runs \(30 ms and 30 ms\)/,
  ],
])('summarizes %j', (more, expected) => {
  const sentence = summarySentence(compared(more));
  if (typeof expected === 'string') expect(sentence).toBe(expected);
  else expect(sentence).toMatch(expected);
});

it('is copied with the query', () => {
  const text = comparisonMarkdown(compared({}), 'from Orders');
  expect(text).toContain('| A | X | Lucene | 3 | warm | first 9 ms, p50 10 ms, p95 10 ms |');
  expect(text).toContain('```\nfrom Orders\n```');
});

test.each([
  ['from Orders where A = 1', "from index 'X' where A = 1"],
  ['from Orders as o where o.A = 1 select o.A', "from index 'X' as o where o.A = 1 select o.A"],
  ["from index 'Y' where A = 1", "from index 'X' where A = 1"],
  [
    "declare function f(o) { return o; }\nfrom 'My Orders' // all\nlimit 1",
    "declare function f(o) { return o; }\nfrom index 'X' // all\nlimit 1",
  ],
  ['from Orders(A = 1) where B = 2', null],
  ['', null],
])('%s with another index', (query, expected) => {
  expect(withIndex(query, 'X')).toBe(expected);
});
