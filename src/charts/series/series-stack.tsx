/** Charts below each other with one axis of time. Drag selects a range, a double click or Escape shows everything. */
import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { axisTicks } from '../timeline/time-axis.ts';
import { TimeScale } from '../timeline/time-scale.ts';
import type { ChartData, TimeRange } from './data.ts';
import { SeriesChart } from './series-chart.tsx';
import { rangeAfterKey, within } from './series-paths.ts';
import styles from './series.module.css';
import { useWidth } from './use-width.ts';

export interface SeriesStackProps {
  /** Says what is shown, and the keys. */
  readonly label: string;
  readonly charts: readonly ChartData[];
  readonly range: TimeRange;
  /** Everything that can be shown. */
  readonly all: TimeRange;
  /** A marked part. */
  readonly mark: TimeRange | null;
  /** Whether the axis has UTC times. */
  readonly utc: boolean;
  readonly onRange: (range: TimeRange) => void;
}

/** A shorter drag is a click. */
const LEAST_DRAG_PX = 4;

export function SeriesStack(props: SeriesStackProps): ReactNode {
  const { label, charts, range, all, mark, utc, onRange } = props;
  const [crosshair, setCrosshair] = useState<number | null>(null);
  const [start, setStart] = useState<number | null>(null);
  const plot = useRef<HTMLDivElement>(null);
  const width = useWidth(plot);
  const ticks = useMemo(
    () => (width === 0 ? [] : axisTicks(new TimeScale(range, width), utc)),
    [range, width, utc],
  );
  const timeAt = (event: PointerEvent): number => {
    const box = plot.current?.getBoundingClientRect();
    const share = box && box.width > 0 ? (event.clientX - box.left) / box.width : 0;
    return range.from + Math.min(1, Math.max(0, share)) * (range.to - range.from);
  };
  const isInPlot = (event: PointerEvent): boolean =>
    event.clientX >= (plot.current?.getBoundingClientRect().left ?? Infinity);
  const drag =
    start === null || crosshair === null
      ? null
      : { from: Math.min(start, crosshair), to: Math.max(start, crosshair) };

  function onPointerUp(event: PointerEvent): void {
    setStart(null);
    if (start === null) return;
    const end = timeAt(event);
    const pixels = (Math.abs(end - start) / (range.to - range.from)) * width;
    if (pixels >= LEAST_DRAG_PX)
      onRange(within({ from: Math.min(start, end), to: Math.max(start, end) }, all));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    if (event.key === 'Escape' && start !== null) {
      setStart(null);
      return;
    }
    const next = rangeAfterKey(event.key, range, all);
    if (next === undefined) return;
    event.preventDefault();
    onRange(next);
  }

  return (
    <div
      className={styles.stack}
      role="group"
      tabIndex={0}
      aria-label={label}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onRange(all)}
      onPointerDown={(event) => {
        if (event.button !== 0 || !isInPlot(event)) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setStart(timeAt(event));
        setCrosshair(timeAt(event));
      }}
      onPointerMove={(event) => setCrosshair(start !== null || isInPlot(event) ? timeAt(event) : null)}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setStart(null)}
      onPointerLeave={() => setCrosshair(null)}
    >
      <div className={styles.axis} aria-hidden="true">
        <span className={styles.zone}>{utc ? 'UTC' : 'Local time'}</span>
        <div ref={plot} className={styles.ticks}>
          {ticks.map(({ time, label: text }) => (
            <span key={time} style={{ left: `${((time - range.from) / (range.to - range.from)) * 100}%` }}>
              {text}
            </span>
          ))}
        </div>
      </div>
      {charts.map((chart) => (
        <SeriesChart
          key={chart.id}
          chart={chart}
          range={range}
          mark={mark}
          crosshair={crosshair}
          drag={drag}
        />
      ))}
    </div>
  );
}
