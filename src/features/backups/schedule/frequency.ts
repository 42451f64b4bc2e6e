/** Simple choices of a schedule, and the cron expressions that they mean. Pure. */

export type Frequency =
  | { readonly kind: 'never' }
  | { readonly kind: 'daily'; readonly time: string }
  | { readonly kind: 'weekly'; readonly time: string; readonly weekday: number }
  | { readonly kind: 'hourly'; readonly hours: number }
  | { readonly kind: 'cron'; readonly text: string };

export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** Steps that divide a day evenly: others would begin anew at midnight. */
export const hourSteps = [1, 2, 3, 4, 6, 8, 12] as const;

/** Null: never. An invalid time is an invalid expression, which the form shows. */
export function toCron(frequency: Frequency): string | null {
  switch (frequency.kind) {
    case 'never':
      return null;
    case 'daily':
      return `${clock(frequency.time)} * * *`;
    case 'weekly':
      return `${clock(frequency.time)} * * ${frequency.weekday}`;
    case 'hourly':
      return frequency.hours === 1 ? '0 * * * *' : `0 */${frequency.hours} * * *`;
    case 'cron':
      return frequency.text.trim();
  }
}

function clock(time: string): string {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(time.trim()) ?? [];
  return hour === undefined || minute === undefined ? '? ?' : `${Number(minute)} ${Number(hour)}`;
}

export function readFrequency(cron: string | null): Frequency {
  if (cron === null || cron.trim() === '') return { kind: 'never' };
  const text = cron.trim().replaceAll(/\s+/g, ' ');
  const [, step] = /^0 \*(?:\/(\d+))? \* \* \*$/.exec(text) ?? [];
  if (text === '0 * * * *') return { kind: 'hourly', hours: 1 };
  const hours = hourSteps.find((each) => String(each) === step);
  if (hours !== undefined) return { kind: 'hourly', hours };
  const [, minute, hour, day] = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6])$/.exec(text) ?? [];
  if (minute === undefined || hour === undefined || day === undefined) return { kind: 'cron', text };
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  return day === '*' ? { kind: 'daily', time } : { kind: 'weekly', time, weekday: Number(day) };
}

/** `every day at 02:00`. */
export function frequencyText(cron: string | null): string {
  const frequency = readFrequency(cron);
  switch (frequency.kind) {
    case 'never':
      return 'never';
    case 'daily':
      return `every day at ${frequency.time}`;
    case 'weekly':
      return `every ${weekdays[frequency.weekday] ?? 'week'} at ${frequency.time}`;
    case 'hourly':
      return frequency.hours === 1 ? 'every hour' : `every ${frequency.hours} hours`;
    case 'cron':
      return frequency.text;
  }
}

/** What the server deletes by itself. */
export function retentionText(database: string, folder: string | null, keepDays: number | null): string {
  const place = folder === null || folder.trim() === '' ? 'the destinations of this task' : folder.trim();
  if (keepDays === null) return `No backup is deleted. ${place} grows until someone deletes old backups.`;
  const days = keepDays === 1 ? '1 day' : `${keepDays} days`;
  return `After each backup, the server deletes backups of ${database} in ${place} that are older than ${days}, with their files.`;
}
