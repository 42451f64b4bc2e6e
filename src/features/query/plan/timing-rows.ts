/** The span tree, and the operators of the plan, as rows for bars and for text. Pure. */
import type { PlanNode, TimingSpan } from '../../../protocol/queries.ts';
import { formatMs } from '../../../ui/format.ts';
import { operatorText } from './plan-operators.ts';

export interface TimingRow {
  readonly key: string;
  readonly name: string;
  readonly depth: number;
  readonly durationMs: number;
  /** Offset of the bar: after its siblings, inside its parent. */
  readonly startMs: number;
  /**
   * `span`: in whole milliseconds. `rest`: time of the parent that its parts do not cover. `operator`: measured in
   * microseconds.
   */
  readonly kind: 'span' | 'rest' | 'operator';
}

export function timingRows(root: TimingSpan, plan: PlanNode | null = null): TimingRow[] {
  const rows: TimingRow[] = [];
  collect(root, '0', 0, 0);
  if (plan) collectOperators(plan, 'plan', 1, 0);
  return rows;

  function collect(span: TimingSpan, key: string, depth: number, startMs: number) {
    rows.push({ key, name: span.name, depth, durationMs: span.durationMs, startMs, kind: 'span' });
    let at = startMs;
    span.children.forEach((child, index) => {
      collect(child, `${key}.${index}`, depth + 1, at);
      at += child.durationMs;
    });
    const rest = startMs + span.durationMs - at;
    // Parts are rounded: a rest of less than one millisecond per part is rounding.
    if (span.children.length > 0 && rest > span.children.length)
      rows.push({
        key: `${key}.rest`,
        name: 'other',
        depth: depth + 1,
        durationMs: rest,
        startMs: at,
        kind: 'rest',
      });
  }

  /** An operator's time includes its inputs. Servers without these times have no operator rows. */
  function collectOperators(node: PlanNode, key: string, depth: number, startMs: number) {
    if (node.totalMs === null) return;
    const { title } = operatorText(node.operation);
    rows.push({ key, name: title, depth, durationMs: node.totalMs, startMs, kind: 'operator' });
    let at = startMs;
    node.children.forEach((child, index) => {
      collectOperators(child, `${key}.${index}`, depth + 1, at);
      at += child.totalMs ?? 0;
    });
  }
}

/** The width of the bars: spans are in whole milliseconds, so the operators can be longer than their sum. */
export function wholeMs(spanMs: number, plan: PlanNode | null): number {
  return Math.max(spanMs, plan?.totalMs ?? 0);
}

/** Of a duration that the server rounds down to milliseconds. */
export function formatRoundedMs(ms: number): string {
  return ms === 0 ? '< 1 ms' : formatMs(ms);
}

export function formatRow({ kind, durationMs }: TimingRow): string {
  return kind === 'operator' ? formatMs(durationMs) : formatRoundedMs(durationMs);
}

export function timingsText(root: TimingSpan, plan: PlanNode | null = null): string {
  const rows = timingRows(root, plan);
  const widest = rows.reduce((most, row) => Math.max(most, row.name.length + row.depth * 2), 0);
  return rows
    .map((row) => `${`${'  '.repeat(row.depth)}${row.name}`.padEnd(widest)}  ${formatRow(row)}\n`)
    .join('');
}
