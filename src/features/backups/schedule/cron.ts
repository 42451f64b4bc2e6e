/**
 * Cron expressions of five fields (minute, hour, day of month, month, day of week), as RavenDB takes them. As in its parser,
 * a day has to match both the day of month and the day of week. Pure; times are UTC.
 */

interface Cron {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
}

const fields = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12 },
  { name: 'day of week', least: 0, most: 6 },
] as const;

const names: Readonly<Record<string, number>> = {
  ...numbered('sun mon tue wed thu fri sat', 0),
  ...numbered('jan feb mar apr may jun jul aug sep oct nov dec', 1),
};

function numbered(list: string, first: number): Record<string, number> {
  return Object.fromEntries(list.split(' ').map((name, at) => [name, first + at]));
}

export type CronReading =
  { readonly ok: true; readonly cron: Cron } | { readonly ok: false; readonly problem: string };

export function readCron(text: string): CronReading {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== fields.length)
    return {
      ok: false,
      problem: 'Enter five fields: minute, hour, day of month, month, day of week.',
    };
  const sets: ReadonlySet<number>[] = [];
  for (const [at, field] of fields.entries()) {
    const part = parts[at] ?? '';
    const values = readField(part, field.least, field.most);
    if (values === null)
      return {
        ok: false,
        problem: `The ${field.name} “${part}” is invalid: use ${field.least} to ${field.most}, *, lists, ranges or steps.`,
      };
    sets.push(values);
  }
  const none: ReadonlySet<number> = new Set();
  const [minutes = none, hours = none, days = none, months = none, weekdays = none] = sets;
  return { ok: true, cron: { minutes, hours, days, months, weekdays } };
}

function readField(text: string, least: number, most: number): ReadonlySet<number> | null {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [, range = '', step] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? [];
    const by = step === undefined ? 1 : Number(step);
    if (range === '' || by < 1) return null;
    const bounds = readRange(range, step !== undefined, least, most);
    if (bounds === null) return null;
    for (let value = bounds.from; value <= bounds.to; value += by) values.add(value);
  }
  return values;
}

function readRange(
  range: string,
  hasStep: boolean,
  least: number,
  most: number,
): { readonly from: number; readonly to: number } | null {
  if (range === '*') return { from: least, to: most };
  const [first = '', second, ...more] = range.split('-');
  const from = readValue(first);
  // `5/15` continues to the end.
  const to = second === undefined ? (hasStep ? most : from) : readValue(second);
  if (more.length > 0 || from === null || to === null) return null;
  return from < least || to > most || from > to ? null : { from, to };
}

function readValue(text: string): number | null {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  return names[text.toLowerCase()] ?? null;
}

const DAY_MS = 86_400_000;
/** The 29 February of a weekday comes back after at most 40 years; nothing is planned further ahead than this. */
const MAX_DAYS = 366 * 8;

/** The next times after a moment, in milliseconds since 1970; fewer for a day that never comes. */
export function nextTimes(cron: Cron, after: number, count: number): readonly number[] {
  const found: number[] = [];
  const hours = [...cron.hours].sort((a, b) => a - b);
  const minutes = [...cron.minutes].sort((a, b) => a - b);
  const firstDay = Math.floor(after / DAY_MS) * DAY_MS;
  for (let day = 0; day <= MAX_DAYS && found.length < count; day++) {
    const midnight = new Date(firstDay + day * DAY_MS);
    if (!cron.months.has(midnight.getUTCMonth() + 1)) continue;
    if (!cron.days.has(midnight.getUTCDate()) || !cron.weekdays.has(midnight.getUTCDay())) continue;
    for (const hour of hours)
      for (const minute of minutes) {
        const time = midnight.getTime() + (hour * 60 + minute) * 60_000;
        if (time > after && found.length < count) found.push(time);
      }
  }
  return found;
}
