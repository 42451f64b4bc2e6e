import { expect, test } from 'vitest';
import { changeText, factorText, sampleText } from './change-text.ts';
import type { Change } from './rank-changes.ts';

const change = (before: number, after: number, deviations: number | null): Change<string> => ({
  id: 'a',
  before,
  after,
  deviations,
  samples: [20, 1],
  score: 1,
});
const rate = { floor: 1, unit: 'per-second' } as const;

test('writes deviations, and the difference of an exact count', () => {
  expect(changeText(change(1, 9, 12.4))).toBe('12 deviations');
  expect(changeText(change(1, 9, 1_000))).toBe('over 99 deviations');
  expect(changeText(change(1, 4, null))).toBe('+3');
  expect(changeText(change(4, 1, null))).toBe('−3');
});

test('writes a factor only where both sides are large enough', () => {
  expect(factorText(change(2, 5, 9), rate)).toBe('×2.5');
  expect(factorText(change(500, 20, 9), rate)).toBe('÷25');
  expect(factorText(change(0, 5, 9), rate)).toBe('');
  expect(factorText(change(10, 90, 9), { floor: 3, unit: 'percent' })).toBe('');
  expect(factorText(change(1, 4, null), rate)).toBe('');
});

test('names the number of samples', () => {
  expect(sampleText(change(1, 4, 3))).toBe('Medians of 20 samples and 1 sample.');
});
