import { expect, test } from 'vitest';
import { formatTimeSpan, readTimeSpan } from './time-span.ts';

test.each([
  ['00:00:02.6600000', 2660],
  ['00:00:00.1234567', 123.457],
  ['1.02:03:04', 93_784_000],
  ['-00:00:01', -1000],
  ['00:00:00', 0],
])('%s is %d ms', (text, ms) => {
  expect(readTimeSpan(text)).toBe(ms);
});

test.each(['', 'soon', '1:2', '12'])('%j is no time span', (text) => {
  expect(readTimeSpan(text)).toBeNull();
});

test.each([
  [93_784_000, '1.02:03:04'],
  [30 * 86_400_000, '30.00:00:00'],
  [2660, '00:00:02.6600000'],
  [0, '00:00:00'],
])('%d ms is written as %s', (ms, text) => {
  expect(formatTimeSpan(ms)).toBe(text);
});
