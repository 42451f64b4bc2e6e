/** A run under way: bytes, counts of the server, time. */
import { Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, Button, formatBytes, formatMs, useNow } from '../../../ui/index.ts';
import type { TransferRun } from '../run-store.ts';
import styles from '../transfer.module.css';
import { CountsTable } from './counts-table.tsx';

type Running = Extract<TransferRun, { kind: 'running' }>;

export function ProgressView({
  run,
  verb,
  cancellingNote,
  onCancel,
}: {
  readonly run: Running;
  /** `Exporting`. */
  readonly verb: string;
  readonly cancellingNote: string;
  readonly onCancel: () => void;
}): ReactNode {
  const now = useNow(500);
  const { phase, bytes, totalBytes, report, startedAt, cancelling } = run;
  const isSent = totalBytes !== null && totalBytes > 0 && bytes >= totalBytes;
  const seconds = Math.max(1, (now - startedAt) / 1000);
  return (
    <section className={styles.report} aria-label="Progress">
      <div className={styles.head}>
        <Badge tone="info">{cancelling ? 'Cancelling' : verb}</Badge>
        <span role="status">
          {phase === 'choosing'
            ? 'Choose the file in the system dialog.'
            : totalBytes === null
              ? formatBytes(bytes)
              : `${formatBytes(bytes)} of ${formatBytes(totalBytes)}`}
        </span>
        {bytes > 0 && !isSent && <span className={styles.count}>{formatBytes(bytes / seconds)}/s</span>}
        <span className={styles.count}>{formatMs(Math.floor(seconds) * 1000)}</span>
        <Button icon={<Square />} disabled={cancelling} onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <progress
        className={styles.progress}
        aria-label={verb}
        {...(totalBytes === null || totalBytes === 0 || isSent ? {} : { max: totalBytes, value: bytes })}
      />
      {cancelling && <p className={styles.sentence}>{cancellingNote}</p>}
      {!cancelling && isSent && (
        <p className={styles.sentence}>The file is sent. The server imports the rest.</p>
      )}
      {report !== null && report.counts.length > 0 && <CountsTable counts={report.counts} />}
    </section>
  );
}
