/** The run: progress with rate and remaining time, then its result and the failures. */
import { Download, Play, RotateCw, Square } from 'lucide-react';
import { useMemo } from 'react';
import { PortError } from '../../contract/index.ts';
import { readScriptFailure } from '../../protocol/script-problem.ts';
import {
  Badge,
  Button,
  CopyButton,
  SortedGrid,
  EmptyState,
  ErrorView,
  fileName,
  formatCount,
  formatMs,
  IdLink,
  pluralize,
  saveFile,
  type BadgeTone,
  useNow,
} from '../../ui/index.ts';
import { failuresAsCsv, failuresAsText, sortedFailures } from './failure-list.ts';
import styles from './patch.module.css';
import { rateOf, remainingMs } from './progress.ts';
import type { DocumentFailure } from './run-documents.ts';
import { outcomeText, totals, type RunOutcome } from './run-outcome.ts';
import type { PatchRun } from './run-store.ts';

interface RunPaneProps {
  readonly run: PatchRun;
  readonly database: string;
  readonly writeRefusal: string | undefined;
  readonly onCancel: () => void;
  readonly onOpen: (id: string, split?: boolean) => void;
  /** Puts these documents into the list of ids, to run again. */
  readonly onRunAgain: (ids: readonly string[]) => void;
}

export function RunPane(props: RunPaneProps) {
  const { run } = props;
  if (run.kind === 'idle')
    return (
      <EmptyState
        icon={<Play />}
        title="No run yet"
        text="Before a run you see how many documents it changes. It can be cancelled."
      />
    );
  if (run.kind === 'running') return <Running run={run} onCancel={props.onCancel} />;
  return <Ended {...props} run={run} />;
}

function Running({
  run,
  onCancel,
}: {
  readonly run: Extract<PatchRun, { kind: 'running' }>;
  readonly onCancel: () => void;
}) {
  const { progress, points, cancelling, startedAt } = run;
  const now = useNow(500);
  const rate = rateOf(points);
  const remaining = remainingMs(points, progress.total);
  const { done, total, failed } = progress;
  return (
    <section className={styles.run} aria-label="Progress">
      <div className={styles.runHead}>
        <Badge tone="info">{cancelling ? 'Cancelling' : 'Running'}</Badge>
        <span className={styles.number}>
          <b>{formatCount(done)}</b>
          {total === null ? ' documents' : ` of ${pluralize(total, 'document')}`}
        </span>
        {rate !== null && <span className={styles.number}>{formatCount(Math.round(rate))} per second</span>}
        {remaining !== null && !cancelling && (
          <span className={styles.number}>
            about {formatMs(Math.max(1000, Math.round(remaining / 1000) * 1000))} left
          </span>
        )}
        <span className={styles.number}>{formatMs(Math.floor((now - startedAt) / 1000) * 1000)}</span>
        {failed > 0 && <Badge tone="danger">{formatCount(failed)} failed</Badge>}
        <Button icon={<Square />} disabled={cancelling} onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <progress
        className={styles.progress}
        aria-label="Documents processed"
        {...(total === null ? {} : { value: Math.min(done, total), max: Math.max(1, total) })}
      />
      {cancelling && (
        <p className={styles.note}>Waiting for the server to stop. Changes up to then are kept.</p>
      )}
    </section>
  );
}

const badges: Readonly<Record<RunOutcome['kind'], { readonly tone: BadgeTone; readonly text: string }>> = {
  completed: { tone: 'success', text: 'Completed' },
  cancelled: { tone: 'warning', text: 'Cancelled' },
  failed: { tone: 'danger', text: 'Failed' },
  interrupted: { tone: 'warning', text: 'Interrupted' },
};

function Ended(props: RunPaneProps & { readonly run: Extract<PatchRun, { kind: 'ended' }> }) {
  const { run, database, writeRefusal, onOpen, onRunAgain } = props;
  const { outcome, action, input } = run;
  const failures = useMemo(() => sortedFailures(outcome.failures), [outcome.failures]);
  const { tone, text } =
    outcome.kind === 'completed' && failures.length > 0
      ? { tone: 'warning' as const, text: 'Completed with failures' }
      : badges[outcome.kind];
  const left = outcome.left ?? [];
  const canRepeat = input !== null && outcome.left !== null;
  return (
    <section className={styles.run} aria-label="Result">
      <div className={styles.runHead} role="status">
        <Badge tone={tone}>{text}</Badge>
        {totals(outcome, action).map((part) => (
          <span key={part} className={styles.number}>
            {part}
          </span>
        ))}
        {outcome.elapsedMs > 0 && <span className={styles.number}>{formatMs(outcome.elapsedMs)}</span>}
      </div>
      <p className={styles.note}>{outcomeText(outcome, action)}</p>
      {outcome.error !== undefined && <ErrorView compact error={shownError(outcome.error)} doing="The run" />}
      {failures.length > 0 && (
        <>
          <div className={styles.runHead}>
            <h3>{pluralize(failures.length, 'failure')}</h3>
            {canRepeat && (
              <Button
                icon={<RotateCw />}
                disabledReason={writeRefusal}
                onClick={() => onRunAgain(failures.map(({ id }) => id))}
              >
                Run again on {pluralize(failures.length, 'failure')}…
              </Button>
            )}
            <CopyButton label="Copy failures" text={() => failuresAsText(failures)} />
            <Button
              icon={<Download />}
              variant="ghost"
              onClick={() =>
                saveFile(fileName('patch-failures', database, 'csv'), 'text/csv', failuresAsCsv(failures))
              }
            >
              Export CSV
            </Button>
          </div>
          <div className={styles.failures}>
            <FailureGrid failures={failures} onOpen={onOpen} />
          </div>
        </>
      )}
      {canRepeat && left.length > 0 && (
        <div className={styles.runHead}>
          <Button icon={<Play />} disabledReason={writeRefusal} onClick={() => onRunAgain(left)}>
            Run on the remaining {pluralize(left.length, 'document')}…
          </Button>
        </div>
      )}
    </section>
  );
}

function FailureGrid({
  failures,
  onOpen,
}: {
  readonly failures: readonly DocumentFailure[];
  readonly onOpen: (id: string, split?: boolean) => void;
}) {
  return (
    <SortedGrid<DocumentFailure>
      label="Failed documents"
      rowCount={failures.length}
      row={(index) => failures[index]}
      onOpen={(index) => {
        const failure = failures[index];
        if (failure) onOpen(failure.id);
      }}
      columns={[
        {
          id: 'id',
          title: 'Id',
          width: 240,
          mono: true,
          value: ({ id }) => id,
          render: ({ id }) => <IdLink id={id} onOpen={onOpen} />,
        },
        {
          id: 'reason',
          title: 'Reason',
          width: 640,
          value: ({ message }) => message,
          render: ({ message }) => <span title={message}>{message}</span>,
        },
      ]}
    />
  );
}

/** The reason instead of the generated parts of a server's message; the details keep everything. */
function shownError(error: unknown): unknown {
  if (error instanceof PortError || !(error instanceof Error)) return error;
  const { message, documentId } = readScriptFailure(error);
  return Object.assign(new Error(documentId === null ? message : `${documentId}: ${message}`), {
    code: 'code' in error ? error.code : undefined,
    status: 'status' in error ? error.status : undefined,
    type: 'type' in error ? error.type : undefined,
    detail: 'detail' in error ? error.detail : undefined,
  });
}
