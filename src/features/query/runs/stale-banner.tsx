/** Above the results of a stale index: what that means, and the same query with waiting. */
import { TriangleAlert } from 'lucide-react';
import type { QueryAnswer } from '../../../protocol/queries.ts';
import { Button, formatDateTime } from '../../../ui/index.ts';
import styles from '../query.module.css';

interface StaleBannerProps {
  readonly answer: QueryAnswer;
  /** The run waited already, and the index did not catch up in the server's time. */
  readonly waited: boolean;
  readonly onWaitAndRun: () => void;
}

export function StaleBanner({ answer, waited, onWaitAndRun }: StaleBannerProps) {
  if (!answer.isStale) return null;
  return (
    <div className={styles.warning} role="status">
      <TriangleAlert size={14} aria-hidden="true" />
      <span className={styles.main}>
        {answer.indexName} is stale
        {answer.indexTimestamp === null ? '' : `, last updated ${formatDateTime(answer.indexTimestamp)}`}:
        results may be missing or outdated.{waited && ' It did not catch up while the query waited.'}
      </span>
      <Button variant="secondary" onClick={onWaitAndRun}>
        {waited ? 'Wait again and rerun' : 'Wait and rerun'}
      </Button>
    </div>
  );
}
