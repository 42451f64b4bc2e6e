/** Timings as nested bars. */
import type { QueryAnswer, TimingSpan } from '../../protocol/queries.ts';
import { Button, CopyButton, EmptyState, formatMs, Toolbar, ToolbarSpace } from '../../ui/index.ts';
import { Timer } from 'lucide-react';
import styles from './timings.module.css';
import { timingRows, timingsText } from './timing-rows.ts';

interface TimingsViewProps {
  readonly answer: QueryAnswer;
  readonly onRunWithTimings: () => void;
}

export function TimingsView({ answer, onRunWithTimings }: TimingsViewProps) {
  if (!answer.timings)
    return (
      <EmptyState
        icon={<Timer />}
        title="No timings yet"
        text={`The server took ${formatMs(answer.durationMs)}. Run the query with include timings() to see the breakdown.`}
        action={
          <Button variant="primary" onClick={onRunWithTimings}>
            Run with timings
          </Button>
        }
      />
    );
  return <Bars root={answer.timings} answer={answer} />;
}

function Bars({ root, answer }: { readonly root: TimingSpan; readonly answer: QueryAnswer }) {
  const rows = timingRows(root);
  const whole = Math.max(root.durationMs, 1);
  const outside = answer.roundTripMs - root.durationMs;
  return (
    <div className={styles.view}>
      <Toolbar label="Timings">
        <span className={styles.note}>
          Server <b>{formatMs(root.durationMs)}</b>
          {outside > 0 && (
            <>
              {' '}
              · network and decoding <b>{formatMs(outside)}</b>
            </>
          )}
        </span>
        <ToolbarSpace />
        <CopyButton label="Copy as text" text={() => timingsText(root)} />
      </Toolbar>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Timings">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col">Share of total</th>
              <th scope="col" className={styles.share}>
                %
              </th>
              <th scope="col" className={styles.number}>
                Time
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key} className={row.rest ? styles.rest : undefined}>
                <th scope="row" style={{ paddingLeft: 12 + row.depth * 18 }}>
                  {row.name}
                </th>
                <td className={styles.barCell}>
                  <span
                    className={styles.bar}
                    style={{
                      marginLeft: `${(Math.min(row.startMs, whole) / whole) * 100}%`,
                      width: `${(Math.min(row.durationMs, whole - Math.min(row.startMs, whole)) / whole) * 100}%`,
                    }}
                  />
                </td>
                <td className={styles.share}>{Math.round((row.durationMs / whole) * 100)} %</td>
                <td className={styles.number}>{formatMs(row.durationMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={styles.hint}>
          The server rounds to milliseconds. Bars of one level are consecutive; the actual order is unknown.
        </p>
      </div>
    </div>
  );
}
