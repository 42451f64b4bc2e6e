import { scaleTime, scaleUtc } from 'd3-scale';
import { timeFormat, utcFormat } from 'd3-time-format';
import { widthOf, type ViewWindow } from './view-window.ts';

export interface AxisTick {
  readonly time: number;
  readonly label: string;
}

/** Ticks about every 120 pixels. Below a second d3's dates end, so plain steps of 1, 2 and 5 go on down to microseconds. */
export function axisTicks(view: ViewWindow, width: number, utc: boolean): readonly AxisTick[] {
  const count = Math.max(2, Math.floor(width / 120));
  const span = widthOf(view);
  if (span / count < 1) return fineTicks(view, count, utc);
  const scale = (utc ? scaleUtc() : scaleTime()).domain([view.from, view.to]);
  const label = labelFor(span / count, utc);
  // The scale's domain is whole milliseconds, so its ticks may lie a fraction of one outside.
  return scale
    .ticks(count)
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

function fineTicks(view: ViewWindow, count: number, utc: boolean): readonly AxisTick[] {
  const rough = widthOf(view) / count;
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
