/** An import under way: items, bytes, rate, remaining time. */
import { Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, Button, formatBytes, formatMs, pluralize, useNow } from '../../../../ui/index.ts';
import styles from '../../transfer.module.css';
import type { FileRun } from '../file-runs.ts';
import { CountList } from './count-list.tsx';

export function FileProgress({
  run,
  onCancel,
}: {
  readonly run: Extract<FileRun, { kind: 'running' }>;
  readonly onCancel: () => void;
}): ReactNode {
  const { chosen, progress, first, startedAt, cancelling } = run;
  const elapsed = Math.max(1, useNow(500) - startedAt);
  const items = progress.counts.read - first.counts.read;
  const total = chosen.file.size;
  const share = (progress.bytes - first.bytes) / Math.max(1, total - first.bytes);
  const remaining = share > 0.01 && share < 1 ? (elapsed / share) * (1 - share) : undefined;
  return (
    <section className={styles.report} aria-label="Progress">
      <div className={styles.head}>
        <Badge tone="info">{cancelling ? 'Cancelling' : 'Importing'}</Badge>
        <span role="status">
          {formatBytes(progress.bytes)} of {formatBytes(total)}
        </span>
        {items > 0 && (
          <span className={styles.count}>{pluralize(Math.round(items / (elapsed / 1000)), 'item')}/s</span>
        )}
        <span className={styles.count}>{formatMs(Math.floor(elapsed / 1000) * 1000)}</span>
        {remaining !== undefined && (
          <span className={styles.count}>about {formatMs(Math.ceil(remaining / 1000) * 1000)} left</span>
        )}
        <Button icon={<Square />} disabled={cancelling} onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <progress className={styles.progress} aria-label="Importing" max={total} value={progress.bytes} />
      {cancelling && (
        <p className={styles.sentence}>Waiting for the batch that was sent. Written documents stay.</p>
      )}
      <CountList counts={progress.counts} />
    </section>
  );
}
