/** A date of a document's metadata: parses typed text, formats the server's date, and has presets. */

export type TypedDate =
  | { readonly kind: 'empty' }
  | { readonly kind: 'date'; readonly ms: number }
  | { readonly kind: 'unreadable'; readonly reason: string };

const SHAPE =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,7}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Parses `2026-12-31 18:30`, with optional seconds, `T`, `Z` or offset; local time without a zone. */
export function readTypedDate(typed: string): TypedDate {
  const text = typed.trim();
  if (text === '') return { kind: 'empty' };
  const match = SHAPE.exec(text);
  if (!match)
    return {
      kind: 'unreadable',
      reason: `"${text}" is not a date. Use 2026-12-31 18:30 for local time, or add Z for UTC.`,
    };
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((group) =>
    Number(match[group] ?? 0),
  ) as [number, number, number, number, number, number];
  const fraction = Number(`0.${match[7] ?? '0'}`) * 1000;
  const zone = match[8];
  const wall = [year, month - 1, day, hour, minute, second, Math.floor(fraction)] as const;
  const utc = new Date(0);
  utc.setUTCFullYear(year, month - 1, day);
  utc.setUTCHours(hour, minute, second, Math.floor(fraction));
  // Date rolls 31 February over into March, which is not what was typed.
  const rolled =
    utc.getUTCFullYear() !== year ||
    utc.getUTCMonth() !== month - 1 ||
    utc.getUTCDate() !== day ||
    utc.getUTCHours() !== hour ||
    minute > 59 ||
    second > 59;
  if (rolled || month < 1) return { kind: 'unreadable', reason: `"${text}" is not a valid date or time.` };
  if (zone !== undefined) return { kind: 'date', ms: utc.getTime() - offsetMs(zone) };
  return { kind: 'date', ms: new Date(...wall).getTime() };
}

function offsetMs(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  const digits = zone.replace(/\D/g, '');
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4))) * 60_000;
}

/** Server format: UTC, seven digits. */
export function toServerDate(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '0000Z');
}

/** For the form field: local time, with seconds only if they are not zero. */
export function toFieldText(ms: number): string {
  const date = new Date(ms);
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const seconds = date.getSeconds() === 0 ? '' : `:${two(date.getSeconds())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}${seconds}`;
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  // A count of days is more precise than "1 month", which can be 28 of them.
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "in 3 days", "2 hours ago", "now". */
export function relativeTime(ms: number, now: number): string {
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
  const away = ms - now;
  for (const [unit, size] of STEPS)
    if (Math.abs(away) >= (unit === 'year' || unit === 'month' ? 3 * size : size))
      return words.format(Math.trunc(away / size), unit);
  return Math.abs(away) < 1000 ? 'now' : away > 0 ? 'in less than a minute' : 'less than a minute ago';
}

export function duration(seconds: number): string {
  if (seconds % 3600 === 0) return count(seconds / 3600, 'hour');
  if (seconds % 60 === 0) return count(seconds / 60, 'minute');
  return count(seconds, 'second');
}

function count(n: number, unit: string): string {
  return n === 1 ? unit : `${n} ${unit}s`;
}

export interface DatePreset {
  readonly label: string;
  /** The moment for a given "now". */
  readonly at: (now: number) => number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Tomorrow is the start of the next local day, also across a change of the clock. */
export const datePresets: readonly DatePreset[] = [
  { label: 'In 1 hour', at: (now) => now + HOUR },
  { label: 'In 1 day', at: (now) => now + DAY },
  { label: 'Tomorrow 00:00', at: (now) => localMidnight(now, 1) },
  { label: 'In 7 days', at: (now) => now + 7 * DAY },
  { label: 'In 30 days', at: (now) => now + 30 * DAY },
  { label: 'In 1 year', at: (now) => inYears(now, 1) },
];

function localMidnight(now: number, days: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

function inYears(now: number, years: number): number {
  const date = new Date(now);
  date.setFullYear(date.getFullYear() + years);
  return date.getTime();
}
