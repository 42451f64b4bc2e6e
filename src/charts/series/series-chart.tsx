/** One chart: its name, the values at the crosshair or the largest ones, and the drawing. */
import { memo, useMemo, type ReactNode } from 'react';
import type { ChartData, TimeRange } from './data.ts';
import { HEIGHT, pathOf, topOf, valueAt, WIDTH } from './series-paths.ts';
import styles from './series.module.css';

interface SeriesChartProps {
  readonly chart: ChartData;
  readonly range: TimeRange;
  readonly mark: TimeRange | null;
  readonly crosshair: number | null;
  /** The range of a drag. */
  readonly drag: TimeRange | null;
}

export const SeriesChart = memo(function SeriesChart(props: SeriesChartProps): ReactNode {
  const { chart, range, mark, crosshair, drag } = props;
  const top = topOf(chart.lines, range, chart.least);
  const paths = useMemo(
    () => chart.lines.map((line) => ({ line, path: pathOf(line, range, top) })),
    [chart, range, top],
  );
  const near = ((range.to - range.from) / WIDTH) * 4;
  const peaks = chart.lines.map((line) => `${line.name} up to ${chart.format(topOf([line], range, 0))}`);
  return (
    <div className={styles.chart}>
      <div className={styles.gutter}>
        <h3>{chart.title}</h3>
        <ul>
          {chart.lines.map((line) => {
            const value = crosshair === null ? null : valueAt(line, crosshair, near);
            return (
              <li key={line.id} data-tone={line.tone}>
                <span className={styles.name}>{line.name}</span>
                <span className={styles.value}>
                  {crosshair === null
                    ? `≤ ${chart.format(topOf([line], range, 0))}`
                    : value === null
                      ? '–'
                      : chart.format(value)}
                </span>
              </li>
            );
          })}
        </ul>
      </div>
      <div className={styles.plot}>
        <svg
          role="img"
          aria-label={`${chart.title}: ${peaks.join(', ')}`}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          <Band className={styles.mark} band={mark} range={range} />
          {paths.map(({ line: { id, tone, shape }, path }) => (
            <g key={id} data-tone={tone}>
              {path.area !== '' && tone === 0 && <path className={styles.area} d={path.area} />}
              <path className={shape === 'bar' ? styles.bar : styles.line} d={path.line} />
            </g>
          ))}
          <Band className={styles.drag} band={drag} range={range} />
          {crosshair !== null && (
            <line
              className={styles.crosshair}
              x1={xOf(crosshair, range)}
              x2={xOf(crosshair, range)}
              y1={0}
              y2={HEIGHT}
            />
          )}
        </svg>
        <span className={styles.top} aria-hidden="true">
          {chart.format(top)}
        </span>
      </div>
    </div>
  );
});

const xOf = (time: number, { from, to }: TimeRange): number =>
  Math.min(WIDTH, Math.max(0, ((time - from) / Math.max(to - from, 1e-6)) * WIDTH));

function Band(props: {
  readonly className: string | undefined;
  readonly band: TimeRange | null;
  readonly range: TimeRange;
}): ReactNode {
  const { className, band, range } = props;
  if (band === null || band.to < range.from || band.from > range.to) return null;
  const x = xOf(band.from, range);
  return (
    <rect className={className} x={x} y={0} width={Math.max(2, xOf(band.to, range) - x)} height={HEIGHT} />
  );
}
