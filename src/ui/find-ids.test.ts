import { expect, it } from 'vitest';
import { findIds, isIdShaped } from './find-ids.ts';

it('finds the ids among the strings of a document, with their offsets', () => {
  const text = '{ "Company": "companies/3-A", "Lines": ["products/7-A", "a b/2"], "orders/1": "and/or" }';
  const found = findIds(text);
  expect(found.map(({ id }) => id)).toEqual(['companies/3-A', 'products/7-A']);
  for (const { id, start, end } of found) expect(text.slice(start, end)).toBe(id);
});

it('finds none in addresses, dates and change vectors', () => {
  expect(findIds('["https://example.com/1", "2026/11/22", "A:1-x/2", "\\u0061/1"]')).toEqual([]);
});

it.each(['orders/1-A', 'users/ada@example.com/2', 'Order-lines/7'])('%s has the form of an id', (value) => {
  expect(isIdShaped(value)).toBe(true);
});

it.each(['Oslo', 'and/or', 'https://example.com/1', 'see orders/1-A', `a/1${'0'.repeat(600)}`])(
  '%s does not have the form of an id',
  (value) => {
    expect(isIdShaped(value)).toBe(false);
  },
);
