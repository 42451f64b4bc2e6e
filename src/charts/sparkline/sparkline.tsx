/** A small line chart: an image with a label; a click or a move reports the time below the pointer. */
import { memo, type PointerEvent, type ReactNode } from 'react';
import { sparkPath, type SparkColumns } from './spark-path.ts';
import styles from './sparkline.module.css';

const WIDTH = 200;
const HEIGHT = 32;

export interface SparkMark {
  readonly from: number;
  readonly to: number;
  readonly tone: 'first' | 'second';
}

interface SparklineProps {
  /** What the line shows, with its numbers. */
  readonly label: string;
  readonly columns: SparkColumns;
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
  readonly gapMs: number;
  readonly marks: readonly SparkMark[];
  /** The time of the crosshair; null: none. */
  readonly crosshair: number | null;
  readonly onHover: (at: number | null) => void;
  readonly onPick: (at: number) => void;
}

export const Sparkline = memo(function Sparkline(props: SparklineProps): ReactNode {
  const { label, columns, from, to, low, high, gapMs, marks, crosshair, onHover, onPick } = props;
  const { line, area } = sparkPath(columns, { from, to, width: WIDTH, height: HEIGHT, gapMs, low, high });
  const x = (at: number) => Math.min(WIDTH, Math.max(0, ((at - from) / (to - from)) * WIDTH));
  const timeAt = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = box.width > 0 ? (event.clientX - box.left) / box.width : 0;
    return from + Math.min(1, Math.max(0, share)) * (to - from);
  };
  return (
    <svg
      className={styles.chart}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      onPointerMove={(event) => onHover(timeAt(event))}
      onPointerLeave={() => onHover(null)}
      onPointerUp={(event) => {
        if (event.button === 0) onPick(timeAt(event));
      }}
    >
      {marks.map(({ from: start, to: end, tone }) => (
        <rect
          key={tone}
          className={styles[tone]}
          x={x(start)}
          y={0}
          width={Math.max(0, x(end) - x(start))}
          height={HEIGHT}
        />
      ))}
      <path className={styles.area} d={area} />
      <path className={styles.line} d={line} />
      {crosshair !== null && crosshair >= from && crosshair <= to && (
        <line className={styles.crosshair} x1={x(crosshair)} x2={x(crosshair)} y1={0} y2={HEIGHT} />
      )}
    </svg>
  );
});
