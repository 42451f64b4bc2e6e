/** When and how a capture was taken, and what is missing in it. */
import { Badge, formatCount, formatDateTime, formatMs, pluralize } from '../../ui/index.ts';
import type { StoredCapture } from './captures.ts';
import styles from './threads.module.css';

/** More notes are collapsed: a capture with hundreds of truncated stacks has one for each. */
const MAX_NOTES = 2;

interface CaptureFactsBarProps {
  readonly kept: StoredCapture;
  readonly stacks: number;
  /** Search result: matching frames, and the share of stacks that contain one. */
  readonly match: { readonly frames: number; readonly through: number; readonly of: number } | null;
}

export function CaptureFactsBar({ kept, stacks, match }: CaptureFactsBarProps) {
  const { capture, at, file, unit } = kept;
  const seen = capture.groups.reduce((sum, group) => sum + group.count, 0);
  const unread = capture.groups.reduce(
    (sum, group) => sum + (group.frames.length === 0 ? group.count : 0),
    0,
  );
  const { pauseMs = null, totalMs = null, method = null, partial = false, notes = [] } = capture.facts ?? {};
  return (
    <>
      <div className={styles.factsBar} role="status">
        <span>
          <b>{pluralize(seen, unit)}</b>, {pluralize(stacks, 'different stack')}
        </span>
        {match && (
          <span>
            found <b>{pluralize(match.frames, 'frame')}</b> in {formatCount(match.through)} of{' '}
            {pluralize(match.of, unit)}
            {match.of > 0 && ` (${((match.through / match.of) * 100).toFixed(1)} %)`}
          </span>
        )}
        {pauseMs !== null && (
          <span>
            {unit === 'thread' ? 'paused for' : 'longest pause'} <b>{formatMs(pauseMs)}</b>
          </span>
        )}
        {totalMs !== null && <span>total time {formatMs(totalMs)}</span>}
        {unread > 0 && <Badge tone="warning">{pluralize(unread, unit)} without frames</Badge>}
        {partial && <Badge tone="warning">Some stacks are truncated</Badge>}
        <span className={styles.when}>
          {file === null ? `taken ${formatDateTime(at)}` : `from the file ${file}`}
        </span>
        {method !== null && (
          <span className={styles.method} title={method}>
            {method}
          </span>
        )}
      </div>
      {notes.length <= MAX_NOTES ? (
        notes.map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))
      ) : (
        <details className={styles.note}>
          <summary>{pluralize(notes.length, 'note')} on this capture</summary>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
      {capture.failures.map(({ node, error }) => (
        <p key={node} className={styles.note}>
          Node {node} returned no stacks: {error.split('\n', 1)[0]}
        </p>
      ))}
    </>
  );
}
