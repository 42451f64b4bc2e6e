/** What changed between two spans of time: the series with the largest deviations. */
import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { pluralize, Select, type SelectOption } from '../../../ui/index.ts';
import styles from '../overview.module.css';
import type { Series, Target } from '../series.ts';
import { formatValue } from '../tiles/format-value.ts';
import { changeText, factorText, sampleText } from './change-text.ts';
import type { ComparisonKind, Moments } from './compared-spans.ts';
import { MomentChoice } from './moment-choice.tsx';
import type { Change, Comparison } from './rank-changes.ts';
import type { MetricName } from '../../../protocol/server-metrics.ts';

const options: readonly SelectOption<ComparisonKind>[] = [
  { value: '2', label: 'Last 30\u00a0s compared with the 2\u00a0min before' },
  { value: '5', label: 'Last 30\u00a0s compared with the 5\u00a0min before' },
  { value: '9', label: 'Last 30\u00a0s compared with the 9\u00a0min before' },
  { value: 'moments', label: 'Two moments', hint: 'Click two moments in any chart.' },
];

export interface ChangesPanelProps {
  readonly kind: ComparisonKind;
  readonly onKind: (kind: ComparisonKind) => void;
  readonly moments: Moments;
  readonly onMoments: (moments: Moments) => void;
  readonly now: number;
  /** The time that the charts show. */
  readonly shownMs: number;
  /** Null: a moment is missing. */
  readonly comparison: Comparison<MetricName> | null;
  readonly seriesOf: (id: MetricName) => Series | undefined;
  /** The screen that explains a figure; null: no screen does. */
  readonly targetOf: (series: Series) => Target | null;
  readonly onOpen: (target: Target) => void;
}

export function ChangesPanel(props: ChangesPanelProps): ReactNode {
  const { kind, onKind, moments, onMoments, now, shownMs, comparison, seriesOf, targetOf, onOpen } = props;
  return (
    <section className={styles.changes} aria-label="What changed?">
      <header className={styles.changesHead}>
        <h2>What changed?</h2>
        <div className={styles.comparison}>
          <Select<ComparisonKind>
            label="Compare"
            hideLabel
            value={kind}
            onChange={onKind}
            options={options}
          />
        </div>
      </header>
      {kind === 'moments' && (
        <MomentChoice moments={moments} now={now} shownMs={shownMs} onChange={onMoments} />
      )}
      {comparison && comparison.changes.length > 0 && (
        <ol className={styles.changeList}>
          {comparison.changes.map((change) => {
            const series = seriesOf(change.id);
            return (
              series && (
                <ChangeRow
                  key={change.id}
                  change={change}
                  series={series}
                  target={targetOf(series)}
                  onOpen={onOpen}
                />
              )
            );
          })}
        </ol>
      )}
      {comparison && <Summary kind={kind} comparison={comparison} seriesOf={seriesOf} />}
    </section>
  );
}

function ChangeRow(props: {
  readonly change: Change<MetricName>;
  readonly series: Series;
  readonly target: Target | null;
  readonly onOpen: (target: Target) => void;
}): ReactNode {
  const { change, series, target, onOpen } = props;
  const rises = change.after > change.before;
  const Arrow = rises ? ArrowUpRight : ArrowDownRight;
  return (
    <li className={styles.change}>
      <Arrow size={14} aria-label={rises ? 'rose' : 'fell'} className={styles.arrow} data-rises={rises} />
      {target === null ? (
        <span className={styles.changeText}>{series.title}</span>
      ) : (
        <button
          type="button"
          className={styles.changeLink}
          onClick={() => onOpen(target)}
          title={`Open ${target.label}`}
        >
          {series.title}
        </button>
      )}
      <span className={styles.changeValues}>
        {formatValue(change.before, series.unit)} → <b>{formatValue(change.after, series.unit)}</b>
      </span>
      <span className={styles.changeFacts} title={sampleText(change)}>
        {[factorText(change, series), changeText(change)].filter((part) => part !== '').join(', ')}
      </span>
    </li>
  );
}

function Summary(props: {
  readonly kind: ComparisonKind;
  readonly comparison: Comparison<MetricName>;
  readonly seriesOf: (id: MetricName) => Series | undefined;
}): ReactNode {
  const { kind, comparison, seriesOf } = props;
  const { changes, steady, tooFew } = comparison;
  const nothing = changes.length === 0 && steady.length === 0;
  return (
    <>
      {/* It changes every few seconds, which a screen reader does not announce. */}
      <p className={styles.summary} role="status" aria-live="off">
        {nothing
          ? nothingText(kind, comparison)
          : changes.length === 0
            ? `No clear change in ${pluralize(steady.length, 'metric')}.`
            : `${pluralize(steady.length, 'other metric')} without a clear change.`}
      </p>
      {!nothing && tooFew.length > 0 && (
        <details className={styles.tooFew}>
          <summary>{pluralize(tooFew.length, 'metric')} with too few samples</summary>
          <ul>
            {tooFew.map(({ id, samples }) => (
              <li key={id}>
                {seriesOf(id)?.title ?? id} ({samples.join(' and ')})
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The past gets no further samples, so two moments without samples stay without a result. */
function nothingText(kind: ComparisonKind, { tooFew }: Comparison<MetricName>): string {
  const empty = tooFew.every(({ samples }) => samples.includes(0));
  return kind === 'moments' && empty
    ? 'No samples at these moments. Choose two others.'
    : 'Too few samples to compare yet.';
}
