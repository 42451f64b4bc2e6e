/** Texts for the policies of time series: spans, rules, what is wrong with them, and the changes to save. Pure. */
import {
  FOREVER,
  type TimeSeriesConfiguration,
  type TimeSeriesPolicy,
  type TimeSeriesRule,
  type TimeValue,
} from '../../protocol/time-series-policies.ts';
import { formatTimeSpan, readTimeSpan } from '../../protocol/time-span.ts';
import { pluralize, SECONDS_IN, wholeUnit, type TimeUnit } from '../../ui/index.ts';

/** Without a configuration nothing is removed or summarized. */
export const NO_POLICIES: TimeSeriesConfiguration = { Collections: {} };

const SHORTEST_MONTH_DAYS = 28;
const USUAL_CHECK_SECONDS = 600;

export type SpanUnit = TimeUnit | 'months';
export interface Span {
  readonly count: number;
  readonly unit: SpanUnit;
}

/** Null: forever, or not set. */
export function spanOf({ Value, Unit }: TimeValue): Span | null {
  if (Unit === 'None') return null;
  if (Unit === 'Month') return { count: Value, unit: 'months' };
  const unit = wholeUnit(Value, ['days', 'hours', 'minutes', 'seconds']);
  return { count: Value / SECONDS_IN[unit], unit };
}

export function timeValueOf({ count, unit }: Span): TimeValue {
  return unit === 'months'
    ? { Value: Math.round(count), Unit: 'Month' }
    : { Value: Math.round(count * SECONDS_IN[unit]), Unit: 'Second' };
}

export function spanText(value: TimeValue): string {
  const span = spanOf(value);
  return span === null ? 'no time' : pluralize(span.count, span.unit.slice(0, -1));
}

const isForever = ({ Value, Unit }: TimeValue): boolean => Unit === 'None' && Value > 0;

/** For the order; months count as their shortest. */
function seconds(value: TimeValue): number {
  if (value.Unit === 'None') return isForever(value) ? Infinity : 0;
  return value.Unit === 'Month' ? value.Value * SHORTEST_MONTH_DAYS * SECONDS_IN.days : value.Value;
}

export const retentionOf = (rule: TimeSeriesRule): TimeValue => rule.RawPolicy?.RetentionTime ?? FOREVER;

/** The finest first. */
export const rollupsOf = (rule: TimeSeriesRule): readonly TimeSeriesPolicy[] =>
  [...(rule.Policies ?? [])].sort((a, b) => seconds(a.AggregationTime) - seconds(b.AggregationTime));

/** Collections by name. */
export function rulesOf({
  Collections,
}: TimeSeriesConfiguration): readonly (readonly [collection: string, rule: TimeSeriesRule])[] {
  return Object.entries(Collections ?? {}).sort(([a], [b]) => a.localeCompare(b));
}

/** Undefined removes the rule. */
export function withTimeSeriesRule(
  setting: TimeSeriesConfiguration,
  collection: string,
  rule: TimeSeriesRule | undefined,
): TimeSeriesConfiguration {
  const others = Object.entries(setting.Collections ?? {}).filter(([name]) => name !== collection);
  return { ...setting, Collections: Object.fromEntries(rule ? [...others, [collection, rule]] : others) };
}

/** Seconds between two checks; null: the server's default, 10 minutes. */
export function checkSeconds({ PolicyCheckFrequency }: TimeSeriesConfiguration): number | null {
  const ms = typeof PolicyCheckFrequency === 'string' ? readTimeSpan(PolicyCheckFrequency) : null;
  return ms === null || ms === USUAL_CHECK_SECONDS * 1_000 ? null : ms / 1_000;
}

export function withCheckSeconds(
  setting: TimeSeriesConfiguration,
  seconds: number | null,
): TimeSeriesConfiguration {
  return {
    ...setting,
    PolicyCheckFrequency: formatTimeSpan(Math.round(seconds ?? USUAL_CHECK_SECONDS) * 1_000),
  };
}

const keptText = (value: TimeValue): string =>
  isForever(value) ? 'kept forever' : `kept for ${spanText(value)}`;

/** A rule in a few words. */
export function timeSeriesRuleText(rule: TimeSeriesRule): string {
  const rollups = rollupsOf(rule).map(
    ({ Name, AggregationTime, RetentionTime }) =>
      `rollup ${Name} of ${spanText(AggregationTime)} ${keptText(RetentionTime)}`,
  );
  const words = [`entries ${keptText(retentionOf(rule))}`, ...rollups].join('; ');
  return rule.Disabled === true ? `Off: ${words}` : words;
}

/** What the server refuses, by the rollup's position; the first of each. */
export function rollupProblems(rule: TimeSeriesRule): readonly (string | undefined)[] {
  const rollups = rule.Policies ?? [];
  const sorted = rollupsOf(rule);
  return rollups.map((rollup, index) => {
    const { Name, AggregationTime, RetentionTime } = rollup;
    if (Name.trim() === '') return 'Enter a name: it is the end of the series, such as HeartRate@ByHour.';
    if (Name.includes('@')) return 'A name cannot contain @.';
    if (rollups.slice(0, index).some((other) => other.Name.toLowerCase() === Name.toLowerCase()))
      return `Another rollup is named ${Name}.`;
    if (seconds(AggregationTime) <= 0) return 'Enter the length of its frames.';
    if (seconds(RetentionTime) <= 0) return 'Enter how long it is kept, or leave it empty.';
    const before = sorted[sorted.indexOf(rollup) - 1];
    if (before && !isMultiple(AggregationTime, before.AggregationTime))
      return `Its frames must be a multiple of the ${spanText(before.AggregationTime)} of ${before.Name}.`;
    const kept = before ? before.RetentionTime : retentionOf(rule);
    if (seconds(kept) < seconds(AggregationTime))
      return `${before ? before.Name : 'Entries'} must be kept for at least ${spanText(AggregationTime)}, which this rollup summarizes.`;
    return undefined;
  });
}

function isMultiple(frame: TimeValue, of: TimeValue): boolean {
  if (frame.Unit === 'Month' && of.Unit === 'Second') return SECONDS_IN.days % of.Value === 0;
  return frame.Unit === of.Unit && frame.Value % of.Value === 0 && frame.Value !== of.Value;
}

export function sameTimeSeries(a: TimeSeriesConfiguration, b: TimeSeriesConfiguration): boolean {
  return comparable(a) === comparable(b);
}

const comparable = (setting: TimeSeriesConfiguration): string =>
  JSON.stringify([
    checkSeconds(setting),
    rulesOf(setting).map(([collection, rule]) => [
      collection,
      rule.Disabled === true,
      retentionOf(rule),
      rollupsOf(rule),
    ]),
  ]);

/** One sentence per change; empty without changes. */
export function timeSeriesChanges(
  before: TimeSeriesConfiguration,
  after: TimeSeriesConfiguration,
): readonly string[] {
  const [old, now] = [new Map(rulesOf(before)), new Map(rulesOf(after))];
  const [was, is] = [before, after].map((each) => checkSeconds(each) ?? USUAL_CHECK_SECONDS);
  const checks =
    was === is ? [] : [`Policies are checked every ${spanText({ Value: is ?? 0, Unit: 'Second' })}.`];
  const collections = [...new Set([...old.keys(), ...now.keys()])].flatMap((collection) => {
    const [was, is] = [old.get(collection), now.get(collection)];
    if (!is) return [`${collection}: nothing more is removed or summarized. Existing rollups stay.`];
    const text = timeSeriesRuleText(is);
    if (was && timeSeriesRuleText(was) === text) return [];
    const removes = is.Disabled !== true && [
      retentionOf(is),
      ...rollupsOf(is).map((each) => each.RetentionTime),
    ];
    return [
      `${collection}: ${text}.`,
      ...(removes !== false && removes.some((each) => !isForever(each))
        ? [`${collection}: entries that are older are deleted at the next check, without a way back.`]
        : []),
    ];
  });
  return [...checks, ...collections];
}
