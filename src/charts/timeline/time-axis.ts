/** Ticks and labels of the time axis. */
import { scaleTime, scaleUtc } from 'd3-scale';
import { timeFormat, utcFormat } from 'd3-time-format';
import type { TimeScale } from './time-scale.ts';
import type { ViewWindow } from './view-window.ts';

export interface AxisTick {
  readonly time: number;
  readonly label: string;
}

/** Labels closer than this overlap. */
const MIN_LABEL_GAP_PX = 78;
/** A label this near the end of the axis would be cut off; the tick stays. */
const MIN_LABEL_ROOM_PX = 72;

/**
 * A tick about every 120 pixels in each period between folded pauses. `ratio` is the number of scale pixels per
 * text pixel.
 */
export function axisTicks(scale: TimeScale, utc: boolean, ratio = 1): readonly AxisTick[] {
  const count = Math.max(2, Math.floor(scale.width / ratio / 120));
  const step = (scale.msPerPixel * scale.width) / count;
  const ticks: AxisTick[] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const stretch of segments(scale)) {
    const share = (stretch.to - stretch.from) / step;
    // A period too short for a tick gets a label at its start.
    const found =
      share < 1
        ? [{ time: stretch.from, label: labelFor(step, utc)(new Date(stretch.from)) }]
        : ticksIn(stretch, share, utc);
    for (const tick of found) {
      const x = scale.x(tick.time) / ratio;
      if (x - reached < MIN_LABEL_GAP_PX && reached !== Number.NEGATIVE_INFINITY) continue;
      ticks.push(scale.width / ratio - x < MIN_LABEL_ROOM_PX ? { ...tick, label: '' } : tick);
      reached = x;
    }
  }
  return ticks;
}

function segments({ view, pauses }: TimeScale): readonly ViewWindow[] {
  const found: ViewWindow[] = [];
  let { from } = view;
  for (const pause of pauses.pauses) {
    if (pause.to <= view.from) continue;
    if (pause.from >= view.to) break;
    if (pause.from > from) found.push({ from, to: pause.from });
    from = pause.to;
  }
  if (from < view.to) found.push({ from, to: view.to });
  return found;
}

/** d3's date ticks end at a second; below that, steps of 1, 2 and 5 go down to microseconds. */
function ticksIn(view: ViewWindow, count: number, utc: boolean): readonly AxisTick[] {
  const step = (view.to - view.from) / count;
  if (step < 1) return fineTicks(view, step, utc);
  const scale = (utc ? scaleUtc() : scaleTime()).domain([view.from, view.to]);
  const label = labelFor(step, utc);
  // The domain of the scale is whole milliseconds, so its ticks can lie a fraction outside.
  return scale
    .ticks(Math.max(2, count))
    .map((date) => ({ time: date.getTime(), label: label(date) }))
    .filter(({ time }) => time >= view.from && time <= view.to);
}

function labelFor(step: number, utc: boolean): (date: Date) => string {
  const format = utc ? utcFormat : timeFormat;
  if (step < 1000) return format('%H:%M:%S.%L');
  if (step < 60_000) return format('%H:%M:%S');
  if (step < 12 * 3_600_000) return format('%H:%M');
  return format('%Y-%m-%d');
}

function fineTicks(view: ViewWindow, rough: number, utc: boolean): readonly AxisTick[] {
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const second = (utc ? utcFormat : timeFormat)('%H:%M:%S');
  const digits = Math.min(6, Math.max(3, Math.ceil(-Math.log10(step)) + 3));
  const ticks: AxisTick[] = [];
  for (let i = Math.ceil(view.from / step); i * step <= view.to; i++) {
    const time = i * step;
    const fraction = ((time % 1000) / 1000).toFixed(digits).slice(1);
    ticks.push({ time, label: `${second(new Date(time))}${fraction}` });
  }
  return ticks;
}
