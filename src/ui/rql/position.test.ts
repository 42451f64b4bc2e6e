import { expect, it } from 'vitest';
import { expectedAfter } from './position.ts';

it.each([
  ['from Orders ', 'clause'],
  ['from index "A/B" ', 'clause'],
  ['from Orders as ', 'name'],
  ['from Orders as o ', 'clause'],
  ['from Orders where ', 'field'],
  ['from Orders where not (', 'field'],
  ['from Orders where A = 1 and ', 'field'],
  ['from Orders where search(', 'field'],
  ['from Orders where A ', 'operator'],
  ['from Orders as o where o.ShipTo.City ', 'operator'],
  ['from Orders where A = 1 ', 'connective'],
  ['from Orders where A = $p ', 'connective'],
  ["from Orders where startsWith(A, 'x') ", 'connective'],
  ['from Orders where A = true ', 'connective'],
  ['from Orders order by ', 'field'],
  ['from Orders order by A desc, ', 'field'],
  ['from Orders order by A as ', 'sort type'],
  ['', 'other'],
  ['from ', 'other'],
  ['from Orders select ', 'other'],
])('after “%s” expects: %s', (before, kind) => {
  expect(expectedAfter(before).kind).toBe(kind);
});

it.each([
  ['from Orders where A = ', 'A', false],
  ['from Orders where A >= ', 'A', false],
  ['from Orders as o where o.ShipTo.City != ', 'o.ShipTo.City', false],
  ['from Orders where A between ', 'A', false],
  ['from Orders where A.B between 1 and ', 'A.B', false],
  ['from Orders where A in (', 'A', true],
  ["from Orders where A in ('x', ", 'A', true],
  ["from Orders where A all in ('x', ", 'A', true],
])('after “%s” expects a value of %s', (before, field, inList) => {
  expect(expectedAfter(before)).toEqual({ kind: 'value', field, inList });
});

it.each([
  ['from Orders order by A ', false, false],
  ['from Orders order by A as double ', true, false],
  ['from Orders order by A as double desc ', true, true],
])('after “%s” expects a direction', (before, typed, directed) => {
  expect(expectedAfter(before)).toEqual({ kind: 'direction', typed, directed });
});
