import { useMemo, type ReactNode } from 'react';
import type { ViewWindow } from '../../charts/timeline/index.ts';
import { CopyButton, formatBytes, formatCount, formatMs } from '../../ui/index.ts';
import type { IoRecording } from './io-recording.ts';
import { statisticsOf, type KindStatistics } from './io-statistics.ts';
import styles from './io.module.css';

const headings = ['Kind', 'Events', 'Bytes', 'Speed', 'Total time', 'p50', 'p95', 'p99', 'Longest'];

export function StatisticsTable({
  recording,
  version,
  view,
}: {
  recording: IoRecording;
  version: number;
  view: ViewWindow;
}): ReactNode {
  // While following live the window moves ten times a second; whole seconds are often enough for figures.
  const from = Math.floor(view.from / 500) * 500;
  const to = Math.ceil(view.to / 500) * 500;
  // The recording changes in place; the version says when.
  const rows = useMemo(
    () => statisticsOf(recording.columns, { from, to }),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [recording, version, from, to],
  );
  return (
    <div className={styles.statistics}>
      <table>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.kind.type}>
              <th scope="row">
                <span className={styles.swatch} style={{ background: `var(${row.kind.token})` }} />
                {row.kind.label}
                {row.folded > 0 && <span className={styles.muted}> (+ {row.folded} folded)</span>}
              </th>
              {cellsOf(row).map((cell, index) => (
                <td key={headings[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <CopyButton label="Copy as Markdown" text={() => toMarkdown(rows)} />
    </div>
  );
}

function cellsOf(row: KindStatistics): readonly string[] {
  if (row.count === 0) return ['0', '–', '–', '–', '–', '–', '–', '–'];
  const times = [row.total, row.p50, row.p95, row.p99, row.max].map((ms) => formatMs(ms));
  return [formatCount(row.count), formatBytes(row.bytes), `${formatBytes(row.speed)}/s`, ...times];
}

export function toMarkdown(rows: readonly KindStatistics[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(headings),
    line(headings.map((_, index) => (index === 0 ? '---' : '--:'))),
    ...rows.map((row) => line([row.kind.label, ...cellsOf(row)])),
  ].join('\n');
}
