/** What the user chooses before an import. Pure. */
import type { Delimiter } from '../read/csv-rows.ts';
import type { FileFormat } from '../read/file-kind.ts';
import { columnProblems, MAX_COLUMNS, type Column } from './columns.ts';

export const idSources = ['server', 'metadata', 'property'] as const;
/** `metadata`: `@metadata.@id` of JSON. `property`: a property of JSON, a column of CSV. */
export type IdSource = (typeof idSources)[number];

export const emptyCells = ['null', 'omit', 'text'] as const;
export type EmptyCells = (typeof emptyCells)[number];

export const existingChoices = ['overwrite', 'skip', 'stop'] as const;
/** What happens with a document whose id is taken. */
export type ExistingChoice = (typeof existingChoices)[number];

export interface CsvSettings {
  readonly delimiter: Delimiter;
  readonly hasHeader: boolean;
  readonly columns: readonly Column[];
  readonly empty: EmptyCells;
  /** Takes off the apostrophe that spreadsheet-safe exports put before `=`, `+`, `-` and `@`. */
  readonly dropApostrophes: boolean;
  /** Index of the column with the ids. */
  readonly idColumn: number;
}

export interface FileSettings {
  readonly format: FileFormat;
  readonly isArray: boolean;
  readonly csv: CsvSettings;
  /** Of documents that name none; empty for none. */
  readonly collection: string;
  readonly idSource: IdSource;
  /** Path of the property with the id, for JSON. */
  readonly idProperty: string;
  /** Written before ids of a property or column. */
  readonly idPrefix: string;
  readonly existing: ExistingChoice;
}

/** Why the settings cannot be used; undefined when they can. */
export function settingsProblem(settings: FileSettings): string | undefined {
  const { format, csv, idSource, idProperty, collection } = settings;
  if (idSource === 'server' && collection.trim() === '')
    return 'Enter a collection: the server generates ids from its name.';
  if (/[|\0]/.test(collection)) return 'The collection contains | or a NUL character.';
  if (format !== 'csv')
    return idSource === 'property' && idProperty.trim() === ''
      ? 'Enter the property with the ids.'
      : undefined;
  if (csv.columns.length === 0)
    return 'The first row cannot be read as column names. Change the delimiter, or repair the file.';
  if (csv.columns.length > MAX_COLUMNS) return `The table has more than ${MAX_COLUMNS} columns.`;
  if (!csv.columns.some(({ included }) => included)) return 'Include at least one column.';
  if (idSource === 'property' && csv.columns[csv.idColumn] === undefined)
    return 'Choose the column with the ids.';
  const [first] = columnProblems(csv.columns);
  if (!first) return undefined;
  const [index, problem] = first;
  return `Column ${index + 1}: ${problem}`;
}

/** `orders-2024.csv` → `Orders-2024`. */
export function proposeCollection(fileName: string): string {
  const base = fileName
    .replace(/\.gz$/i, '')
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '_');
  return base === '' ? 'Documents' : base.slice(0, 1).toUpperCase() + base.slice(1, 100);
}
