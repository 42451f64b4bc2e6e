/** Formats numbers and times: with a unit, tabular, and with at most three significant digits. */

const counts = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** `12,345`. The exact number; use `formatCompact` where space is limited. */
export function formatCount(count: number): string {
  return Number.isFinite(count) ? counts.format(count) : '–';
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** `12.3K`. Show the exact count on hover. */
export function formatCompact(count: number): string {
  return Number.isFinite(count) ? compact.format(count) : '–';
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** `1.5 MB`, in steps of 1024 as RavenDB counts. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return '–';
  let value = Math.abs(bytes);
  let unit = 0;
  // From half a unit below the step the value rounds up: 1,023.96 KB reads "1 MB", not "1,024 KB".
  while (unit < byteUnits.length - 1 && Number(value.toFixed(1)) >= 1024) {
    value /= 1024;
    unit++;
  }
  return `${bytes < 0 ? '−' : ''}${significant(value)} ${byteUnits[unit] ?? 'B'}`;
}

/** `350 µs`, `12.4 ms`, `3.2 s`, `4 min 12 s`, `2 h 5 min`, `3 d 4 h`. */
export function formatMs(ms: number): string {
  if (!Number.isFinite(ms)) return '–';
  if (ms < 0) return `−${formatMs(-ms)}`;
  if (ms === 0) return '0 ms';
  if (ms < 0.9995) return ms < 0.001 ? '< 1 µs' : `${significant(ms * 1000)} µs`;
  if (ms < 999.5) return `${significant(ms)} ms`;
  if (ms < 59_950) return `${significant(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return pair(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 1440) return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(minutes / 60);
  return pair(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

// Made once: a format costs more than a thousand of its uses.
const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const twoDecimals = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** Three significant digits: 1.25, 12.5, 125, 1,250. */
function significant(value: number): string {
  if (value === 0) return '0';
  const format = value >= 99.95 ? counts : value >= 9.995 ? oneDecimal : twoDecimals;
  return format.format(value);
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** `2026-11-21 09:34:46`, local time; pass `utc` for tooltips. Accepts a Date, epoch ms or a server date. */
export function formatDateTime(
  moment: Date | number | string,
  options: { readonly utc?: boolean } = {},
): string {
  const date = toDate(moment);
  if (Number.isNaN(date.getTime())) return typeof moment === 'string' ? moment : '–';
  if (options.utc) return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return `${day} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}:${twoDigits(date.getSeconds())}`;
}

/**
 * RavenDB writes seven fractional digits and omits the zone for UTC; `Date` accepts three and assumes local time.
 */
function toDate(moment: Date | number | string): Date {
  if (typeof moment !== 'string') return new Date(moment);
  const cut = moment.replace(/(\.\d{3})\d+/, '$1');
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(cut) || !cut.includes('T') ? cut : `${cut}Z`;
  return new Date(zoned);
}

/** `3 min ago`, `in 2 d`; show the exact time on hover. */
export function formatAgo(moment: Date | number | string, now: number = Date.now()): string {
  const difference = now - toDate(moment).getTime();
  if (Number.isNaN(difference)) return '–';
  const distance = Math.abs(difference);
  if (distance < 5000) return 'just now';
  const [first = '', unit = ''] = formatMs(Math.floor(distance / 1000) * 1000).split(' ');
  const text = `${Math.round(Number(first))} ${unit}`;
  return difference >= 0 ? `${text} ago` : `in ${text}`;
}

/** `1 document`, `12,345 documents`. The one place that decides between singular and plural. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${pluralNoun(count, one, many)}`;
}

/** `document` or `documents`, where the count is formatted elsewhere (in bold, say). */
export function pluralNoun(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}
