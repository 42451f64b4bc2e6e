import { describe, expect, it } from 'vitest';
import {
  FOREVER,
  type TimeSeriesPolicy,
  type TimeSeriesRule,
  type TimeValue,
} from '../../protocol/time-series-policies.ts';
import {
  checkSeconds,
  rollupProblems,
  sameTimeSeries,
  spanOf,
  timeSeriesChanges,
  timeSeriesRuleText,
  timeValueOf,
  withCheckSeconds,
} from './time-series-text.ts';

const seconds = (Value: number): TimeValue => ({ Value, Unit: 'Second' });
const rollup = (Name: string, frame: number, kept: TimeValue = FOREVER): TimeSeriesPolicy => ({
  Name,
  AggregationTime: seconds(frame),
  RetentionTime: kept,
});
const rule = (kept: TimeValue, ...Policies: TimeSeriesPolicy[]): TimeSeriesRule => ({
  Disabled: false,
  RawPolicy: { RetentionTime: kept },
  Policies,
});

describe('spans', () => {
  it('are numbers of the largest whole unit', () => {
    expect(spanOf(seconds(7_200))).toEqual({ count: 2, unit: 'hours' });
    expect(spanOf({ Value: 3, Unit: 'Month' })).toEqual({ count: 3, unit: 'months' });
    expect(spanOf(FOREVER)).toBeNull();
    expect(timeValueOf({ count: 2, unit: 'days' })).toEqual(seconds(172_800));
    expect(timeValueOf({ count: 2, unit: 'months' })).toEqual({ Value: 2, Unit: 'Month' });
  });
});

describe('rules', () => {
  it('are a few words, the finest rollup first', () => {
    const both = rule(seconds(604_800), rollup('ByDay', 86_400), rollup('ByHour', 3_600, seconds(2_592_000)));
    expect(timeSeriesRuleText(both)).toBe(
      'entries kept for 7 days; rollup ByHour of 1 hour kept for 30 days; rollup ByDay of 1 day kept forever',
    );
    expect(timeSeriesRuleText({ Disabled: true })).toBe('Off: entries kept forever');
  });

  it('are refused as RavenDB refuses them', () => {
    const first = (each: TimeSeriesRule) => rollupProblems(each).find((problem) => problem !== undefined);
    expect(first(rule(FOREVER, rollup('Hour', 3_600), rollup('Minute', 60)))).toBeUndefined();
    expect(first(rule(seconds(60), rollup('Minute', 60)))).toBeUndefined();
    expect(first(rule(seconds(30), rollup('Minute', 60)))).toMatch(
      /^Entries must be kept for at least 1 minute/,
    );
    expect(first(rule(FOREVER, rollup('A', 60), rollup('B', 90)))).toMatch(/multiple of the 1 minute of A/);
    expect(first(rule(FOREVER, rollup('A', 60), rollup('a', 120)))).toBe('Another rollup is named a.');
    expect(first(rule(FOREVER, rollup('A', 60, seconds(300)), rollup('B', 3_600)))).toMatch(
      /^A must be kept/,
    );
    expect(first(rule(FOREVER, rollup('', 60)))).toMatch(/^Enter a name/);
    expect(first(rule(FOREVER, rollup('A', 0)))).toMatch(/^Enter the length/);
    const months = { ...rollup('Month', 0), AggregationTime: { Value: 1, Unit: 'Month' } as const };
    expect(first(rule(FOREVER, rollup('A', 86_400), months))).toBeUndefined();
    expect(first(rule(FOREVER, rollup('A', 7), months))).toMatch(/multiple of the 7 seconds/);
  });
});

describe('changes', () => {
  it('name what is deleted', () => {
    const before = { Collections: { Users: rule(FOREVER) } };
    const after = { Collections: { Users: rule(seconds(3_600)) } };
    expect(timeSeriesChanges(before, after)).toEqual([
      'Users: entries kept for 1 hour.',
      'Users: entries that are older are deleted at the next check, without a way back.',
    ]);
    expect(timeSeriesChanges(after, { Collections: {} })).toEqual([
      'Users: nothing more is removed or summarized. Existing rollups stay.',
    ]);
    expect(timeSeriesChanges(before, before)).toEqual([]);
  });

  it('have the time between two checks, where 10 minutes are usual', () => {
    const often = withCheckSeconds({}, 30);
    expect(often).toEqual({ PolicyCheckFrequency: '00:00:30' });
    expect(timeSeriesChanges({}, often)).toEqual(['Policies are checked every 30 seconds.']);
    expect(checkSeconds({ PolicyCheckFrequency: '00:10:00' })).toBeNull();
    expect(sameTimeSeries({}, withCheckSeconds(often, null))).toBe(true);
  });
});
