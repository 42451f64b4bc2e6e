import { useEffect, useRef, type ReactNode } from 'react';
import type { EventStore, TimelineGroup, ViewWindow } from '../../charts/timeline/index.ts';
import { formatBytes, formatCount, formatMs } from '../../ui/index.ts';
import { ROWS_PER_SLICE } from './analysis/in-slices.ts';
import type { KindStatistics } from './analysis/io-statistics.ts';
import { ioKinds } from './io-kinds.ts';
import { useSliced } from './use-sliced.ts';
import styles from './io.module.css';

/** Bounds of the histogram bins in milliseconds: three per decade. */
const bounds = [0, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, Infinity];

/** A histogram of durations per kind. */
export function DurationHistogram({ rows }: { rows: readonly KindStatistics[] }): ReactNode {
  const shown = rows.filter(({ count }) => count > 0);
  const counts = shown.map(({ durations }) => durations.histogram(bounds));
  const last = Math.max(
    1,
    ...counts.map((bins) => bins.reduce((most, count, i) => (count > 0 ? i + 1 : most), 0)),
  );
  return (
    <figure className={styles.figure}>
      <figcaption>Duration distribution</figcaption>
      {shown.map(({ kind }, place) => {
        const bins = (counts[place] ?? []).slice(0, last);
        const most = Math.max(1, ...bins);
        return (
          <div key={kind.type} className={styles.histogram}>
            <span className={styles.histogramName}>{kind.label}</span>
            <div className={styles.bars} role="img" aria-label={histogramText(kind.label, bins)}>
              {bins.map((count, bin) => (
                <span
                  key={bounds[bin]}
                  className={styles.bar}
                  title={`${binText(bin)}: ${formatCount(count)}`}
                  style={{
                    // The square root keeps the few slow events visible next to thousands of fast ones.
                    height: count === 0 ? 0 : `${Math.max(6, Math.sqrt(count / most) * 100)}%`,
                    background: `var(${kind.token})`,
                  }}
                />
              ))}
            </div>
          </div>
        );
      })}
      <div className={styles.histogram} aria-hidden="true">
        <span className={styles.histogramName} />
        <div className={styles.binNames}>
          {bounds.slice(0, last).map((bound, bin) => (
            <span key={bound}>{bin % 3 === 1 || last < 8 ? formatMs(bound) : ''}</span>
          ))}
        </div>
      </div>
    </figure>
  );
}

const binText = (bin: number): string => {
  const [low = 0, high = Infinity] = [bounds[bin], bounds[bin + 1]];
  return high === Infinity ? `${formatMs(low)} and longer` : `${formatMs(low)} to ${formatMs(high)}`;
};
const histogramText = (label: string, bins: readonly number[]): string =>
  `${label}: ${bins.flatMap((count, bin) => (count > 0 ? `${formatCount(count)} took ${binText(bin)}` : [])).join('; ')}`;

const COLUMNS = 120;
const ROWS = 60;
const [SIZE_FROM, SIZE_TO] = [Math.log10(256), Math.log10(1024 ** 3)];
const [MS_FROM, MS_TO] = [Math.log10(0.01), Math.log10(10_000)];

const cellOf = (value: number, from: number, to: number, cells: number): number =>
  Math.min(
    cells - 1,
    Math.max(0, Math.floor(((Math.log10(Math.max(value, 1e-9)) - from) / (to - from)) * cells)),
  );

/** Event counts of each kind per cell of size and duration, both logarithmic. */
function* scatterCells(
  store: EventStore,
  groups: readonly TimelineGroup[],
  range: ViewWindow,
): Generator<undefined, readonly Uint32Array[]> {
  const cells = ioKinds.map(() => new Uint32Array(COLUMNS * ROWS));
  for (const { id, shift } of groups)
    for (const [kind, counts] of cells.entries()) {
      const lane = store.lane(id, kind);
      if (!lane) continue;
      const to = lane.firstAtOrAfter(range.to - shift);
      for (let row = lane.firstAtOrAfter(range.from - shift); row < to; row++) {
        const x = cellOf(lane.rows.size[row] ?? 0, SIZE_FROM, SIZE_TO, COLUMNS);
        const y = cellOf(lane.rows.duration[row] ?? 0, MS_FROM, MS_TO, ROWS);
        counts[y * COLUMNS + x] = (counts[y * COLUMNS + x] ?? 0) + 1;
        if (row % ROWS_PER_SLICE === 0) yield;
      }
    }
  return cells;
}

/** Size against duration: shows whether slow events are large. Darker cells hold more events. */
export function SizeLatency(props: {
  store: EventStore;
  groups: readonly TimelineGroup[];
  range: ViewWindow;
  rangeKey: string;
  colours: readonly string[];
}): ReactNode {
  const { store, groups, range, rangeKey, colours } = props;
  const { value } = useSliced(`scatter|${rangeKey}`, () => scatterCells(store, groups, range));
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = ref.current?.getContext('2d');
    if (!context || !value) return;
    context.clearRect(0, 0, COLUMNS * 4, ROWS * 4);
    value.forEach((cells, kind) => {
      const most = cells.reduce((a, b) => Math.max(a, b), 1);
      context.fillStyle = colours[kind] ?? '';
      cells.forEach((count, cell) => {
        if (count === 0) return;
        context.globalAlpha = 0.3 + 0.7 * Math.cbrt(count / most);
        context.fillRect((cell % COLUMNS) * 4, (ROWS - 1 - Math.floor(cell / COLUMNS)) * 4, 4, 4);
      });
    });
  }, [value, colours]);
  return (
    <figure className={styles.figure}>
      <figcaption>Size against duration</figcaption>
      <div className={styles.scatter}>
        <span className={styles.scatterY} aria-hidden="true">
          {[10_000, 100, 1, 0.01].map((ms) => (
            <span key={ms}>{formatMs(ms)}</span>
          ))}
        </span>
        <canvas
          ref={ref}
          width={COLUMNS * 4}
          height={ROWS * 4}
          role="img"
          aria-label="Size against duration of the events in the range; see the statistics table for values"
        />
        <span className={styles.scatterX} aria-hidden="true">
          {[256, 16_384, 1024 ** 2, 64 * 1024 ** 2, 1024 ** 3].map((bytes) => (
            <span key={bytes}>{formatBytes(bytes)}</span>
          ))}
        </span>
      </div>
    </figure>
  );
}
