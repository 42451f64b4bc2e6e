import type { ReactNode } from 'react';
import { formatBytes, formatCount, formatMs } from '../../ui/index.ts';
import type { KindStatistics } from './analysis/io-statistics.ts';
import { TableHead } from './table-head.tsx';
import styles from './io.module.css';

const headings = [
  'Type',
  'Events',
  'Bytes',
  'Throughput',
  'Active throughput',
  'Total time',
  'p50',
  'p95',
  'p99',
  'Longest',
];

export function StatisticsTable({ rows }: { rows: readonly KindStatistics[] }): ReactNode {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Statistics by type</caption>
      <TableHead headings={headings} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.kind.type}>
            <th scope="row">
              <span className={styles.swatch} style={{ background: `var(${row.kind.token})` }} />
              {row.kind.label}
              {row.folded > 0 && <span className={styles.muted}> (+ {row.folded} aggregated)</span>}
            </th>
            {statisticsCells(row).map((cell, index) => (
              <td key={headings[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function statisticsCells(row: KindStatistics): readonly string[] {
  if (row.count === 0) return ['0', ...headings.slice(2).map(() => '–')];
  const times = [row.total, row.p50, row.p95, row.p99, row.max].map((ms) => formatMs(ms));
  const rates = [row.throughput, row.speed].map((bytes) => `${formatBytes(bytes)}/s`);
  return [formatCount(row.count), formatBytes(row.bytes), ...rates, ...times];
}

export const markdownRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

export function statisticsMarkdown(rows: readonly KindStatistics[]): string {
  return [
    markdownRow(headings),
    markdownRow(headings.map((_, index) => (index === 0 ? '---' : '--:'))),
    ...rows.map((row) => markdownRow([row.kind.label, ...statisticsCells(row)])),
  ].join('\n');
}
