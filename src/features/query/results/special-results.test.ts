/** Facets and distances. */
import { describe, expect, it } from 'vitest';
import { aggregationNames, facetRows, facetValue, isFacetResult } from './facet-rows.ts';
import { sortedBy } from './sort-rows.ts';
import {
  coordinatesText,
  distanceOrder,
  distanceText,
  kilometersBetween,
  withDistances,
} from './spatial-distance.ts';

describe('facets', () => {
  const ranges = {
    Name: 'Freight',
    Values: [
      { Name: 'Freight', Sum: 1, Average: 1, Count: 1, Range: 'Freight < 2' },
      { Name: 'Tax', Sum: 9, Count: 1, Range: 'Freight < 2' },
      { Name: 'Freight', Sum: 5, Average: 2.5, Count: 2, Range: 'Freight >= 2' },
    ],
    RemainingHits: 0,
    RemainingTermsCount: 0,
  };
  const terms = {
    Name: 'Country',
    Values: [{ Name: null, Count: 4, Range: 'spain' }],
    RemainingHits: 2,
    RemainingTermsCount: 3,
  };

  it('are recognised, documents are not', () => {
    expect(isFacetResult([ranges, terms])).toBe(true);
    expect(isFacetResult([{ Name: 'x', Values: [], RemainingHits: 0 }])).toBe(true);
    expect(isFacetResult([])).toBe(false);
    expect(isFacetResult([{ ...terms, '@metadata': { '@id': 'a/1' } }])).toBe(false);
    expect(isFacetResult([{ Name: 'x', Values: [] }])).toBe(false);
  });

  it('become one row per range with the aggregations of all fields, and one for left out terms', () => {
    const rows = facetRows([ranges, terms]);
    expect(rows.map(({ facet, range, count, share }) => [facet, range, count, share])).toEqual([
      ['Freight', 'Freight < 2', 1, 0.5],
      ['Freight', 'Freight >= 2', 2, 1],
      ['Country', 'spain', 4, 1],
      ['Country', null, 2, 0.5],
    ]);
    expect(aggregationNames(rows)).toEqual(['Sum of Freight', 'Average of Freight', 'Sum of Tax']);
    expect(rows.at(-1)?.remainingTerms).toBe(3);
    expect(sortedBy(rows, (row) => facetValue(row, 'Sum of Freight'), true)).toEqual([1, 0, 2, 3]);
  });
});

describe('distances', () => {
  const madrid = { latitude: 40.4168, longitude: -3.7038 };
  const query =
    'from Orders as o where o.Freight > 1 order by spatial.distance(spatial.point(o.Location.Latitude, o.Location.Longitude), spatial.point($lat, -3.7038)), Freight limit 5';

  it('are computed from the coordinates of the rows, with parameters', () => {
    const rows = [{ Location: { Latitude: 41.3874, Longitude: 2.1686 } }, { Location: null }];
    const found = withDistances(rows, query, { lat: 40.4168 });
    expect(found?.unit).toBe('km');
    expect(found?.rows[0]?.['@distance']).toBeCloseTo(505, 0);
    expect(found?.rows[1]?.['@distance']).toBeUndefined();
    expect(kilometersBetween(madrid, madrid)).toBe(0);
  });

  it('are those of the server where it sends them', () => {
    const rows = [{ Name: 'x', '@metadata': { '@spatial': { Distance: 12.5, Latitude: 1, Longitude: 2 } } }];
    const found = withDistances(
      rows,
      "from index 'Shops' order by spatial.distance(Place, spatial.point(1, 2))",
      {},
    );
    expect(found).toMatchObject({ unit: undefined, rows: [{ '@distance': 12.5 }] });
  });

  it('are absent without an order by distance, without coordinates and without a point', () => {
    const rows = [{ Location: { Latitude: 1, Longitude: 2 } }];
    expect(
      withDistances(
        rows,
        'from Orders where spatial.within(spatial.point(a, b), spatial.circle(1, 2, 3))',
        {},
      ),
    ).toBeNull();
    expect(withDistances([{ Name: 'x' }], query, { lat: 1 })).toBeNull();
    expect(withDistances(rows, query, {})).toBeNull();
    expect(distanceOrder('from Orders order by Freight', {})).toBeNull();
  });

  it('and coordinates are formatted', () => {
    expect(coordinatesText({ Latitude: 41.5, Longitude: -3.1 })).toBe('41.5°, -3.1°');
    expect(coordinatesText({ Latitude: 41.5, Longitude: -3.1, Name: 'x' })).toBeUndefined();
    expect(distanceText(1234.5678, 'km')).toBe('1,234.57 km');
  });
});
