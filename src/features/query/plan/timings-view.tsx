/** Timings as nested bars. */
import type { QueryAnswer, TimingSpan } from '../../../protocol/queries.ts';
import {
  Button,
  classNames,
  CopyButton,
  EmptyState,
  formatMs,
  Toolbar,
  ToolbarSpace,
} from '../../../ui/index.ts';
import { Timer } from 'lucide-react';
import styles from './timings.module.css';
import { formatRoundedMs, formatRow, timingRows, timingsText, wholeMs } from './timing-rows.ts';

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
        text={`The server took ${formatRoundedMs(answer.durationMs)}. Run the query with timings to see the breakdown.`}
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
  const { plan } = answer;
  const rows = timingRows(root, plan);
  const whole = wholeMs(root.durationMs, plan);
  const outside = answer.roundTripMs - whole;
  const operatorsMs = plan?.totalMs ?? null;
  /** Without any measured time every share is zero. */
  const share = (ms: number): number => (whole === 0 ? 0 : Math.min(1, ms / whole));
  return (
    <div className={styles.view}>
      <Toolbar label="Timings">
        <span className={styles.note}>
          Server <b>{formatRoundedMs(root.durationMs)}</b>
          {operatorsMs !== null && (
            <>
              {' '}
              · operators <b>{formatMs(operatorsMs)}</b>
            </>
          )}
          {outside > 0 && (
            <>
              {' '}
              · network and decoding <b>{formatMs(outside)}</b>
            </>
          )}
        </span>
        <ToolbarSpace />
        <CopyButton label="Copy as text" text={() => timingsText(root, plan)} />
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
              <tr key={row.key} className={row.kind === 'rest' ? styles.rest : undefined}>
                <th scope="row" style={{ paddingLeft: 12 + row.depth * 18 }}>
                  {row.name}
                  {row.kind === 'operator' && <span className={styles.tag}> operator</span>}
                </th>
                <td className={styles.barCell}>
                  {row.durationMs > 0 && (
                    <span
                      className={classNames(styles.bar, row.kind === 'operator' && styles.operatorBar)}
                      style={{
                        marginLeft: `${share(row.startMs) * 100}%`,
                        width: `${Math.min(share(row.durationMs), 1 - share(row.startMs)) * 100}%`,
                      }}
                    />
                  )}
                </td>
                <td className={styles.share}>{row.durationMs > 0 && percentText(share(row.durationMs))}</td>
                <td className={styles.number}>{formatRow(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={styles.hint}>
          The server rounds its spans to milliseconds; operators are measured in microseconds. Bars of one
          level are consecutive; the actual order is unknown.
        </p>
      </div>
    </div>
  );
}

/** Of a part with a duration: never "0 %". */
function percentText(share: number): string {
  return share < 0.005 ? '< 1 %' : `${Math.round(share * 100)} %`;
}
