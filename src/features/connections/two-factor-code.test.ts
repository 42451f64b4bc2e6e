import { expect, it } from 'vitest';
import { digitsOf, durationsOf, remainingText } from './two-factor-code.ts';

it.each([
  ['123 456', '123456'],
  [' 012-345\n', '012345'],
  ['1234567', '123456'],
  ['12a', '12'],
])('two-factor code: reads %j as %j', (typed, digits) => {
  expect(digitsOf(typed)).toBe(digits);
});

it('two-factor durations stay within the limits of the server and contain its own values', () => {
  expect(durationsOf({ defaultMinutes: 45, maximumMinutes: 100 })).toEqual({
    minutes: [15, 30, 45, 60, 100],
    preset: 45,
  });
  expect(durationsOf({ defaultMinutes: 120, maximumMinutes: 10 })).toEqual({ minutes: [10], preset: 10 });
  expect(durationsOf({ defaultMinutes: null, maximumMinutes: null })).toMatchObject({ preset: 60 });
});

it.each([
  [2 * 3_600_000 + 59_000, '2 h'],
  [3_660_000, '1 h 1 min'],
  [59_100, '60 s'],
  [-5, '0 s'],
])('two-factor: %i ms before the end the status says %s', (left, text) => {
  expect(remainingText(1000 + left, 1000)).toBe(text);
});
