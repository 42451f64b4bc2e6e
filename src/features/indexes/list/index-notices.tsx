/** What needs attention above the list: differing nodes, paused indexing, failures of the last action. */
import { Pause, Play, TriangleAlert } from 'lucide-react';
import { Button, CopyButton, errorAsText, formatCount, pluralize, readError } from '../../../ui/index.ts';
import { mismatchText, type Mismatch, type NodeStats } from '../../../protocol/node-mismatch.ts';
import type { ActionReport } from './run-index-action.ts';
import styles from '../indexes.module.css';

const NAMED = 5;

export function MismatchNotice(props: {
  readonly mismatches: readonly Mismatch[];
  readonly onShow: () => void;
}) {
  const { mismatches } = props;
  const lines = mismatches.map((each) => `${each.index}: ${mismatchText(each, formatCount)}`);
  return (
    <div role="alert" className={styles.loud}>
      <TriangleAlert size={20} aria-hidden="true" />
      <div className={styles.noticeText}>
        <h3>
          Entry counts of {pluralize(mismatches.length, 'index', 'indexes')} differ between nodes, though all
          report to be up to date
        </h3>
        <ul>
          {lines.slice(0, NAMED).map((line) => (
            <li key={line}>{line}</li>
          ))}
          {lines.length > NAMED && <li>and {lines.length - NAMED} more</li>}
        </ul>
        <p>Queries return different results depending on the node. Reset the index on the wrong node.</p>
      </div>
      <div className={styles.noticeActions}>
        <Button onClick={props.onShow}>Show these</Button>
        <CopyButton label="Copy" text={() => lines.join('\n')} />
      </div>
    </div>
  );
}

export function PausedNotice(props: {
  readonly status: string;
  readonly writeRefusal: string | undefined;
  readonly onResume: () => void;
}) {
  if (props.status === 'Disabled')
    return (
      <div role="status" className={styles.notice}>
        <Pause size={16} aria-hidden="true" />
        <p className={styles.noticeText}>
          Indexing is disabled for this database. Set Indexing.Disable to false in its configuration.
        </p>
      </div>
    );
  return (
    <div role="status" className={styles.notice}>
      <Pause size={16} aria-hidden="true" />
      <p className={styles.noticeText}>
        All indexing of this database is paused. Queries return outdated results until it is resumed.
      </p>
      <div className={styles.noticeActions}>
        <Button icon={Play} disabledReason={props.writeRefusal} onClick={props.onResume}>
          Resume all indexing
        </Button>
      </div>
    </div>
  );
}

export function NodeFailureNotice({ nodes }: { readonly nodes: readonly NodeStats[] }) {
  const failed = nodes.filter(({ indexes }) => indexes === null);
  if (failed.length === 0) return null;
  return (
    <div role="status" className={styles.notice}>
      <TriangleAlert size={16} aria-hidden="true" />
      <p className={styles.noticeText}>
        {failed
          .map(({ node, error }) => `Node ${node} did not answer: ${readError(error).message}`)
          .join(' ')}{' '}
        Its entry counts are not compared.
      </p>
    </div>
  );
}

export function FailureNotice(props: { readonly report: ActionReport; readonly onDismiss: () => void }) {
  const { action, succeeded, failed, skipped } = props.report;
  const total = succeeded.length + failed.length + skipped.length;
  const text = () =>
    [
      ...failed.map(({ name, error }) => errorAsText(error, `${action.label}: ${name}`)),
      ...skipped.map((name) => `${action.label}: ${name}\nNot attempted`),
    ].join('\n\n');
  return (
    <div role="alert" className={styles.failure}>
      <TriangleAlert size={16} aria-hidden="true" />
      <div className={styles.noticeText}>
        <h3>
          {formatCount(failed.length + skipped.length)} of {pluralize(total, 'index', 'indexes')} not{' '}
          {action.done}
        </h3>
        <ul>
          {failed.map(({ name, error }) => {
            const { message, code, detail } = readError(error);
            return (
              <li key={name}>
                <b>{name}</b>: {message} <code>{code}</code>
                {detail !== null && (
                  <details>
                    <summary>Details</summary>
                    <pre tabIndex={0}>{detail}</pre>
                  </details>
                )}
              </li>
            );
          })}
          {skipped.length > 0 && <li>Not attempted: {skipped.join(', ')}</li>}
        </ul>
      </div>
      <div className={styles.noticeActions}>
        <CopyButton label="Copy errors" text={text} />
        <Button onClick={props.onDismiss}>Dismiss</Button>
      </div>
    </div>
  );
}
