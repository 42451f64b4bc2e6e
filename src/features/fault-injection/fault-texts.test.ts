import { expect, test } from 'vitest';
import { noFaults } from '../../protocol/fault-injection.ts';
import { faultPresets, presetOf } from './fault-presets.ts';
import { countTexts, faultTexts, offsetUnit } from './fault-texts.ts';

test('each fault has a text', () => {
  expect(faultTexts(noFaults)).toEqual([]);
  expect(
    faultTexts({
      writeDelay: 1,
      syncDelay: 20,
      readDelay: 0,
      delayedPercent: 50,
      writeRate: 2 * 1024 * 1024,
      full: true,
      failingReadsPercent: 5,
      clockOffset: -86_400,
    }),
  ).toEqual([
    'writes + 1 ms for 50 %',
    'syncs + 20 ms for 50 %',
    'at most 2 MB/s written',
    'disk full',
    '5 % of reads fail',
    'clock 1 day behind',
  ]);
  expect(faultTexts({ ...noFaults, clockOffset: 7_200 })).toEqual(['clock 2 hours ahead']);
  // Nothing is delayed.
  expect(faultTexts({ ...noFaults, syncDelay: 20, delayedPercent: 0 })).toEqual([]);
});

test('an offset is shown in the largest unit that divides it', () => {
  expect(offsetUnit(0)).toBe('days');
  expect(offsetUnit(172_800)).toBe('days');
  expect(offsetUnit(5_400)).toBe('minutes');
  expect(offsetUnit(-3_600)).toBe('hours');
  expect(faultTexts({ ...noFaults, clockOffset: 5_400 })).toEqual(['clock 90 minutes ahead']);
  expect(faultTexts({ ...noFaults, clockOffset: -30 })).toEqual(['clock 30 seconds behind']);
});

test('presets are recognised by their faults', () => {
  for (const preset of faultPresets) expect(presetOf(preset.faults)).toBe(preset);
  expect(presetOf({ ...noFaults, clockOffset: 60 })).toBeUndefined();
});

test('counts have plural forms', () => {
  expect(countTexts({ delayed: 1, failedWrites: 0, failedReads: 2 })).toEqual([
    '1 operation delayed',
    '0 writes failed',
    '2 reads failed',
  ]);
});
