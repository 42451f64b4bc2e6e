/** The path of a series in a box of `width` × `height` units. Pure. */

/** Times in milliseconds, ascending. */
export interface SparkColumns {
  readonly times: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

export interface SparkFrame {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly height: number;
  /** Samples that are further apart are not connected. */
  readonly gapMs: number;
  /** The values at the lower and the upper edge. */
  readonly low: number;
  readonly high: number;
}

interface Point {
  readonly x: number;
  readonly at: number;
  readonly value: number;
}

/** The line, and the area below it; both empty without samples. A sample without neighbours is a short dash. */
export function sparkPath(columns: SparkColumns, frame: SparkFrame): { line: string; area: string } {
  const y = (value: number): number => {
    const share = frame.high > frame.low ? (value - frame.low) / (frame.high - frame.low) : 0;
    return rounded(frame.height * (1 - Math.min(1, Math.max(0, share))));
  };
  let line = '';
  let area = '';
  for (const run of runsOf(pointsOf(columns, frame), frame.gapMs)) {
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last) continue;
    const steps = run.map(({ x, value }) => `${x} ${y(value)}`);
    if (run.length === 1) steps.push(`${rounded(first.x + 1)} ${y(first.value)}`);
    line += `M${steps.join('L')}`;
    area += `M${first.x} ${frame.height}L${steps.join('L')}L${run.length === 1 ? rounded(first.x + 1) : last.x} ${frame.height}Z`;
  }
  return { line, area };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** At most two points per unit of the width: the smallest and the largest value there, in their order. */
function pointsOf({ times, values }: SparkColumns, { from, to, width }: SparkFrame): readonly Point[] {
  const points: Point[] = [];
  let low: Point | undefined;
  let high: Point | undefined;
  const flush = () => {
    if (!low || !high) return;
    if (low === high) points.push(low);
    else points.push(...(low.at <= high.at ? [low, high] : [high, low]));
  };
  let column = -1;
  for (let place = 0; place < times.length; place++) {
    const at = times[place] ?? NaN;
    const value = values[place] ?? NaN;
    if (!(at >= from && at <= to) || !Number.isFinite(value)) continue;
    const x = ((at - from) / (to - from)) * width;
    const point = { x: rounded(x), at, value };
    if (Math.floor(x) !== column) {
      flush();
      column = Math.floor(x);
      low = high = point;
    }
    if (!low || value < low.value) low = point;
    if (!high || value > high.value) high = point;
  }
  flush();
  return points;
}

function runsOf(points: readonly Point[], gapMs: number): readonly (readonly Point[])[] {
  const runs: Point[][] = [];
  let previous: Point | undefined;
  for (const point of points) {
    const run = runs.at(-1);
    if (run && previous && point.at - previous.at <= gapMs) run.push(point);
    else runs.push([point]);
    previous = point;
  }
  return runs;
}
