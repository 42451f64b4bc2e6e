import { expect, test } from 'vitest';
import { wholeUnit } from './time-unit.ts';

test('a duration is shown in the largest unit that divides it', () => {
  const all = ['days', 'hours', 'minutes', 'seconds'] as const;
  expect(wholeUnit(0, all)).toBe('days');
  expect(wholeUnit(172_800, all)).toBe('days');
  expect(wholeUnit(-3_600, all)).toBe('hours');
  expect(wholeUnit(5_400, all)).toBe('minutes');
  expect(wholeUnit(0.5, all)).toBe('seconds');
  expect(wholeUnit(172_800, ['hours', 'minutes'])).toBe('hours');
  expect(wholeUnit(30, ['hours', 'minutes'])).toBe('minutes');
});
