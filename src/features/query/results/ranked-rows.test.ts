import { expect, it } from 'vitest';
import { readExtras } from '../../../protocol/query-extras.ts';
import { findColumns } from './result-columns.ts';
import { withRanking } from './ranked-rows.ts';

const rows = [
  { Name: 'Chai', '@metadata': { '@id': 'p/1', '@index-score': 1.5 } },
  { Name: 'Chang', '@metadata': { '@id': 'p/2', '@index-score': 0.5 } },
];
const none = readExtras({});

it('adds scores to a query that ranks, and to no other', () => {
  const ranked = withRanking(rows, "from index 'P' where search(Name, 'chai')", none);
  expect(ranked.map((row) => row['@score'])).toEqual([1.5, 0.5]);
  expect(findColumns(ranked).map(({ name }) => name)).toEqual(['@id', '@score', 'Name']);
  expect(withRanking(rows, "from index 'P' where Name = 'search (x)'", none)).toBe(rows);
  expect(withRanking([{ A: 1 }], 'from P where search(A, $x)', none)).toEqual([{ A: 1 }]);
});

it('adds the text of highlights', () => {
  const extras = readExtras({ Highlightings: { Name: { 'p/1': ['<b>Chai</b> tea', 'more <b>chai</b>'] } } });
  expect(withRanking(rows, 'from P', extras).map((row) => row['@highlights'])).toEqual([
    'Chai tea … more chai',
    undefined,
  ]);
});
