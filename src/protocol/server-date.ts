/**
 * RavenDB writes dates as ISO text with 7 fractional digits. `Date` has only milliseconds, which is coarser than
 * one journal write; so times are milliseconds since 1970 with a fraction (a double resolves about 0.2 µs at
 * today's dates).
 */
const pattern = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,7}))?\d*(Z|[+-]\d{2}:\d{2})?$/;

/** NaN for an invalid date, and for RavenDB's "never", the first day of year 1. A date without a zone is UTC, as in RavenDB. */
export function parseServerDate(text: string): number {
  const match = pattern.exec(text);
  if (!match || text.startsWith('0001-01-01')) return Number.NaN;
  const [, seconds = '', fraction = '', zone = 'Z'] = match;
  return Date.parse(`${seconds}${zone}`) + Number(fraction.padEnd(7, '0')) / 10_000;
}

/** Formats as UTC with 7 digits. */
export function formatServerDate(ms: number): string {
  const whole = Math.floor(ms / 1000);
  const ticks = Math.min(9_999_999, Math.round((ms - whole * 1000) * 10_000));
  return `${new Date(whole * 1000).toISOString().slice(0, 19)}.${String(ticks).padStart(7, '0')}Z`;
}
