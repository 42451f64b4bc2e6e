import { expect, it } from 'vitest';
import { findIds, idPrefixes, isIdShaped } from './find-ids.ts';

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

const known = idPrefixes(['Users', 'OrderLines', 'Currencies']);

it.each(['users/ada', 'Users/Ada', 'orderLines/first', 'OrderLines/first', 'currencies/EUR'])(
  '%s has the form of an id by the prefix of its collection',
  (value) => {
    expect(isIdShaped(value, known)).toBe(true);
    expect(isIdShaped(value)).toBe(false);
  },
);

it.each([
  'https://users/ada',
  '/users/ada',
  './users/ada',
  'users/ada/image.png',
  'users/',
  'users//',
  'users/ada lovelace',
  'text/html',
  'and/or',
  'ada/users/x',
])('%s does not have the form of an id by a prefix', (value) => {
  expect(isIdShaped(value, known)).toBe(false);
  expect(findIds(JSON.stringify({ value }), known)).toEqual([]);
});

it('finds ids without a digit in a text, and no property names', () => {
  const text = '{ "users/ada": 1, "Owner": "users/ada", "Type": "text/html", "Currency": "currencies/EUR" }';
  expect(findIds(text, known).map(({ id, start, end }) => [id, text.slice(start, end)])).toEqual([
    ['users/ada', 'users/ada'],
    ['currencies/EUR', 'currencies/EUR'],
  ]);
});
