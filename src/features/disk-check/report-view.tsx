import { Info, TriangleAlert } from 'lucide-react';
import type { DiskCheckReport } from '../../contract/index.ts';
import { formatBytes, formatDateTime, Icon, SplitPane } from '../../ui/index.ts';
import styles from './disk-check.module.css';
import { MeasurementGrid } from './measurement-grid.tsx';
import { RateChart } from './rate-chart.tsx';
import { diskText } from './report-texts.ts';

export function ReportView({ report }: { readonly report: DiskCheckReport }) {
  return (
    <SplitPane
      direction="column"
      initial={0.5}
      storageKey="disk-check.report"
      first={
        <section className={styles.verdict} aria-label="Result" tabIndex={0}>
          <p className={styles.facts}>
            <code>{report.folder}</code> {diskText(report)}. {formatDateTime(report.startedAt)},{' '}
            {report.seconds.toFixed(0)} s, {formatBytes(report.bytesWritten)} written.
          </p>
          <div className={styles.result}>
            <ul className={styles.findings} aria-label="Findings">
              {report.findings.map(({ id, level, text }) => (
                <li key={`${id} ${text}`} data-level={level}>
                  <Icon source={level === 'Warning' ? TriangleAlert : Info} />
                  <span>
                    {level === 'Warning' && <b>Warning: </b>}
                    {text}
                  </span>
                </li>
              ))}
              {report.skipped.map((text) => (
                <li key={text} data-level="Info">
                  <Icon source={Info} />
                  <span>Not measured: {text}.</span>
                </li>
              ))}
            </ul>
            <div className={styles.charts}>
              {report.series.map((series) => (
                <RateChart key={`${series.method} ${series.blockSize}`} series={series} />
              ))}
            </div>
          </div>
        </section>
      }
      second={<MeasurementGrid rows={report.measurements} />}
    />
  );
}
