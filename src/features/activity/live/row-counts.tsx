import { formatCount, pluralize } from '../../../ui/index.ts';
import styles from '../activity.module.css';
import type { RowBuffer } from './row-buffer.ts';

/** How many rows are shown, how many older ones were dropped, and what could not be read. */
export function RowCounts(props: {
  readonly shown: number;
  readonly buffer: RowBuffer<unknown>;
  /** One row: `request`. */
  readonly what: string;
}) {
  const { shown, buffer, what } = props;
  const kept = buffer.rows.length;
  const parts = [
    shown === kept ? pluralize(kept, what) : `${formatCount(shown)} of ${pluralize(kept, what)}`,
    ...(buffer.seen > kept ? [`${formatCount(buffer.seen - kept)} older dropped`] : []),
    ...(buffer.unreadable > 0 ? [`${formatCount(buffer.unreadable)} unreadable`] : []),
  ];
  return <span className={styles.counts}>{parts.join(', ')}</span>;
}
