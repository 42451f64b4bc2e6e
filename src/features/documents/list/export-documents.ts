/** Documents as a file: JSON keeps the text of every document; CSV has a column per property. */
import { toRow, type Cell, type DocumentRow } from '../../../protocol/collections.ts';
import type { StoredDocument } from '../../../protocol/documents.ts';
import { member, parseJsonText, slice } from '../../../protocol/json-text.ts';
import { csvText } from '../../../ui/csv-text.ts';

export type ExportFormat = 'json' | 'ndjson' | 'csv';

/** Collects pages of documents; a document that moved between pages is included once. */
export class DocumentExport {
  readonly #format: ExportFormat;
  readonly #seen = new Set<string>();
  readonly #parts: string[] = [];
  readonly #rows: (readonly [DocumentRow, StoredDocument])[] = [];

  constructor(format: ExportFormat) {
    this.#format = format;
  }

  get count(): number {
    return this.#seen.size;
  }

  add(documents: readonly StoredDocument[]): void {
    for (const document of documents) {
      if (this.#seen.has(document.metadata.id)) continue;
      this.#seen.add(document.metadata.id);
      if (this.#format !== 'csv') this.#parts.push(document.text);
      else this.#rows.push([toRow(document), document]);
    }
  }

  finish(): Blob {
    if (this.#format === 'csv') return new Blob([toCsv(this.#rows)], { type: 'text/csv;charset=utf-8' });
    if (this.#format === 'ndjson')
      return new Blob(
        this.#parts.map((text) => `${oneLine(text)}\n`),
        { type: 'application/x-ndjson' },
      );
    const parts = this.#parts.flatMap((text, index) => [index === 0 ? '[\n' : ',\n', text]);
    return new Blob(parts.length === 0 ? ['[]\n'] : [...parts, '\n]\n'], { type: 'application/json' });
  }
}

/** A document as sent has no line breaks outside of strings, and in strings they are escaped. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}

function toCsv(rows: readonly (readonly [DocumentRow, StoredDocument])[]): string {
  const columns = new Set<string>();
  for (const [row] of rows) for (const name of row.cells.keys()) columns.add(name);
  const names = [...columns];
  const text = csvText(
    ['@id', '@collection', ...names, '@last-modified'],
    rows.map(([row, document]) => [
      row.metadata.id,
      row.metadata.collection,
      ...names.map((name) => csvValue(row.cells.get(name), name, document)),
      row.metadata.lastModified,
    ]),
  );
  // A byte order mark, because spreadsheets otherwise assume their own code page.
  return `\uFEFF${text}`;
}

function csvValue(cell: Cell | undefined, name: string, document: StoredDocument): string {
  if (!cell || (cell.kind === 'literal' && cell.text === 'null')) return '';
  if (cell.kind === 'text' || cell.kind === 'literal') return cell.text;
  const nested = member(parseJsonText(document.text), name)?.value;
  return nested ? slice(document.text, nested) : '';
}

export function exportFileName(database: string, what: string, format: ExportFormat): string {
  const clean = `${database}-${what}`.replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return `${clean}.${format}`;
}
