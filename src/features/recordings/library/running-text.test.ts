import { describe, expect, it } from 'vitest';
import { runningExample, START } from '../recordings-for-tests.ts';
import { databasesText, lengthText, progressShare, progressText, secondsText } from './running-text.ts';

describe('secondsText', () => {
  it('has whole seconds, and no negative ones', () => {
    expect(secondsText(-5)).toBe('0 s');
    expect(secondsText(999)).toBe('0 s');
    expect(secondsText(1999)).toBe('1 s');
    expect(secondsText(185_999)).toBe('3 min 5 s');
    expect(secondsText(7_500_000)).toBe('2 h 5 min');
  });
});

describe('lengthText', () => {
  it('names what is kept', () => {
    expect(lengthText({ kind: 'next', minutes: 0.5 })).toBe('Next 30 s');
    expect(lengthText({ kind: 'last', minutes: 15, secondsAfter: 30 })).toBe(
      'Last 15 min, and 30 s after a trigger',
    );
    expect(lengthText({ kind: 'last', minutes: 15, secondsAfter: 0 })).toBe('Last 15 min');
  });
});

describe('progressText', () => {
  it('has the elapsed and the remaining time', () => {
    expect(progressText(runningExample, START + 245_000)).toBe('4 min 5 s, 5 min 55 s left');
    expect(progressText(runningExample, START + 700_000)).toBe('11 min 40 s, 0 s left');
  });

  it('of a recording of the last minutes says what ends it', () => {
    const last = {
      ...runningExample,
      length: { kind: 'last' as const, minutes: 15, secondsAfter: 30 },
      endAt: null,
    };
    expect(progressText(last, START + 60_000)).toBe('1 min, until a trigger fires or you stop it');
    expect(progressText({ ...last, endAt: START + 90_000 }, START + 60_000)).toBe('1 min, 30 s left');
  });

  it('of a waiting recording has its start, also in UTC', () => {
    const waiting = { ...runningExample, state: 'waiting' as const };
    expect(progressText(waiting, START - 90_000)).toMatch(
      /^Starts in 1 min 30 s, at .+ \(2026-11-21 09:00:00 UTC\)$/,
    );
    expect(progressText(waiting, START)).toBe('Starts now');
  });
});

describe('progressShare', () => {
  it('is within 0 and 1, and unknown without an end', () => {
    expect(progressShare(runningExample, START + 300_000)).toBe(0.5);
    expect(progressShare(runningExample, START - 1)).toBe(0);
    expect(progressShare(runningExample, START + 900_000)).toBe(1);
    expect(progressShare({ ...runningExample, endAt: null }, START)).toBeNull();
    expect(progressShare({ ...runningExample, state: 'ending' }, START)).toBeNull();
  });
});

it('names the first databases', () => {
  expect(databasesText([])).toBe('Server only');
  expect(databasesText(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more');
});
