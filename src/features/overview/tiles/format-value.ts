import { formatBytes, formatCompact, formatMs } from '../../../ui/index.ts';
import type { Unit } from '../series.ts';

/** `12 %`, `3.4 MB/s`, `48/s`, `2.1 ms`, `3`. */
export function formatValue(value: number, unit: Unit): string {
  switch (unit) {
    case 'percent':
      return `${formatCompact(Math.round(value * 10) / 10)} %`;
    case 'bytes':
      return formatBytes(value);
    case 'bytes-per-second':
      return `${formatBytes(value)}/s`;
    case 'per-second':
      return `${formatCompact(value)}/s`;
    case 'ms':
      return formatMs(value);
    case 'count':
      return formatCompact(value);
  }
}

/** `12 s`, `3 min`: a distance in time in one unit. */
export function formatDistance(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
