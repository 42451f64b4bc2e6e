/** A curve of a thread's CPU use; the scale is its maximum, at least ten percent. */
import { HISTORY_LENGTH } from './cpu-history.ts';
import styles from './threads.module.css';

const WIDTH = 84;
const HEIGHT = 18;

export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const most = Math.max(10, ...values);
  const step = WIDTH / (HISTORY_LENGTH - 1);
  // The newest sample is at the right end, for any number of samples.
  const start = WIDTH - (values.length - 1) * step;
  const points = values.map(
    (value, at) =>
      `${(start + at * step).toFixed(1)},${(HEIGHT - 1 - (value / most) * (HEIGHT - 3)).toFixed(1)}`,
  );
  const highest = values.length === 0 ? 0 : Math.max(...values);
  return (
    <svg
      className={styles.spark}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`Recent maximum ${highest.toFixed(1)} %`}
    >
      <line x1={0} y1={HEIGHT - 0.5} x2={WIDTH} y2={HEIGHT - 0.5} />
      {values.length > 1 && <polyline points={points.join(' ')} />}
    </svg>
  );
}
