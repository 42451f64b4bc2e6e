/** The columns of a CSV file: name, place in the document, type. Pure. */
import { isServerMetadata } from '../../../../document-copy/client-metadata.ts';
import type { Cell } from '../read/csv-cells.ts';
import { fitsType, type ColumnType } from './cell-value.ts';

/** A wider header is refused. */
export const MAX_COLUMNS = 512;

export interface Column {
  readonly header: string;
  /** Where the value is written: dots make nested objects, `\.` is a dot. */
  readonly path: string;
  readonly type: ColumnType;
  readonly included: boolean;
}

/** Columns of Rookery's and RavenDB's exports that the server writes itself. */
const serverColumns = new Set(['@id', '@last-modified', '@change-vector', '@index-score', '@distance']);
/** Of Rookery's exports: an object of the members that have no column of their own. The import writes its members. */
export const OTHER_COLUMN = '@other';

const METADATA_PATH = '@metadata.';
/** Not written by the import. */
const isServerColumn = (header: string): boolean =>
  header.startsWith(METADATA_PATH) && isServerMetadata(header.slice(METADATA_PATH.length));

/** Which column has the ids of an export; undefined when there is none. */
export function idColumn(headers: readonly string[]): number | undefined {
  for (const name of ['@id', '@metadata.@id']) {
    const found = headers.indexOf(name);
    if (found !== -1) return found;
  }
  return undefined;
}

/** Names and types as far as the first rows show them. */
export function proposeColumns(
  headers: readonly string[],
  rows: readonly (readonly Cell[])[],
): readonly Column[] {
  const taken = new Set<string>();
  return headers.map((header, index) => {
    const wanted = header === '@collection' ? '@metadata.@collection' : header.trim();
    const path = free(wanted === '' ? `Column ${index + 1}` : wanted, taken);
    taken.add(path);
    return {
      header,
      path,
      type: path === OTHER_COLUMN ? 'json' : proposeType(rows.flatMap((row) => row[index] ?? [])),
      included: !serverColumns.has(header) && !isServerColumn(header),
    };
  });
}

function free(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}_${number}`)) number++;
  return `${wanted}_${number}`;
}

function proposeType(cells: readonly Cell[]): ColumnType {
  const filled = cells.filter(({ text }) => text !== '');
  if (filled.length === 0) return 'text';
  const fits = (type: ColumnType): boolean =>
    filled.every(({ text, quoted }) => (!quoted || type === 'json') && fitsType(type, text));
  if (fits('number')) return 'number';
  if (fits('boolean')) return 'boolean';
  // Texts that begin with a bracket by chance are not JSON.
  return filled.every(({ text }) => /^[[{]/.test(text)) && fits('json') ? 'json' : 'text';
}

/** `a.b\.c` → `a`, `b.c`. */
export function pathParts(path: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < path.length; at++) {
    const char = path[at] ?? '';
    const next = path[at + 1];
    if (char === '.') {
      parts.push(part);
      part = '';
    } else if (char === '\\' && (next === '.' || next === '\\')) {
      part += next;
      at++;
    } else part += char;
  }
  return [...parts, part];
}

/** The problem of each column, by its index; empty when documents can be made. */
export function columnProblems(columns: readonly Column[]): ReadonlyMap<number, string> {
  const problems = new Map<number, string>();
  const leaves = new Map<string, number>();
  const objects = new Map<string, number>();
  columns.forEach((column, index) => {
    if (!column.included) return;
    const parts = pathParts(column.path);
    if (parts.some((part) => part === ''))
      return void problems.set(index, column.path === '' ? 'Enter a name.' : 'A part of the path is empty.');
    if (parts[0] === '@metadata' && parts.length === 1)
      return void problems.set(index, 'Write @metadata.NAME: metadata is an object.');
    const keys = parts.map((_, depth) => JSON.stringify(parts.slice(0, depth + 1)));
    const own = keys.at(-1) ?? '';
    const other =
      leaves.get(own) ??
      objects.get(own) ??
      keys
        .slice(0, -1)
        .map((key) => leaves.get(key))
        .find((found) => found !== undefined);
    if (other !== undefined)
      problems.set(index, `The path collides with column ${other + 1}, ${columns[other]?.path ?? ''}.`);
    leaves.set(own, index);
    for (const key of keys.slice(0, -1)) objects.set(key, index);
  });
  return problems;
}
