/** The comparison in one sentence, and as Markdown. Pure. */
import { formatCount, pluralize } from '../../../ui/format.ts';
import { formatRoundedMs } from '../plan/timing-rows.ts';
import type { MatchedNode } from './match-plans.ts';
import { isEqual, type ResultDifference, type Series, type Times } from './run-statistics.ts';

export interface SideSummary {
  readonly label: string;
  readonly index: string;
  /** `Corax`, `Lucene`, `Sandbox` or `Unknown`; null without an index. */
  readonly engine: string | null;
  /** Null: the server did not count. */
  readonly total: number | null;
  /** Runs with a new text each; null without any. */
  readonly cold: Series | null;
  /** Runs with the same text. */
  readonly warm: Series;
}

export interface Comparison {
  readonly before: SideSummary;
  readonly after: SideSummary;
  readonly results: ResultDifference;
  readonly plan: readonly MatchedNode[];
  /** Fields whose values were not compared, because one side has masks there. */
  readonly masked?: readonly string[];
}

/** Smaller differences are within what two runs of the same query differ. */
const NOTABLE = 1.2;
const NOTABLE_MS = 1;

export function summarySentence({ before, after, results, plan, masked = [] }: Comparison): string {
  const apart = masked.length === 0 ? '' : ` apart from the masked ${masked.join(', ')}`;
  return `${speedText(before, after)}${coldText(before, after)}; ${resultText(results)}${apart}${planText(plan)}.`;
}

/** The median of the later runs; the first run where there are none. */
function typical({ server: { p50, first } }: Series): number {
  return p50 ?? first;
}

interface Speed {
  readonly fast: SideSummary;
  readonly slow: SideSummary;
  /** `2.5× faster`; null when the sides are equally fast. */
  readonly faster: string | null;
  /** In ms. */
  readonly times: readonly [before: number, after: number];
}

function speedOf(before: SideSummary, after: SideSummary, series: readonly [Series, Series]): Speed {
  const [one, other] = [typical(series[0]), typical(series[1])];
  const factor = Math.max(one, other) / Math.max(Math.min(one, other), Number.EPSILON);
  const [fast, slow] = one < other ? [before, after] : [after, before];
  const isEqual = Math.abs(one - other) < NOTABLE_MS || factor < NOTABLE;
  const faster = Math.min(one, other) < 0.05 ? 'faster' : `${factor.toFixed(1)}× faster`;
  return { fast, slow, faster: isEqual ? null : faster, times: [one, other] };
}

function speedText(before: SideSummary, after: SideSummary): string {
  const runs = before.cold ? 'warm ' : '';
  const what =
    before.warm.server.p50 === null ? `in the only ${runs}run` : `at the median${runs && ` of ${runs}runs`}`;
  const { fast, slow, faster, times } = speedOf(before, after, [before.warm, after.warm]);
  const [one, other] = times;
  return faster === null
    ? `${before.label} and ${after.label} are equally fast ${what} (${formatRoundedMs(one)} and ${formatRoundedMs(other)})`
    : `${fast.label} is ${faster} than ${slow.label} ${what} (${formatRoundedMs(Math.min(one, other))} against ${formatRoundedMs(Math.max(one, other))})`;
}

function coldText(before: SideSummary, after: SideSummary): string {
  if (!before.cold || !after.cold) return '';
  const { fast, faster, times } = speedOf(before, after, [before.cold, after.cold]);
  const shown = `${formatRoundedMs(times[0])} and ${formatRoundedMs(times[1])}`;
  const runs = before.cold.server.p50 === null ? 'in the only cold run' : 'in cold runs';
  return faster === null
    ? `, equally fast ${runs} (${shown})`
    : `, ${fast.label} ${faster} ${runs} (${shown})`;
}

function resultText(results: ResultDifference): string {
  if (isEqual(results))
    return results.sameOrder ? 'the results are the same' : 'the results are the same in another order';
  const parts = [
    ...(results.onlyBefore > 0 ? [`${formatCount(results.onlyBefore)} only on the left`] : []),
    ...(results.onlyAfter > 0 ? [`${formatCount(results.onlyAfter)} only on the right`] : []),
    ...(results.changed > 0 ? [`${pluralize(results.changed, 'row')} with other contents`] : []),
  ];
  return `the results differ (${parts.join(', ')})`;
}

function planText(plan: readonly MatchedNode[]): string {
  if (plan.length === 0) return '';
  const changes = plan.filter(({ difference }) => difference !== 'same').length;
  return changes === 0
    ? '; the plans are the same'
    : `; ${pluralize(changes, 'operator')} of the plan ${changes === 1 ? 'differs' : 'differ'}`;
}

export function timesText({ first, p50, p95 }: Times): string {
  return p50 === null || p95 === null
    ? `${formatRoundedMs(first)} in the only run`
    : `first ${formatRoundedMs(first)}, p50 ${formatRoundedMs(p50)}, p95 ${formatRoundedMs(p95)}`;
}

export function comparisonMarkdown(comparison: Comparison, query: string): string {
  const lines = ({ label, index, engine, total, cold, warm }: SideSummary): readonly string[] => {
    const line = (runs: string, { server }: Series): string =>
      `| ${label} | ${index || 'none'} | ${engine ?? 'none'} | ${total === null ? 'not counted' : formatCount(total)} | ${runs} | ${timesText(server)} |`;
    return [...(cold ? [line('cold', cold)] : []), line('warm', warm)];
  };
  return [
    summarySentence(comparison),
    '',
    '| | index | engine | results | runs | server time |',
    '|---|---|---|---|---|---|',
    ...lines(comparison.before),
    ...lines(comparison.after),
    '',
    '```',
    query,
    '```',
    '',
  ].join('\n');
}
