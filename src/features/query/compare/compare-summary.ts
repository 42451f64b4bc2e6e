/** The comparison in one sentence, and as Markdown. Pure. */
import { formatCount, pluralize } from '../../../ui/format.ts';
import { formatRoundedMs } from '../plan/timing-rows.ts';
import type { MatchedNode } from './match-plans.ts';
import { isEqual, type ResultDifference, type Times } from './run-statistics.ts';

export interface SideSummary {
  readonly label: string;
  readonly index: string;
  /** `Corax`, `Lucene`, `Sandbox` or `Unknown`; null without an index. */
  readonly engine: string | null;
  readonly total: number;
  /** On the server, or with the network where the server measured nothing. */
  readonly times: Times;
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
  return `${speedText(before, after)}; ${resultText(results)}${apart}${planText(plan)}.`;
}

/** The median of the later runs; the first run where there are none. */
function typical({ p50, first }: Times): number {
  return p50 ?? first;
}

function speedText(before: SideSummary, after: SideSummary): string {
  const one = typical(before.times);
  const other = typical(after.times);
  const factor = Math.max(one, other) / Math.max(Math.min(one, other), Number.EPSILON);
  const what = before.times.p50 === null ? 'in the only run' : 'at the median';
  if (Math.abs(one - other) < NOTABLE_MS || factor < NOTABLE)
    return `${before.label} and ${after.label} are equally fast ${what} (${formatRoundedMs(one)} and ${formatRoundedMs(other)})`;
  const [fast, slow] = one < other ? [before, after] : [after, before];
  const times = Math.min(one, other) < 0.05 ? 'faster' : `${factor.toFixed(1)}× faster`;
  return `${fast.label} is ${times} than ${slow.label} ${what} (${formatRoundedMs(Math.min(one, other))} against ${formatRoundedMs(Math.max(one, other))})`;
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
  const line = ({ label, index, engine, total, times }: SideSummary): string =>
    `| ${label} | ${index || 'none'} | ${engine ?? 'none'} | ${formatCount(total)} | ${timesText(times)} |`;
  return [
    summarySentence(comparison),
    '',
    '| | index | engine | results | server time |',
    '|---|---|---|---|---|',
    line(comparison.before),
    line(comparison.after),
    '',
    '```',
    query,
    '```',
    '',
  ].join('\n');
}
