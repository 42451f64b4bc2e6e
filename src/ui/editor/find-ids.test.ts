import { expect, it } from 'vitest';
import { findIds } from './find-ids.ts';

it('finds the ids among the strings of a document, with their offsets', () => {
  const text = '{ "Company": "companies/3-A", "Lines": ["products/7-A", "a b/2"], "orders/1": "and/or" }';
  const found = findIds(text);
  expect(found.map(({ id }) => id)).toEqual(['companies/3-A', 'products/7-A']);
  for (const { id, start, end } of found) expect(text.slice(start, end)).toBe(id);
});

it('finds none in addresses, dates and change vectors', () => {
  expect(findIds('["https://example.com/1", "2026/11/22", "A:1-x/2", "\\u0061/1"]')).toEqual([]);
});
