/** The order of the shown rows by a column. Pure. */
import type { JsonObject } from '../../../protocol/queries.ts';
import type { GridSort } from '../../../ui/index.ts';
import { summarise } from './cell-summary.ts';
import { cellValue } from './result-columns.ts';

const texts = new Intl.Collator('en', { numeric: true });

/** Indexes of the rows. Rows without a value are last in both directions; equal rows keep the server's order. */
export function sortedIndexes(rows: readonly JsonObject[], sort: GridSort | null): readonly number[] {
  return sortedBy(rows, sort && ((row) => cellValue(row, sort.column)), sort?.descending ?? false);
}

/** The same by any value; null keeps the order of the server. */
export function sortedBy<R>(
  rows: readonly R[],
  valueOf: ((row: R) => unknown) | null,
  descending: boolean,
): readonly number[] {
  const indexes = rows.map((_, index) => index);
  if (!valueOf) return indexes;
  const values = rows.map(valueOf);
  const isEmpty = (value: unknown): boolean => value === null || value === undefined;
  const direction = descending ? -1 : 1;
  return indexes.sort((a, b) => {
    const [x, y] = [values[a], values[b]];
    if (isEmpty(x) || isEmpty(y)) return Number(isEmpty(x)) - Number(isEmpty(y)) || a - b;
    const order =
      typeof x === 'number' && typeof y === 'number'
        ? x - y
        : texts.compare(summarise(x).text, summarise(y).text);
    return order * direction || a - b;
  });
}

/** A click on a column: ascending, descending, then the server's order again. */
export function nextSort(sort: GridSort | null, column: string): GridSort | null {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}
