/** Typed entries of a time series. Pure. */
import { readTypedDate } from '../../../ui/typed-date.ts';

export const MAX_VALUES = 32;

/** ISO text in UTC with milliseconds, which is what servers keep; null for a text that is no time. */
export function readTime(text: string): string | null {
  const typed = text.trim();
  if (!/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/i.test(typed))
    return null;
  // Date makes 30 February the second of March, which is not what was typed.
  if (readTypedDate(typed.slice(0, 10)).kind !== 'date') return null;
  const zoned = /(?:Z|[+-]\d{2}:\d{2})$/i.test(typed);
  const date = new Date(
    zoned || typed.length === 10 ? typed.replace(' ', 'T') : `${typed.replace(' ', 'T')}Z`,
  );
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Numbers between blanks, commas or semicolons; null for other texts. */
export function readValues(text: string): readonly number[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const values = parts.map(Number);
  const valid =
    parts.length > 0 && parts.length <= MAX_VALUES && values.every((value) => Number.isFinite(value));
  return valid ? values : null;
}

const ROLLUP_NUMBERS = ['first', 'last', 'min', 'max', 'sum', 'count'] as const;

/** The values of an entry; those of a rollup with their names, for each value that it summarizes. */
export function valuesText(values: readonly number[], isRollup: boolean): string {
  if (!isRollup) return values.join(', ');
  const count = Math.ceil(values.length / ROLLUP_NUMBERS.length);
  return Array.from({ length: count }, (_, at) =>
    values
      .slice(at * ROLLUP_NUMBERS.length, (at + 1) * ROLLUP_NUMBERS.length)
      .map((value, index) => `${ROLLUP_NUMBERS[index] ?? ''} ${value}`)
      .join(', '),
  ).join('; ');
}
