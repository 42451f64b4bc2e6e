/** The rate of a long step over time: the end of burst credits is a step down. */
import { Sparkline } from '../../charts/sparkline/index.ts';
import type { DiskSeries } from '../../contract/index.ts';
import { formatBytes } from '../../ui/index.ts';
import styles from './disk-check.module.css';
import { formatRate, methodNames } from './report-texts.ts';

const nothing = (): void => undefined;

export function RateChart({ series }: { readonly series: DiskSeries }) {
  const { method, blockSize, samples, steady, drop } = series;
  const times: number[] = [];
  let end = 0;
  for (const { seconds } of samples) {
    end += seconds * 1000;
    times.push(end);
  }
  const values = samples.map(({ seconds, bytes }) => (seconds > 0 ? bytes / seconds : 0));
  const name = `${methodNames[method]}s of ${formatBytes(blockSize)}`;
  const change =
    drop === null
      ? `steady ${formatRate(steady)}`
      : `fell from ${formatRate(drop.before)} to ${formatRate(drop.after)} after ${drop.afterSeconds.toFixed(1)} s`;
  return (
    <figure className={styles.chart}>
      <figcaption>
        {name}: {change}
      </figcaption>
      <Sparkline
        label={`${name} over ${(end / 1000).toFixed(1)} s: ${change}`}
        columns={{ times, values }}
        from={0}
        to={Math.max(1, end)}
        low={0}
        high={Math.max(1, ...values)}
        gapMs={Infinity}
        marks={[]}
        crosshair={drop === null ? null : drop.afterSeconds * 1000}
        onHover={nothing}
        onPick={nothing}
      />
    </figure>
  );
}
