/** One metric: its value, which links to a screen that explains it, and the last ten minutes. */
import type { ReactNode } from 'react';
import { Sparkline, type SparkMark } from '../../../charts/sparkline/index.ts';
import { formatDateTime, readError } from '../../../ui/index.ts';
import type { Samples } from '../history/metric-history.ts';
import styles from '../overview.module.css';
import type { Reported } from '../reported.ts';
import type { Series, Target } from '../series.ts';
import { formatDistance, formatValue } from './format-value.ts';
import { gapOf, scaleOf, valueAt } from './scale.ts';

export interface SharedTime {
  readonly now: number;
  /** The time that the charts show, up to now. */
  readonly shownMs: number;
  /** The time below the pointer in any chart. */
  readonly hovered: number | null;
  readonly onHover: (at: number | null) => void;
  readonly onPick: (at: number) => void;
  readonly marks: readonly SparkMark[];
}

export function FigureRow(props: {
  readonly series: Series;
  readonly reported: Reported;
  readonly samples: Samples;
  readonly time: SharedTime;
  /** The screen that explains it; null: no screen does. */
  readonly target: Target | null;
  readonly onOpen: (target: Target) => void;
}): ReactNode {
  const { series, reported, samples, time, target, onOpen } = props;
  const measured = reported.kind === 'measured';
  const stale = measured && reported.stale;
  const gap = gapOf(samples);
  const past = time.hovered === null ? null : valueAt(samples, time.hovered, gap);
  const shown = time.hovered === null ? (measured ? reported.value : null) : past;
  const text =
    shown === null ? waitingText(reported, time.hovered !== null) : formatValue(shown, series.unit);
  const title = titleOf(series, reported, target);
  const content = (
    <>
      <span className={styles.figureLabel}>{series.label}</span>{' '}
      <span className={styles.figureValue} data-empty={shown === null}>
        {text}
      </span>
    </>
  );
  return (
    <div
      className={styles.figure}
      data-stale={stale}
      data-hovered={time.hovered !== null}
      data-unsampled={(reported.kind === 'failed' || reported.kind === 'none') && samples.values.length === 0}
    >
      {target === null ? (
        <div className={styles.figureText} title={title}>
          {content}
        </div>
      ) : (
        <button type="button" className={styles.figureLink} title={title} onClick={() => onOpen(target)}>
          {content}
        </button>
      )}
      <div className={styles.figureChart}>
        <Sparkline
          label={chartLabel(series, samples)}
          columns={samples}
          from={time.now - time.shownMs}
          to={time.now}
          {...scaleOf(samples, series)}
          gapMs={gap}
          marks={time.marks}
          crosshair={time.hovered}
          onHover={time.onHover}
          onPick={time.onPick}
        />
      </div>
      {stale && <span className={styles.age}>last update {formatDistance(time.now - reported.at)} ago</span>}
    </div>
  );
}

function waitingText(reported: Reported, hovered: boolean): string {
  if (hovered) return '–';
  if (reported.kind === 'failed') return 'Not available';
  if (reported.kind === 'none') return 'None since this screen opened';
  return reported.kind === 'waiting' ? 'Waiting…' : '–';
}

function titleOf(series: Series, reported: Reported, target: Target | null): string {
  const exact =
    reported.kind === 'measured'
      ? `${reported.value}${unitNames[series.unit]}, ${formatDateTime(reported.at)}.`
      : '';
  const failure = failureText(reported);
  const link = target === null ? '' : `Open ${target.label}`;
  return [series.hint ?? '', exact, failure, link].filter((part) => part !== '').join(' ');
}

function failureText(reported: Reported): string {
  if (reported.kind !== 'failed' && reported.kind !== 'measured') return '';
  if (reported.error === undefined) return '';
  const { message } = readError(reported.error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

const unitNames: Readonly<Record<Series['unit'], string>> = {
  percent: ' %',
  bytes: ' bytes',
  'bytes-per-second': ' bytes per second',
  'per-second': ' per second',
  ms: ' milliseconds',
  count: '',
};

function chartLabel({ title, unit }: Series, { values }: Samples): string {
  if (values.length === 0) return `${title}: no samples`;
  const least = values.reduce((low, value) => Math.min(low, value), Infinity);
  const most = values.reduce((high, value) => Math.max(high, value), 0);
  return `${title}: ${formatValue(least, unit)} to ${formatValue(most, unit)}`;
}
