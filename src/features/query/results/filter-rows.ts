/** Which of the shown rows contain a text. Pure. */
import type { JsonObject } from '../../../protocol/queries.ts';
import { cellValue, type ResultColumn } from './result-columns.ts';

/** Without regard to case, in any of the columns; null when nothing is searched. */
export function matchingRows(
  rows: readonly JsonObject[],
  columns: readonly ResultColumn[],
  text: string,
): ReadonlySet<number> | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return null;
  const found = new Set<number>();
  rows.forEach((row, index) => {
    if (columns.some(({ name }) => cellText(cellValue(row, name)).toLowerCase().includes(wanted)))
      found.add(index);
  });
  return found;
}

/** Nested values with all their members, also those that a cell leaves out. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
