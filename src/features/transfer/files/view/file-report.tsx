/** The end of an import: what is stored, and each rejected item with its place. */
import { RotateCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  Badge,
  Button,
  CopyButton,
  IdLink,
  SortedGrid,
  ErrorView,
  fileName,
  formatCount,
  formatMs,
  pluralize,
  saveFile,
  type BadgeTone,
} from '../../../../ui/index.ts';
import styles from '../../transfer.module.css';
import type { FileRun } from '../file-runs.ts';
import { endSentences, rejectionsAsCsv, reportAsText } from '../write/report-text.ts';
import type { ImportEnd, Rejection } from '../write/report.ts';
import { CountList } from './count-list.tsx';

interface FileReportProps {
  readonly run: Extract<FileRun, { kind: 'ended' }>;
  readonly database: string;
  /** Why nothing can be written now. */
  readonly resumeRefusal: string | undefined;
  readonly onResume: () => void;
  readonly onOpen: (id: string, split?: boolean) => void;
}

const badges: Readonly<Record<ImportEnd['kind'], { readonly tone: BadgeTone; readonly text: string }>> = {
  completed: { tone: 'success', text: 'Completed' },
  cancelled: { tone: 'warning', text: 'Cancelled' },
  stopped: { tone: 'danger', text: 'Stopped' },
  failed: { tone: 'danger', text: 'Failed' },
};

export function FileReport({ run, database, resumeRefusal, onResume, onOpen }: FileReportProps): ReactNode {
  const { chosen, outcome, elapsedMs, items } = run;
  const { end, report } = outcome;
  const { rejections, counts } = report;
  const context = { fileName: chosen.file.name, database, settings: chosen.settings };
  const { tone, text } =
    end.kind === 'completed' && counts.rejected > 0
      ? { tone: 'warning' as const, text: 'Completed with rejected items' }
      : badges[end.kind];
  const canResume = end.kind === 'stopped' ? end.canResume : end.kind !== 'completed';
  return (
    <section className={styles.report} aria-label="Report">
      <div className={styles.head} role="status">
        <Badge tone={tone}>{text}</Badge>
        <b className={styles.subject}>{chosen.file.name}</b>
        <span className={styles.count}>{formatMs(elapsedMs)}</span>
        {items > 0 && elapsedMs > 0 && (
          <span className={styles.count}>{pluralize(Math.round(items / (elapsedMs / 1000)), 'item')}/s</span>
        )}
      </div>
      {endSentences(end, report, context).map((sentence) => (
        <p key={sentence} className={styles.sentence}>
          {sentence}
        </p>
      ))}
      {end.kind === 'failed' && <ErrorView compact error={end.error} doing={`The import into ${database}`} />}
      <div className={styles.buttons}>
        {canResume && (
          <Button
            variant="primary"
            icon={<RotateCw />}
            disabledReason={resumeRefusal}
            onClick={onResume}
          >{`Resume from line ${formatCount(report.checkpoint.line)}`}</Button>
        )}
        <CopyButton label="Copy report" text={() => reportAsText(end, report, context)} />
        <Button
          variant="ghost"
          onClick={() =>
            saveFile(
              fileName('import-report', database, 'txt'),
              'text/plain',
              reportAsText(end, report, context),
            )
          }
        >
          Export text
        </Button>
        {rejections.length > 0 && (
          <Button
            variant="ghost"
            onClick={() =>
              saveFile(fileName('rejected-items', database, 'csv'), 'text/csv', rejectionsAsCsv(report))
            }
          >
            Export rejected items as CSV
          </Button>
        )}
      </div>
      <CountList counts={counts} />
      {rejections.length > 0 && <Rejections rejections={rejections} onOpen={onOpen} />}
    </section>
  );
}

function Rejections({
  rejections,
  onOpen,
}: {
  readonly rejections: readonly Rejection[];
  readonly onOpen: (id: string, split?: boolean) => void;
}): ReactNode {
  const [selected, setSelected] = useState<number | null>(null);
  const rejection = selected === null ? undefined : rejections[selected];
  return (
    <>
      <h3>{pluralize(rejections.length, 'rejected item')}</h3>
      <div className={styles.messages}>
        <SortedGrid<Rejection>
          label="Rejected items"
          rowCount={rejections.length}
          row={(index) => rejections[index]}
          selected={selected}
          onSelect={setSelected}
          onOpen={(index) => {
            const id = rejections[index]?.id;
            if (typeof id === 'string') onOpen(id);
          }}
          columns={[
            {
              id: 'line',
              title: 'Line',
              width: 80,
              align: 'end',
              mono: true,
              value: ({ line }) => line,
              render: ({ line }) => formatCount(line),
            },
            {
              id: 'offset',
              title: 'Offset',
              width: 110,
              align: 'end',
              mono: true,
              value: ({ offset }) => offset,
              render: ({ offset }) => formatCount(offset),
            },
            {
              id: 'id',
              title: 'Id',
              width: 180,
              mono: true,
              value: ({ id }) => id,
              render: ({ id }) => (id === null ? '' : <IdLink id={id} onOpen={onOpen} />),
            },
            {
              id: 'reason',
              title: 'Reason',
              width: 700,
              value: ({ reason }) => reason,
              render: ({ reason }) => reason,
            },
          ]}
        />
      </div>
      {rejection && (
        <pre className={styles.message} tabIndex={0} aria-label="Reason">
          {rejection.reason}
        </pre>
      )}
    </>
  );
}
