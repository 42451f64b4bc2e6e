/** The text of a file, row by row: CSV, NDJSON or JSON. Pure. */
import type { ExportRequest } from '../../../src/contract/index.ts';
import {
  cellOf,
  csvHead,
  csvLine,
  OTHER_COLUMN,
  otherMembers,
  readCsvRow,
  type CsvRow,
} from './csv-cells.ts';

export interface RowWriter {
  /** The text to write now, for this row and those held back before it. `text` is a JSON object. */
  row(text: string): Written;
  /** The rows held back, without the end of the file. */
  flush(): Written;
  /** After `flush`. */
  end(): string;
}

export interface Written {
  readonly text: string;
  readonly rows: number;
}

const none: Written = { text: '', rows: 0 };

/** Rows whose members become columns, and the characters of them that are held in memory. */
const SAMPLE_ROWS = 2_000;
const SAMPLE_CHARACTERS = 8 * 1024 * 1024;

export function rowWriter(
  { format, csv }: Pick<ExportRequest, 'format' | 'csv'>,
  sampleRows = SAMPLE_ROWS,
): RowWriter {
  if (format === 'ndjson') return ndjsonWriter;
  if (format === 'json') return jsonWriter();
  return csv.columns === null
    ? new SampledCsv(csv, sampleRows)
    : new NamedCsv(csv.columns, false, csv.neutralizeFormulas);
}

const ndjsonWriter: RowWriter = {
  row: (text) => ({ text: `${oneLine(text)}\n`, rows: 1 }),
  flush: () => none,
  end: () => '',
};

/** Line breaks in JSON are only between its tokens. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

function jsonWriter(): RowWriter {
  let isEmpty = true;
  return {
    row(text) {
      const separator = isEmpty ? '[\n' : ',\n';
      isEmpty = false;
      return { text: separator + text, rows: 1 };
    },
    flush: () => none,
    end: () => (isEmpty ? '[]\n' : '\n]\n'),
  };
}

class NamedCsv implements RowWriter {
  private readonly columns: readonly string[];
  private readonly names: ReadonlySet<string>;
  private readonly hasOthers: boolean;
  private readonly style: { readonly neutralizeFormulas: boolean };
  private begun = false;

  constructor(columns: readonly string[], hasOthers: boolean, neutralizeFormulas: boolean) {
    this.columns = columns;
    this.names = new Set(columns);
    this.hasOthers = hasOthers;
    this.style = { neutralizeFormulas };
  }

  row(text: string): Written {
    return { text: this.head() + this.line(readCsvRow(text)), rows: 1 };
  }

  line(row: CsvRow): string {
    const cells = this.columns.map((column) => cellOf(row, column));
    return csvLine(this.hasOthers ? [...cells, otherMembers(row, this.names)] : cells, this.style);
  }

  /** The names of the columns, once. Spreadsheets read UTF-8 only after a byte order mark. */
  head(): string {
    if (this.begun) return '';
    this.begun = true;
    return `\uFEFF${csvHead(this.hasOthers ? [...this.columns, OTHER_COLUMN] : this.columns, this.style)}`;
  }

  flush(): Written {
    return none;
  }

  end(): string {
    return this.head();
  }
}

/** All members: columns are known after the first rows, which are held back until then. */
class SampledCsv implements RowWriter {
  private readonly options: ExportRequest['csv'];
  private readonly sampleRows: number;
  private held: CsvRow[] = [];
  private characters = 0;
  private writer: NamedCsv | undefined;

  constructor(options: ExportRequest['csv'], sampleRows: number) {
    this.options = options;
    this.sampleRows = sampleRows;
  }

  row(text: string): Written {
    if (this.writer) return this.writer.row(text);
    this.held.push(readCsvRow(text));
    this.characters += text.length;
    return this.held.length >= this.sampleRows || this.characters >= SAMPLE_CHARACTERS
      ? this.release(true)
      : none;
  }

  flush(): Written {
    return this.writer ? none : this.release(false);
  }

  end(): string {
    return this.writer?.end() ?? '';
  }

  private release(more: boolean): Written {
    const { held } = this;
    this.held = [];
    const columns = columnsOf(held, this.options.metadata);
    const writer = new NamedCsv(columns, more, this.options.neutralizeFormulas);
    this.writer = writer;
    return { text: writer.head() + held.map((row) => writer.line(row)).join(''), rows: held.length };
  }
}

function columnsOf(rows: readonly CsvRow[], metadata: boolean): readonly string[] {
  const names = new Set<string>();
  if (rows.some((row) => row.metadata.has('@id'))) names.add('@id');
  if (metadata) names.add('@collection');
  for (const { members } of rows)
    for (const name of members.keys()) if (name !== '@metadata') names.add(name);
  if (metadata) names.add('@last-modified');
  return [...names];
}
