import { expect, it } from 'vitest';
import { nextTimes, readCron } from './cron.ts';

const after = Date.parse('2026-11-24T02:49:30Z');

function next(text: string, count = 3): string[] {
  const read = readCron(text);
  if (!read.ok) throw new Error(read.problem);
  return nextTimes(read.cron, after, count).map((time) => new Date(time).toISOString().slice(0, 16));
}

it('finds the next times of days, hours and weekdays', () => {
  expect(next('0 2 * * *')).toEqual(['2026-11-25T02:00', '2026-11-26T02:00', '2026-11-27T02:00']);
  expect(next('0 */6 * * *')).toEqual(['2026-11-24T06:00', '2026-11-24T12:00', '2026-11-24T18:00']);
  expect(next('50 2 * * *', 1)).toEqual(['2026-11-24T02:50']);
  expect(next('30 4 * * sun', 2)).toEqual(['2026-11-29T04:30', '2026-12-06T04:30']);
  expect(next('0 1 1 jan,jul *', 2)).toEqual(['2027-01-01T01:00', '2027-07-01T01:00']);
  expect(next('15/20 3-4 * * *', 4)).toEqual([
    '2026-11-24T03:15',
    '2026-11-24T03:35',
    '2026-11-24T03:55',
    '2026-11-24T04:15',
  ]);
});

it('a leap day comes after years, an impossible day never', () => {
  expect(next('0 0 29 2 *', 1)).toEqual(['2028-02-29T00:00']);
  expect(next('0 0 31 2 *')).toEqual([]);
});

it.each([
  ['0 2 * *', 'five fields'],
  ['', 'five fields'],
  ['0 24 * * *', 'The hour “24” is invalid'],
  ['60 2 * * *', 'The minute “60” is invalid'],
  ['0 2 * * funday', 'The day of week “funday” is invalid'],
  ['0 5-2 * * *', 'The hour “5-2” is invalid'],
  ['*/0 2 * * *', 'The minute “*/0” is invalid'],
  ['0 2 1- * *', 'The day of month “1-” is invalid'],
])('refuses %s', (text, problem) => {
  const read = readCron(text);
  expect(read.ok ? '' : read.problem).toContain(problem);
});
