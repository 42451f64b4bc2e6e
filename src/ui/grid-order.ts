/** The order of rows that are all known, by the values of one column. Pure. */
import type { GridSort } from './grid-column.ts';

export type GridValue = string | number | boolean | null | undefined;

const text = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The places of the rows in their order. Equal rows keep theirs; rows without a value are last in both directions. */
export function gridOrder(values: readonly GridValue[], descending: boolean): readonly number[] {
  const places = values.map((_, place) => place);
  return places.sort((a, b) => {
    const [left, right] = [values[a], values[b]];
    const missing = Number(isMissing(left)) - Number(isMissing(right));
    if (missing !== 0 || isMissing(left)) return missing || a - b;
    const order = compare(left, right);
    return (descending ? -order : order) || a - b;
  });
}

function isMissing(value: GridValue): boolean {
  return value === null || value === undefined || value === '' || Number.isNaN(value);
}

function compare(left: GridValue, right: GridValue): number {
  return typeof left === 'number' && typeof right === 'number'
    ? left - right
    : text.compare(String(left), String(right));
}

/** A click on a column: ascending, then descending, then the given order again. */
export function nextSort(sort: GridSort | null, column: string): GridSort | null {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}
