/** Finds the columns of a result from its rows. Pure. */
import { shortDate, summarise } from '../../../ui/index.ts';
import { isJsonObject, type JsonObject } from '../../../protocol/queries.ts';

export interface ResultColumn {
  /** The name of the member; `@id` is the document id. */
  readonly name: string;
  /** Pixels, estimated from the texts. */
  readonly width: number;
  readonly numeric: boolean;
}

/** Number of rows sampled across the result to find columns. */
const SAMPLE = 400;
const MAX_COLUMNS = 120;

export const ID_COLUMN = '@id';

/** The document id; null for rows that are not documents (facets, group by). */
export function documentId(row: JsonObject): string | null {
  const metadata = row['@metadata'];
  const id = isJsonObject(metadata) ? metadata['@id'] : undefined;
  return typeof id === 'string' && id !== '' ? id : null;
}

export function cellValue(row: JsonObject, column: string): unknown {
  return column === ID_COLUMN ? (documentId(row) ?? undefined) : row[column];
}

export function findColumns(rows: readonly JsonObject[]): ResultColumn[] {
  const sample = spread(rows);
  const seen = new Map<string, { characters: number; numbers: number; others: number }>();
  if (sample.some((row) => documentId(row) !== null))
    seen.set(ID_COLUMN, { characters: 8, numbers: 0, others: 0 });
  for (const row of sample)
    for (const name of seen.has(ID_COLUMN) ? [ID_COLUMN, ...Object.keys(row)] : Object.keys(row)) {
      if (name === '@metadata') continue;
      const value = cellValue(row, name);
      let column = seen.get(name);
      if (!column) {
        if (seen.size >= MAX_COLUMNS) continue;
        seen.set(name, (column = { characters: name.length + 2, numbers: 0, others: 0 }));
      }
      const { kind, text } = summarise(value);
      const shown = kind === 'text' ? (shortDate(text) ?? text) : text;
      column.characters = Math.max(column.characters, shown.length);
      if (kind === 'number') column.numbers++;
      else if (kind !== 'null' && kind !== 'missing') column.others++;
    }
  return [...seen].map(([name, { characters, numbers, others }]) => ({
    name,
    width: Math.min(300, Math.max(72, Math.round(characters * 7.4) + 26)),
    numeric: numbers > 0 && others === 0,
  }));
}

function spread(rows: readonly JsonObject[]): readonly JsonObject[] {
  if (rows.length <= SAMPLE) return rows;
  const step = rows.length / SAMPLE;
  const picked: JsonObject[] = [];
  for (let i = 0; i < SAMPLE; i++) {
    const row = rows[Math.floor(i * step)];
    if (row) picked.push(row);
  }
  return picked;
}
