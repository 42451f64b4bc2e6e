import { describe, expect, it, test } from 'vitest';
import { comparedMasks, pagedQuery } from './paged-query.ts';

test.each([
  ['from Orders', 'from Orders\nlimit 64, 10'],
  ['from Orders where A = 1 limit 5', 'from Orders where A = 1\nlimit 64, 10'],
  ['from Orders limit 5 offset 7 ', 'from Orders\nlimit 64, 10'],
  ['from Orders include Company limit 1, 5', 'from Orders\nlimit 64, 10'],
  [
    'from Orders filter A = 1 limit 5 filter_limit 100',
    'from Orders filter A = 1\nlimit 64, 10 filter_limit 100',
  ],
  ['from Orders filter A = 1 filter_limit $f', 'from Orders filter A = 1\nlimit 64, 10 filter_limit $f'],
  ['from Orders // limit 5', 'from Orders // limit 5\nlimit 64, 10'],
  [
    'declare function f(o) { return o.limit; } from Orders as o select f(o) limit 5',
    'declare function f(o) { return o.limit; } from Orders as o select f(o)\nlimit 64, 10',
  ],
])('reads a page of %j', (query, paged) => {
  expect(pagedQuery(query, { skip: 64, take: 10, includes: false })).toBe(paged);
});

it('keeps the includes of a page', () => {
  expect(pagedQuery('from Orders include Company limit 1', { skip: 0, take: 2, includes: true })).toBe(
    'from Orders include Company\nlimit 0, 2',
  );
});

describe('masked fields that a query compares', () => {
  test.each([
    ["from Orders where Email = 'a'", ['Email'], ['Email']],
    ["from Orders as o where o.ShipTo.City = 'a'", ['ShipTo.City', 'Email'], ['ShipTo.City']],
    ["from Orders where ShipTo.City = 'a'", ['ShipTo'], ['ShipTo']],
    ['from Orders where Lines[].Name = $n', ['Lines.Name'], ['Lines.Name']],
    ["from Orders where 'Email' = $a", ['Email'], ['Email']],
    ['from Orders order by Email desc', ['Email'], ['Email']],
    ['from Orders where A = 1 select Email', ['Email'], []],
    ['from Orders select Email', ['Email'], []],
    ['from Orders where Emails = 1', ['Email'], []],
    ["from Orders where Name = 'Email' and Kind in ('Email')", ['Email'], []],
    ["from Orders where ShipTo.City = 'a'", ['City'], []],
    ['from Orders // where Email = 1', ['Email'], []],
  ])('%s with %j', (query, fields, found) => {
    expect(comparedMasks(query, fields)).toEqual(found);
  });
});
