/** The order of the shown rows by a column. Pure. */
import type { JsonObject } from '../../../protocol/queries.ts';
import { gridOrder, type GridSort, summarise } from '../../../ui/index.ts';
import { cellValue } from './result-columns.ts';

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
  if (!valueOf) return rows.map((_, index) => index);
  const values = rows.map((row) => {
    const value = valueOf(row);
    if (value === null || value === undefined || typeof value === 'number') return value;
    return summarise(value).text;
  });
  return gridOrder(values, descending);
}
