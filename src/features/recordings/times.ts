/** Times of a recording are µs since 1970; charts have milliseconds. */
import type { TimeRange } from '../../charts/series/index.ts';
import type { RecordingFinding } from '../../contract/index.ts';
import { formatDateTime, formatMs } from '../../ui/index.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

export const toMs = ({ from, to }: Span): TimeRange => ({ from: from / 1000, to: to / 1000 });
export const toUs = ({ from, to }: TimeRange): Span => ({
  from: Math.floor(from * 1000),
  to: Math.ceil(to * 1000),
});

/** The part of a finding is a third of the range around it, and a moment has at least some seconds. */
const LEAST_MARGIN_MS = 5000;

export function rangeAround({ from, to }: Pick<RecordingFinding, 'from' | 'to'>, all: TimeRange): TimeRange {
  const part = toMs({ from, to });
  const margin = Math.max(LEAST_MARGIN_MS, part.to - part.from);
  const range = { from: Math.max(all.from, part.from - margin), to: Math.min(all.to, part.to + margin) };
  // Times outside of the recording: a clock that was moved meanwhile.
  return range.to > range.from ? range : all;
}

/** `2026-11-21 09:34:46 UTC`. */
export const utcText = (us: number): string => formatDateTime(us / 1000, { utc: true });
/** `2026-11-21 09:34:46`. */
export const localText = (us: number): string => formatDateTime(us / 1000);

/** `09:34:46.123`. */
export function clockText(us: number, utc: boolean): string {
  const date = new Date(us / 1000);
  if (Number.isNaN(date.getTime())) return '–';
  if (utc) return date.toISOString().slice(11, 23);
  const two = (value: number, digits = 2): string => String(value).padStart(digits, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${two(date.getMilliseconds(), 3)}`;
}

export const durationText = (us: number): string => formatMs(us / 1000);
