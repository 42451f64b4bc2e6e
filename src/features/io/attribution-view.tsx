import type { ReactNode } from 'react';
import type { ActivityFigures } from './analysis/concurrent-activity.ts';
import type { EventRef } from '../../charts/timeline/index.ts';
import { formatBytes, formatCount, formatMs, NumberField, pluralize } from '../../ui/index.ts';
import type {
  Attribution,
  ConcurrentKind,
  ConcurrencyFigures,
  SlowRule,
} from './analysis/stall-attribution.ts';
import { FEW } from './analysis/share-difference.ts';
import { environmentText, timeText } from './event-grid.tsx';
import type { IoRecording } from './io-recording.ts';
import { markdownRow } from './statistics-table.tsx';
import { TableHead } from './table-head.tsx';
import styles from './io.module.css';

const names: Record<ConcurrentKind | 'any' | 'none', string> = {
  ownSync: 'A sync of the same environment',
  ownFlush: 'A flush of the same environment',
  otherSync: 'A sync of another environment on the disk',
  otherFlush: 'A flush of another environment on the disk',
  any: 'Any of the above',
  none: 'None of the above',
};
const shortNames: Record<ConcurrentKind, string> = {
  ownSync: 'own sync',
  ownFlush: 'own flush',
  otherSync: 'other sync',
  otherFlush: 'other flush',
};
const headings = ['Event', 'Writes', 'Slow', 'Slow share', 'p50', 'p95', 'Mean', 'Longest'];

type Figures = Omit<ConcurrencyFigures, 'concurrent'>;

const share = (figures: Figures): string =>
  figures.writes === 0 ? '–' : `${((figures.slow / figures.writes) * 100).toFixed(1)} %`;

function cellsOf(figures: Figures): readonly string[] {
  const times = [figures.p50, figures.p95, figures.mean, figures.max];
  return [
    formatCount(figures.writes),
    formatCount(figures.slow),
    share(figures),
    ...times.map((ms) => (figures.writes === 0 ? '–' : formatMs(ms))),
  ];
}

/** The rule for slow writes, their concurrent work, and the worst writes. */
export function AttributionView(props: {
  attribution: Attribution;
  recording: IoRecording;
  rule: SlowRule;
  onRule: (rule: SlowRule) => void;
  utc: boolean;
  sharedDisk: boolean;
  onReveal: (event: EventRef) => void;
}): ReactNode {
  const { attribution, recording, rule, onRule, utc, onReveal } = props;
  const { threshold, median, slow, writes, figures, worst, activity: others } = attribution;
  const nameOf = new Map(others.map(({ id, one }) => [id, one.replace(/^an? /, '')]));
  return (
    <>
      <div className={styles.rule}>
        <span>A journal write is slow when it takes at least</span>
        <span className={styles.ruleField}>
          <NumberField
            label="Times the median"
            hideLabel
            min={1}
            max={1000}
            step={0.5}
            value={rule.timesMedian}
            onChange={(timesMedian) => timesMedian !== null && onRule({ ...rule, timesMedian })}
          />
        </span>
        <span>times the median ({formatMs(median)}) and</span>
        <span className={styles.ruleField}>
          <NumberField
            label="Minimum milliseconds"
            hideLabel
            min={0}
            max={600_000}
            step={0.5}
            value={rule.atLeastMs}
            onChange={(atLeastMs) => atLeastMs !== null && onRule({ ...rule, atLeastMs })}
          />
        </span>
        <span>
          ms. Threshold: <strong>{formatMs(threshold)}</strong>; slow: {formatCount(slow)} of{' '}
          {pluralize(writes, 'write')}.
        </span>
      </div>
      <table className={styles.table}>
        <caption className={styles.caption}>Concurrent with journal writes</caption>
        <TableHead headings={headings} />
        <tbody>
          {figures.map((row) => (
            <FiguresRow
              key={row.concurrent}
              name={names[row.concurrent]}
              figures={row}
              isSum={row.concurrent === 'any'}
            />
          ))}
          {others.map((row) => (
            <FiguresRow key={row.id} name={activityName(row)} figures={row} isSum={false} />
          ))}
        </tbody>
      </table>
      <p className={styles.small}>
        A write can overlap several events and counts in each row. Fewer than {FEW} writes are not
        significant.{' '}
        {props.sharedDisk
          ? 'The statistics do not include the disk. Environments are assumed to share one disk unless their paths differ in drive letter or share.'
          : ''}
      </p>
      {worst.length > 0 && (
        <section aria-label="Worst writes">
          <h3 className={styles.heading}>Worst {worst.length}</h3>
          <ol className={styles.worst}>
            {worst.map(({ event, duration, concurrent, activity }) => (
              <li key={`${event.lane.group}-${event.row}`}>
                <button type="button" onClick={() => onReveal(event)}>
                  <strong>{formatMs(duration)}</strong>
                  <span>{formatBytes(event.lane.rows.size[event.row] ?? 0)}</span>
                  <span>{environmentText(recording, event.lane.group)}</span>
                  <span>{timeText(event.lane.start(event.row), utc).slice(11)}</span>
                  <span className={styles.muted}>
                    {concurrent.length + activity.length > 0
                      ? `during ${[
                          ...concurrent.map((each) => shortNames[each]),
                          ...activity.map((id) => nameOf.get(id) ?? id),
                        ].join(', ')}`
                      : 'no overlap'}
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

const activityName = ({ one }: ActivityFigures): string => one.charAt(0).toUpperCase() + one.slice(1);

function FiguresRow(props: { name: string; figures: Figures; isSum: boolean }): ReactNode {
  const { name, figures } = props;
  return (
    <tr className={props.isSum ? styles.sumRow : undefined}>
      <th scope="row">
        {name}
        {figures.writes > 0 && figures.writes < FEW && <span className={styles.muted}> (few writes)</span>}
      </th>
      {cellsOf(figures).map((cell, index) => (
        <td key={headings[index + 1]}>{cell}</td>
      ))}
    </tr>
  );
}

export function attributionMarkdown({ figures, activity, threshold, slow, writes }: Attribution): string {
  return [
    `Slow: journal writes of ${formatMs(threshold)} and longer, ${formatCount(slow)} of ${formatCount(writes)}.`,
    '',
    markdownRow(headings),
    markdownRow(headings.map((_, index) => (index === 0 ? '---' : '--:'))),
    ...figures.map((row) => markdownRow([names[row.concurrent], ...cellsOf(row)])),
    ...activity.map((row) => markdownRow([activityName(row), ...cellsOf(row)])),
  ].join('\n');
}
