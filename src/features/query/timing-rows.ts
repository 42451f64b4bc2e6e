/** The span tree as rows for bars and for text. Pure. */
import type { TimingSpan } from '../../protocol/queries.ts';
import { formatMs } from '../../ui/format.ts';

export interface TimingRow {
  readonly key: string;
  readonly name: string;
  readonly depth: number;
  readonly durationMs: number;
  /** Offset of the bar: after its siblings, inside its parent. */
  readonly startMs: number;
  /** Time of the parent that its parts do not cover. */
  readonly rest: boolean;
}

export function timingRows(root: TimingSpan): TimingRow[] {
  const rows: TimingRow[] = [];
  collect(root, '0', 0, 0);
  return rows;

  function collect(span: TimingSpan, key: string, depth: number, startMs: number) {
    rows.push({ key, name: span.name, depth, durationMs: span.durationMs, startMs, rest: false });
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
        rest: true,
      });
  }
}

export function timingsText(root: TimingSpan): string {
  const rows = timingRows(root);
  const widest = rows.reduce((most, row) => Math.max(most, row.name.length + row.depth * 2), 0);
  return rows
    .map((row) => `${`${'  '.repeat(row.depth)}${row.name}`.padEnd(widest)}  ${formatMs(row.durationMs)}\n`)
    .join('');
}
