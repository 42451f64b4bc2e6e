import { expect, it } from 'vitest';
import { reservedWordAt } from './reserved-word.ts';

it.each([
  ['from Orders where Order = 1', 25, 'Order'],
  ['from Orders where Order = 1', 19, 'Order'],
  ['from Index', 6, 'Index'],
  ['from Orders where Company = = 1', 29, null],
  ['from Orders where Company = null null', 34, null],
  ['from Orders where Offset > 1 and', 19, 'Offset'],
])('in “%s” at column %i: %s', (text, column, word) => {
  expect(reservedWordAt(text, { line: 1, column })).toBe(word);
});
