/** The cells of one row, which `csv-rows.ts` has checked. Pure. */
import type { Delimiter } from './csv-rows.ts';

export interface Cell {
  readonly text: string;
  /** `""` is an empty text; nothing between two delimiters is an empty cell. */
  readonly quoted: boolean;
}

export function splitCells(row: string, delimiter: Delimiter): readonly Cell[] {
  if (!row.includes('"')) return row.split(delimiter).map((text) => ({ text, quoted: false }));
  const cells: Cell[] = [];
  let at = 0;
  for (;;) {
    if (row[at] === '"') {
      const end = closingQuote(row, at);
      cells.push({ text: row.slice(at + 1, end).replaceAll('""', '"'), quoted: true });
      at = end + 1;
    } else {
      const found = row.indexOf(delimiter, at);
      const end = found === -1 ? row.length : found;
      cells.push({ text: row.slice(at, end), quoted: false });
      at = end;
    }
    if (at >= row.length) return cells;
    // The delimiter.
    at++;
  }
}

function closingQuote(row: string, start: number): number {
  for (let at = row.indexOf('"', start + 1); at !== -1; at = row.indexOf('"', at + 2))
    if (row[at + 1] !== '"') return at;
  return row.length;
}
