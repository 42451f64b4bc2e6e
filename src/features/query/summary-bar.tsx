/** What came of the last run, in one line. */
import { Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Badge, Button, formatCount, formatDateTime, formatMs, Tooltip } from '../../ui/index.ts';
import { isCollectionRead } from './plan-absence.ts';
import styles from './query.module.css';
import type { Answered, Run } from './query-runs.ts';

interface SummaryBarProps {
  readonly run: Run;
  readonly onStop: () => void;
}

export function SummaryBar({ run, onStop }: SummaryBarProps) {
  return (
    <div className={styles.summary} role="status">
      {run.kind === 'running' && <Running since={run.since} onStop={onStop} />}
      {run.kind === 'answered' && <Facts answered={run} />}
      {run.kind === 'stopped' && <span>Stopped after {formatMs(run.afterMs)}. Nothing was changed.</span>}
      {run.kind === 'failed' && <Badge tone="danger">Failed</Badge>}
      {run.kind === 'idle' && <span className={styles.quiet}>Nothing was run yet.</span>}
    </div>
  );
}

function Running({ since, onStop }: { readonly since: number; readonly onStop: () => void }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <span aria-hidden="true" className={styles.number}>
        Running {((now - since) / 1000).toFixed(1)} s
      </span>
      <span className={styles.hidden}>The query is running.</span>
      <Button variant="secondary" icon={<Square />} onClick={onStop}>
        Stop
      </Button>
    </>
  );
}

function Facts({ answered: { answer } }: { readonly answered: Answered }) {
  const shown = answer.rows.length;
  return (
    <>
      <span className={styles.number}>
        <b>{formatCount(answer.total)}</b> {answer.total === 1 ? 'result' : 'results'}
        {shown !== answer.total && <>, {formatCount(shown)} shown</>}
      </span>
      {answer.scanned > 0 && (
        <span className={styles.number}>{formatCount(answer.scanned)} read to find them</span>
      )}
      <Tooltip
        content={`The whole trip, with the network and reading the answer: ${formatMs(answer.roundTripMs)}`}
      >
        <span className={styles.number} tabIndex={0}>
          <b>{formatMs(answer.durationMs)}</b> on the server, {formatMs(answer.roundTripMs)} round trip
        </span>
      </Tooltip>
      {answer.indexName !== '' && (
        <span className={styles.indexName} title={answer.indexName}>
          {isCollectionRead(answer.indexName) ? 'no index, read from ' : 'index '}
          <code>{answer.indexName}</code>
        </span>
      )}
      {answer.isStale && (
        <Badge
          tone="warning"
          title={`The index has not caught up with the documents${answer.indexTimestamp === null ? '' : `; it is as of ${formatDateTime(answer.indexTimestamp)}`}. Results may be missing or old.`}
        >
          Stale
        </Badge>
      )}
    </>
  );
}
