import { expect, it } from 'vitest';
import { readTime, readValues, valuesText } from './entry-text.ts';

it.each([
  ['2024-01-02', '2024-01-02T00:00:00.000Z'],
  ['2024-01-02 03:04', '2024-01-02T03:04:00.000Z'],
  ['2024-01-02T03:04:05.678+01:00', '2024-01-02T02:04:05.678Z'],
  ['2024-01-02T03:04:05.6789999Z', '2024-01-02T03:04:05.678Z'],
  ['2024-13-02', null],
  ['2026-02-30', null],
  ['2026-02-30 10:00', null],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['now', null],
])('reads the time %j', (text, time) => expect(readTime(text)).toBe(time));

it.each([
  ['1', [1]],
  ['1, 2.5; -3e2', [1, 2.5, -300]],
  ['', null],
  ['1 x', null],
  ['NaN', null],
  [Array.from({ length: 33 }, () => '1').join(' '), null],
])('reads the values %j', (text, values) => expect(readValues(text)).toEqual(values));

it('names the numbers of rollups', () => {
  expect(valuesText([1, 2.5], false)).toBe('1, 2.5');
  expect(valuesText([60, 72, 60, 72, 132, 2, 1, 1, 1, 1, 1, 1], true)).toBe(
    'first 60, last 72, min 60, max 72, sum 132, count 2; first 1, last 1, min 1, max 1, sum 1, count 1',
  );
});
