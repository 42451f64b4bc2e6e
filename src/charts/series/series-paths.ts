/** Places of values in a box of `WIDTH` × `HEIGHT` units, which is stretched to its element. Pure. */
import { sparkPath } from '../sparkline/index.ts';
import type { ChartLine, TimeRange } from './data.ts';

export const WIDTH = 1000;
export const HEIGHT = 100;

/** The largest visible value, and at least `least`. */
export function topOf(lines: readonly ChartLine[], range: TimeRange, least: number): number {
  let top = least;
  for (const { times, values } of lines) {
    for (let place = firstAtOrAfter(times, range.from); place < times.length; place++) {
      if ((times[place] ?? Infinity) > range.to) break;
      top = Math.max(top, values[place] ?? 0);
    }
  }
  return top;
}

export function pathOf(line: ChartLine, range: TimeRange, top: number): { line: string; area: string } {
  if (line.shape === 'bar') return { line: bars(line, range, top), area: '' };
  // One value outside of each edge, so that the line reaches it.
  const first = Math.max(0, firstAtOrAfter(line.times, range.from) - 1);
  let last = firstAtOrAfter(line.times, range.to);
  if (last < line.times.length) last++;
  const from = Math.min(range.from, line.times[first] ?? range.from);
  const to = Math.max(range.to, line.times[last - 1] ?? range.to);
  const perMs = WIDTH / Math.max(range.to - range.from, 1e-6);
  const width = (to - from) * perMs;
  // Far outside of the box, more columns than pixels would be drawn.
  if (width > WIDTH * 4) return clipped(line, range, top);
  const path = sparkPath(
    { times: line.times.slice(first, last), values: line.values.slice(first, last) },
    { from, to, width, height: HEIGHT, gapMs: line.gapMs, low: 0, high: top },
  );
  const shift = (from - range.from) * perMs;
  return { line: shifted(path.line, shift), area: shifted(path.area, shift) };
}

function clipped(line: ChartLine, { from, to }: TimeRange, top: number): { line: string; area: string } {
  const frame = { from, to, width: WIDTH, height: HEIGHT, gapMs: line.gapMs, low: 0, high: top };
  return sparkPath(line, frame);
}

const shifted = (path: string, by: number): string =>
  by === 0
    ? path
    : path.replace(/([ML])(-?[\d.]+) /g, (_, step: string, x: string) => `${step}${round(Number(x) + by)} `);

/** A line from the lower edge for each event; the largest of a unit. */
function bars({ times, values }: ChartLine, { from, to }: TimeRange, top: number): string {
  const highest = new Map<number, number>();
  for (let place = firstAtOrAfter(times, from); place < times.length; place++) {
    const time = times[place] ?? Infinity;
    if (time > to) break;
    const x = Math.round(((time - from) / Math.max(to - from, 1e-6)) * WIDTH);
    highest.set(x, Math.max(highest.get(x) ?? 0, values[place] ?? 0));
  }
  return [...highest]
    .map(([x, value]) => `M${x} ${HEIGHT}V${round(HEIGHT * (1 - Math.min(1, value / Math.max(top, 1e-9))))}`)
    .join('');
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** The value at a time: of the nearest sample within its gap, or of the nearest event within `nearMs`. */
export function valueAt(line: ChartLine, time: number, nearMs: number): number | null {
  const after = firstAtOrAfter(line.times, time);
  const reach = line.shape === 'bar' ? nearMs : Math.max(line.gapMs, nearMs);
  let best: number | null = null;
  let distance = reach;
  for (const place of [after - 1, after]) {
    const own = Math.abs((line.times[place] ?? Infinity) - time);
    if (own > distance) continue;
    distance = own;
    best = line.values[place] ?? null;
  }
  return best;
}

/** The first place whose time is not before `time`; the length when there is none. */
export function firstAtOrAfter(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The range after a key; undefined for a key that does not change it. */
export function rangeAfterKey(key: string, range: TimeRange, all: TimeRange): TimeRange | undefined {
  const width = range.to - range.from;
  switch (key) {
    case 'ArrowLeft':
    case 'a':
      return within({ from: range.from - width * 0.15, to: range.to - width * 0.15 }, all);
    case 'ArrowRight':
    case 'd':
      return within({ from: range.from + width * 0.15, to: range.to + width * 0.15 }, all);
    case '+':
    case '=':
    case 'w':
      return within({ from: range.from + width * 0.15, to: range.to - width * 0.15 }, all);
    case '-':
    case 's':
      return within({ from: range.from - width * 0.215, to: range.to + width * 0.215 }, all);
    case '0':
    case 'Escape':
      return all;
    default:
      return undefined;
  }
}

/** The least visible range, in milliseconds. */
const LEAST_MS = 1;

/** A range moved into `all` with its length, which is cut to that of `all`. */
export function within(range: TimeRange, all: TimeRange): TimeRange {
  const most = Math.max(LEAST_MS, all.to - all.from);
  const width = Math.min(most, Math.max(LEAST_MS, range.to - range.from));
  const from = Math.min(Math.max(range.from, all.from), Math.max(all.from, all.to - width));
  return { from, to: from + width };
}
