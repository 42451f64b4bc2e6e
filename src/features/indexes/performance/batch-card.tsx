/** The card of a span under the pointer. */
import type { ReactNode } from 'react';
import type { FlameSpan } from '../../../charts/timeline/data.ts';
import { formatDateTime, formatMs } from '../../../ui/index.ts';
import type { RecordedBatch } from './batch-model.ts';
import { stopReason, stopText } from './batch-reason.ts';
import { batchCounts } from './batch-timeline.ts';
import styles from './performance.module.css';

export function BatchCard(props: {
  readonly span: FlameSpan;
  readonly batch: RecordedBatch | undefined;
  readonly utc: boolean;
}): ReactNode {
  const { span, batch } = props;
  const took = formatMs(span.end - span.start);
  if (batch === undefined) return <b>{span.name}</b>;
  if (span.depth > 0) {
    const { DurationInMs: total } = batch.batch;
    const share = total > 0 ? ((span.end - span.start) / total) * 100 : 0;
    return (
      <>
        <b>{span.name}</b>
        <p className={styles.cardLine}>
          {took}, {share.toFixed(1)} % of batch {batch.batch.Id}
        </p>
      </>
    );
  }
  return (
    <>
      <b>Batch {batch.batch.Id}</b>
      <p className={styles.cardLine}>
        {took}; {batchCounts(batch.batch)}
      </p>
      <p className={styles.cardLine}>{formatDateTime(batch.batch.Started, { utc: props.utc })}</p>
      <p className={styles.cardLine}>{stopText(stopReason(batch.batch))}</p>
    </>
  );
}
