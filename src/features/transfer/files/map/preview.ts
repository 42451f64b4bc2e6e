/** The first documents of a file as they would be sent, and the settings that its content suggests. Pure. */
import { member, parseJsonText, stringValue } from '../../../../protocol/json-text.ts';
import { splitCells, type Cell } from '../read/csv-cells.ts';
import { csvSplitter, type Delimiter } from '../read/csv-rows.ts';
import type { DocumentHead } from '../read/file-kind.ts';
import type { FileItem, Splitter } from '../read/item.ts';
import { jsonSplitter } from '../read/json-values.ts';
import { splitLines } from '../read/ndjson.ts';
import { itemsOf } from '../read/read-items.ts';
import { idColumn, MAX_COLUMNS, proposeColumns } from './columns.ts';
import { csvDocuments } from './csv-document.ts';
import type { DocumentMaker, MadeDocument } from './document.ts';
import { jsonDocuments } from './json-document.ts';
import { proposeCollection, type CsvSettings, type FileSettings } from './settings.ts';

export const PREVIEW_ITEMS = 50;
/** Rows that decide the types. */
const SAMPLED = 200;

export interface FileStart {
  readonly head: DocumentHead;
  /** The first uncompressed bytes. */
  readonly bytes: Uint8Array;
  /** Whether the file continues. */
  readonly isCut: boolean;
}

export interface PreviewRow {
  readonly line: number;
  readonly offset: number;
  readonly made: MadeDocument;
}

type Format = Pick<FileSettings, 'format' | 'isArray'> & { readonly csv: Pick<CsvSettings, 'delimiter'> };

/** `resumed`: reading begins behind an item. */
export function splitterOf({ format, isArray, csv }: Format, resumed: boolean): Splitter {
  switch (format) {
    case 'ndjson':
      return splitLines;
    case 'json':
      return jsonSplitter(isArray, resumed);
    case 'csv':
      return csvSplitter(csv.delimiter);
  }
}

export function makerOf(settings: FileSettings): DocumentMaker {
  return settings.format === 'csv' ? csvDocuments(settings) : jsonDocuments(settings);
}

export function firstItems({ head, bytes, isCut }: FileStart, format: Format): readonly FileItem[] {
  const items = itemsOf(
    bytes.subarray(head.start),
    splitterOf(format, false),
    { offset: head.start, line: 1 },
    isCut,
  );
  return items.slice(0, SAMPLED + 1);
}

export function proposeSettings(start: FileStart, fileName: string): FileSettings {
  const { format, isArray, delimiter } = start.head;
  const collection = proposeCollection(fileName);
  const csv = proposeCsv(start, delimiter, true);
  const hasIds =
    format === 'csv'
      ? idColumn(headersOf(csv)) !== undefined
      : firstJsonHasId(start, { format, isArray, csv });
  return {
    format,
    isArray,
    csv,
    collection,
    idSource: !hasIds ? 'server' : format === 'csv' ? 'property' : 'metadata',
    idProperty: 'Id',
    idPrefix: '',
    existing: 'overwrite',
  };
}

const headersOf = ({ columns }: CsvSettings): readonly string[] => columns.map(({ header }) => header);

/** Columns of a table with this delimiter. Also sensible for other formats, which a user can change to CSV. */
export function proposeCsv(start: FileStart, delimiter: Delimiter, hasHeader: boolean): CsvSettings {
  const items = firstItems(start, { format: 'csv', isArray: false, csv: { delimiter } });
  const rows = items.flatMap((item): readonly (readonly Cell[])[] =>
    item.kind === 'item' ? [splitCells(item.text, delimiter)] : [],
  );
  // A damaged header has no columns: the next row is not taken for it.
  const first = hasHeader && items[0]?.kind !== 'item' ? [] : (rows[0] ?? []);
  const headers = hasHeader ? first.map(({ text }) => text) : first.map((_, index) => `Column ${index + 1}`);
  const columns = proposeColumns(headers.slice(0, MAX_COLUMNS + 1), hasHeader ? rows.slice(1) : rows);
  return {
    delimiter,
    hasHeader,
    columns,
    empty: 'null',
    dropApostrophes: true,
    idColumn: idColumn(headers) ?? 0,
  };
}

function firstJsonHasId(start: FileStart, format: Format): boolean {
  for (const item of firstItems(start, format)) {
    if (item.kind !== 'item') continue;
    try {
      const metadata = member(parseJsonText(item.text), '@metadata')?.value;
      return stringValue(item.text, member(metadata, '@id')?.value) !== undefined;
    } catch {
      // A damaged item decides nothing; the next one does.
      continue;
    }
  }
  return false;
}

export function previewOf(start: FileStart, settings: FileSettings): readonly PreviewRow[] {
  const make = makerOf(settings);
  const items = firstItems(start, settings);
  const rows = settings.format === 'csv' && settings.csv.hasHeader ? items.slice(1) : items;
  return rows.slice(0, PREVIEW_ITEMS).map((item) => ({
    line: item.line,
    offset: item.offset,
    made: item.kind === 'item' ? make(item.text) : { ok: false, id: null, reason: item.reason },
  }));
}
