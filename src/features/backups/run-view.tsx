/** Progress and end of a backup or a restore. */
import { ListChecks, Square } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import type { DumpCounts } from '../../protocol/dump-report.ts';
import {
  Badge,
  Button,
  CopyButton,
  ErrorView,
  formatBytes,
  formatCount,
  formatMs,
  pluralize,
  type BadgeTone,
} from '../../ui/index.ts';
import styles from './backups.module.css';
import { cancelRun, type EndedRun, type Run } from './run-store.ts';
import { endOf, runAsText } from './run-text.ts';

type Shown = Exclude<Run, { kind: 'idle' }>;

interface RunViewProps {
  readonly run: Shown;
  readonly runKey: string;
  readonly connectionId: string;
  /** `Backing up`. */
  readonly verb: string;
  /** `The backup`: starts the title of an error. */
  readonly doing: string;
  /** Above the counts of an ended run. */
  readonly children?: ReactNode;
}

export function RunView(props: RunViewProps): ReactNode {
  return props.run.kind === 'running' ? (
    <Progress {...props} run={props.run} />
  ) : (
    <Report {...props} run={props.run} />
  );
}

function Progress({
  run,
  runKey,
  verb,
  connectionId,
}: RunViewProps & { readonly run: Extract<Run, { kind: 'running' }> }): ReactNode {
  const elapsed = useElapsed(run.startedAt);
  const { operation, report, cancelling } = run;
  return (
    <section className={styles.report} aria-label="Progress">
      <div className={styles.head}>
        <Badge tone="info">{cancelling ? 'Cancelling' : verb}</Badge>
        <b className={styles.subject}>{run.subject}</b>
        <span className={styles.count}>{formatMs(elapsed)}</span>
        <Button icon={Square} disabled={cancelling} onClick={() => cancelRun(runKey)}>
          Cancel
        </Button>
        <OperationLink connectionId={connectionId} operation={operation} />
      </div>
      <progress className={styles.progress} aria-label={verb} />
      {cancelling && <p className={styles.sentence}>Waiting for the server to stop.</p>}
      {report !== null && <Counts counts={report.counts} />}
    </section>
  );
}

function useElapsed(since: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - since) / 1000) * 1000);
}

const badges: Readonly<
  Record<ReturnType<typeof endOf>, { readonly tone: BadgeTone; readonly text: string }>
> = {
  completed: { tone: 'success', text: 'Completed' },
  partial: { tone: 'warning', text: 'Completed with errors' },
  failed: { tone: 'danger', text: 'Failed' },
  cancelled: { tone: 'warning', text: 'Cancelled' },
};

function Report({
  run,
  doing,
  connectionId,
  children,
}: RunViewProps & { readonly run: EndedRun }): ReactNode {
  const { tone, text } = badges[endOf(run)];
  const problems = run.report?.messages.filter(({ level }) => level !== 'info') ?? [];
  const rejected = run.report?.counts.reduce((sum, { errors }) => sum + errors, 0) ?? 0;
  return (
    <section className={styles.report} aria-label="Report">
      <div className={styles.head} role="status">
        <Badge tone={tone}>{text}</Badge>
        <b className={styles.subject}>{run.subject}</b>
        {rejected > 0 && <span>{pluralize(rejected, 'item')} rejected</span>}
        <span className={styles.count}>{formatMs(run.elapsedMs)}</span>
      </div>
      {run.sentence !== '' && <p className={styles.sentence}>{run.sentence}</p>}
      {run.error !== undefined && <ErrorView compact error={run.error} doing={doing} />}
      {children}
      <div className={styles.buttons}>
        <OperationLink connectionId={connectionId} operation={run.operation} />
        <CopyButton label="Copy report" text={() => runAsText(run)} />
      </div>
      {run.report !== null && <Counts counts={run.report.counts} />}
      {problems.length > 0 && (
        <pre className={styles.message} tabIndex={0} aria-label="Warnings and errors of the server">
          {problems.map(({ time, level, text: line }) => `${time} ${level}: ${line}`).join('\n')}
        </pre>
      )}
    </section>
  );
}

function OperationLink(props: {
  readonly connectionId: string;
  readonly operation: number | null;
}): ReactNode {
  const session = useSession();
  const { connectionId, operation } = props;
  if (operation === null) return null;
  return (
    <Button
      variant="ghost"
      icon={ListChecks}
      onClick={() => session.openScreen('activity', { connectionId, params: { view: 'operations' } })}
    >
      {`Show operation ${operation}`}
    </Button>
  );
}

function Counts({ counts }: { readonly counts: readonly DumpCounts[] }): ReactNode {
  if (counts.length === 0) return null;
  return (
    <table className={styles.counts} aria-label="Counts by kind">
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">Read</th>
          <th scope="col">Skipped</th>
          <th scope="col">Rejected</th>
          <th scope="col">Size</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ name, read, skipped, errors, bytes }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatCount(read)}</td>
            <td>{formatCount(skipped)}</td>
            <td data-rejected={errors > 0 || undefined}>{formatCount(errors)}</td>
            <td>{bytes > 0 ? formatBytes(bytes) : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
