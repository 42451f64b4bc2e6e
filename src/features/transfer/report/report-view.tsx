/** The end of a run: what was read, skipped and rejected, with every message of the server. */
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { readDumpReport } from '../../../protocol/dump-report.ts';
import {
  Badge,
  Button,
  CopyButton,
  ErrorView,
  fileName,
  formatMs,
  pluralize,
  saveFile,
  type BadgeTone,
} from '../../../ui/index.ts';
import type { RunResult, TransferRun } from '../run-store.ts';
import styles from '../transfer.module.css';
import { CountsTable } from './counts-table.tsx';
import { MessageList } from './message-list.tsx';
import { reportAsCsv, reportAsText } from './report-text.ts';

const badges: Readonly<Record<RunResult['kind'], { readonly tone: BadgeTone; readonly text: string }>> = {
  completed: { tone: 'success', text: 'Completed' },
  failed: { tone: 'danger', text: 'Failed' },
  cancelled: { tone: 'warning', text: 'Cancelled' },
};
const emptyReport = readDumpReport(null);

export function ReportView({
  run,
  database,
  doing,
}: {
  readonly run: Extract<TransferRun, { kind: 'ended' }>;
  readonly database: string;
  /** `The import`: starts the title of an error. */
  readonly doing: string;
}): ReactNode {
  const { result, subject, elapsedMs } = run;
  const report = result.report ?? emptyReport;
  const rejected = report.counts.reduce((sum, { errors }) => sum + errors, 0);
  const { tone, text } =
    result.kind === 'completed' && rejected > 0
      ? { tone: 'warning' as const, text: 'Completed with rejected items' }
      : badges[result.kind];
  const hasReport = report.counts.length > 0 || report.messages.length > 0;
  return (
    <section className={styles.report} aria-label="Report">
      <div className={styles.head} role="status">
        <Badge tone={tone}>{text}</Badge>
        <b className={styles.subject}>{subject}</b>
        {rejected > 0 && <span>{pluralize(rejected, 'item')} rejected</span>}
        <span className={styles.count}>{formatMs(elapsedMs)}</span>
      </div>
      {result.sentence !== '' && <p className={styles.sentence}>{result.sentence}</p>}
      {result.error !== undefined && <ErrorView compact error={result.error} doing={doing} />}
      {hasReport && (
        <div className={styles.buttons}>
          <CopyButton label="Copy report" text={() => reportAsText(result.sentence, report)} />
          <Button
            icon={<Download />}
            variant="ghost"
            onClick={() =>
              saveFile(fileName('import-export-report', database, 'csv'), 'text/csv', reportAsCsv(report))
            }
          >
            Export CSV
          </Button>
        </div>
      )}
      {report.counts.length > 0 && <CountsTable counts={report.counts} />}
      {report.applied.length > 0 && (
        <p className={styles.sentence}>Applied from the database record: {report.applied.join(', ')}.</p>
      )}
      {result.kind === 'completed' && !hasReport && (
        <p className={styles.sentence}>The server reported no counts.</p>
      )}
      {report.messages.length > 0 && <MessageList messages={report.messages} database={database} />}
    </section>
  );
}
