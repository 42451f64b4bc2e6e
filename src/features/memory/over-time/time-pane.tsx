/** Every size that the server reports, with its last minutes. */
import { useMemo, useState, type ReactNode } from 'react';
import { Sparkline } from '../../../charts/sparkline/index.ts';
import { formatBytes, formatCount, formatDateTime, formatMs, pluralize } from '../../../ui/index.ts';
import styles from '../memory.module.css';
import { seriesOf, type MemorySample, type SizeSeries } from '../readings/memory-history.ts';

/** Samples that are further apart are not connected. */
const GAP_MS = 60_000;
const SHORTEST_MS = 60_000;
const noMarks: never[] = [];
const doNothing = () => undefined;

export function TimePane({ samples }: { readonly samples: readonly MemorySample[] }): ReactNode {
  const [hovered, setHovered] = useState<number | null>(null);
  const series = useMemo(() => seriesOf(samples), [samples]);
  const to = samples.at(-1)?.at ?? 0;
  const from = Math.min(samples[0]?.at ?? 0, to - SHORTEST_MS);
  if (series.length === 0) return <p className={styles.note}>Waiting for the first reading…</p>;
  return (
    <div className={styles.times}>
      <p className={styles.note}>
        {hovered === null
          ? `${pluralize(samples.length, 'reading')} in ${formatMs(to - (samples[0]?.at ?? to))}. They are kept until the tab has been closed for ten minutes.`
          : `Values at ${formatDateTime(hovered).slice(11)}`}
      </p>
      <ul aria-label="Sizes over time">
        {series.map((each) => (
          <li key={each.name}>
            <span className={styles.name}>{each.label}</span>
            <Value series={each} at={hovered} />
            <Sparkline
              label={rangeText(each)}
              columns={each}
              from={from}
              to={to}
              low={0}
              high={Math.max(1, ...each.values)}
              gapMs={GAP_MS}
              marks={noMarks}
              crosshair={hovered}
              onHover={setHovered}
              onPick={doNothing}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Value({ series, at }: { readonly series: SizeSeries; readonly at: number | null }): ReactNode {
  const shown = at === null ? series.times.length : series.times.filter((time) => time <= at).length;
  const value = series.values[shown - 1];
  return (
    <span className={styles.value} title={value === undefined ? '' : `${formatCount(value)} bytes`}>
      {value === undefined ? '–' : formatBytes(value)}
    </span>
  );
}

function rangeText({ label, values }: SizeSeries): string {
  return values.length === 0
    ? `${label}: no samples`
    : `${label}: ${formatBytes(Math.min(...values))} to ${formatBytes(Math.max(...values))}`;
}
