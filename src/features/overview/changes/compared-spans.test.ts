import { expect, test } from 'vitest';
import { comparedSpans, noMoments, recordedPart, withMoment } from './compared-spans.ts';

test('compares the last half minute with the minutes before', () => {
  expect(comparedSpans('2', noMoments, 1_000_000)).toEqual({
    before: { from: 850_000, to: 970_000 },
    after: { from: 970_000, to: 1_000_001 },
  });
});

test('compares two moments in the order of time', () => {
  expect(comparedSpans('moments', { first: 500_000, second: 200_000 }, 0)).toEqual({
    before: { from: 170_000, to: 230_000 },
    after: { from: 470_000, to: 530_000 },
  });
});

test('shortens spans that would overlap', () => {
  expect(comparedSpans('moments', { first: 100_000, second: 120_000 }, 0)).toEqual({
    before: { from: 90_000, to: 110_000 },
    after: { from: 110_000, to: 130_000 },
  });
});

test('needs both moments, and begins again after them', () => {
  const one = withMoment(noMoments, 5);
  expect(comparedSpans('moments', one, 0)).toBeNull();
  const both = withMoment(one, 9);
  expect(both).toEqual({ first: 5, second: 9 });
  expect(withMoment(both, 12)).toEqual({ first: 12, second: null });
});

test('shortens a span to the time with samples', () => {
  expect(recordedPart({ from: 10, to: 90 }, 50)).toEqual({ from: 50, to: 90 });
  expect(recordedPart({ from: 10, to: 90 }, 5)).toEqual({ from: 10, to: 90 });
  expect(recordedPart({ from: 10, to: 90 }, 500)).toEqual({ from: 90, to: 90 });
  expect(recordedPart({ from: 10, to: 90 }, null)).toEqual({ from: 90, to: 90 });
});
