/** The result of the last run in one line. */
import { Square } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import {
  Badge,
  Button,
  formatCount,
  formatDateTime,
  formatMs,
  pluralize,
  pluralNoun,
  Tooltip,
} from '../../../ui/index.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { hasLimit } from '../../../ui/rql/index.ts';
import { IndexChoiceButton } from './index-choice.tsx';
import { CreatedIndex } from './created-index.tsx';
import { isCollectionRead } from '../plan/missing-plan.ts';
import styles from '../query.module.css';
import type { CompletedRun, Run } from './query-runs.ts';
import { formatRoundedMs } from '../plan/timing-rows.ts';

interface SummaryBarProps {
  readonly db: DatabaseClient;
  readonly run: Run;
  readonly onStop: () => void;
  /** Further actions of a result. */
  readonly actions: ReactNode;
}

export function SummaryBar({ db, run, onStop, actions }: SummaryBarProps) {
  return (
    <div className={styles.summary} role="status">
      {run.kind === 'running' && <Running since={run.since} stopping={run.stopping} onStop={onStop} />}
      {run.kind === 'answered' && (
        <>
          <Facts answered={run} />
          <CreatedIndex db={db} run={run} />
          {run.answer.indexName !== '' && <IndexChoiceButton db={db} run={run} />}
          {actions}
        </>
      )}
      {run.kind === 'stopped' && (
        <span>
          Stopped after {formatMs(run.afterMs)}. {run.message}
        </span>
      )}
      {run.kind === 'failed' && <Badge tone="danger">Failed</Badge>}
      {run.kind === 'idle' && <span className={styles.quiet}>Run a query to see results</span>}
    </div>
  );
}

interface RunningProps {
  readonly since: number;
  readonly stopping: boolean;
  readonly onStop: () => void;
}

function Running({ since, stopping, onStop }: RunningProps) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <span aria-hidden="true" className={styles.number}>
        {stopping ? 'Stopping' : 'Running'} {((now - since) / 1000).toFixed(1)} s
      </span>
      <span className={styles.hidden}>
        {stopping ? 'The query is being stopped.' : 'The query is running.'}
      </span>
      <Button variant="secondary" icon={<Square />} disabled={stopping} onClick={onStop}>
        Stop
      </Button>
    </>
  );
}

function Facts({ answered: { answer, request } }: { readonly answered: CompletedRun }) {
  const shown = answer.rows.length;
  const total = answer.total ?? shown;
  return (
    <>
      <span className={styles.number}>
        <b>{formatCount(total)}</b> {pluralNoun(total, 'result')}
        {answer.total === null && hasLimit(request.query) && <>, total not counted</>}
        {shown !== total && <>, {formatCount(shown)} shown</>}
      </span>
      {answer.scanned > 0 && (
        <span className={styles.number}>{pluralize(answer.scanned, 'document')} scanned</span>
      )}
      <Tooltip content={`Total time with network and decoding: ${formatMs(answer.roundTripMs)}`}>
        <span className={styles.number} tabIndex={0}>
          <b>{formatRoundedMs(answer.durationMs)}</b> on the server, {formatMs(answer.roundTripMs)} round trip
        </span>
      </Tooltip>
      {answer.indexName !== '' && (
        <span className={styles.indexName} title={answer.indexName}>
          {isCollectionRead(answer.indexName) ? (
            'Collection query (no index)'
          ) : (
            <>
              {' '}
              index <code>{answer.indexName}</code>{' '}
            </>
          )}
        </span>
      )}
      {answer.isStale && (
        <Badge
          tone="warning"
          title={`The index is stale${answer.indexTimestamp === null ? '' : `, last updated ${formatDateTime(answer.indexTimestamp)}`}. Results may be missing or outdated.`}
        >
          Stale
        </Badge>
      )}
    </>
  );
}
