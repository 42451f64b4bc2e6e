/** A copy under way: counts, rate, remaining time. */
import { Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, Button, formatBytes, formatCount, formatMs, pluralize } from '../../../ui/index.ts';
import styles from '../transfer.module.css';
import type { CopyRun } from './copy-runs.ts';
import { countName } from './count-name.ts';

export function CopyProgressView({
  run,
  onCancel,
}: {
  readonly run: Extract<CopyRun, { kind: 'running' }>;
  readonly onCancel: () => void;
}): ReactNode {
  const { progress, cancelling } = run;
  const isRunning = progress.kind === 'running';
  const expected = isRunning ? progress.expected : null;
  return (
    <section className={styles.report} aria-label="Progress">
      <div className={styles.head}>
        <Badge tone="info">{cancelling ? 'Cancelling' : 'Copying'}</Badge>
        <span role="status">
          {!isRunning
            ? 'Counting the documents of the source.'
            : expected === null
              ? `${pluralize(progress.documents, 'document')}, ${formatBytes(progress.bytes)}`
              : `${formatCount(progress.documents)} of ${pluralize(expected, 'document')}, ${formatBytes(progress.bytes)}`}
        </span>
        {isRunning && (
          <>
            <span className={styles.count}>{formatCount(Math.round(progress.documentsPerSecond))}/s</span>
            {progress.remainingMs !== null && progress.remainingMs > 0 && (
              <span className={styles.count}>{formatMs(progress.remainingMs)} left</span>
            )}
            {progress.rejected > 0 && <span>{pluralize(progress.rejected, 'document')} rejected</span>}
          </>
        )}
        <Button icon={<Square />} disabled={cancelling} onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <progress
        className={styles.progress}
        aria-label="Copying"
        {...(isRunning && expected !== null && expected > 0
          ? { max: expected, value: Math.min(expected, progress.documents) }
          : {})}
      />
      {isRunning && <p className={styles.sentence}>Now: {countName(progress.step)}.</p>}
      <p className={styles.note}>
        {cancelling
          ? 'What was copied stays.'
          : 'The copy continues in the background. Cancel it to resume later.'}
      </p>
    </section>
  );
}
