/** CSV: cells of a row, quoting (RFC 4180), and formulas. Pure. */
import { membersOf, type MemberTexts } from './json-members.ts';

/** Holds the members of later rows that are no column. */
export const OTHER_COLUMN = '@other';

/** Columns that are read from the metadata. */
const metadataColumns = new Set(['@id', '@collection', '@last-modified', '@change-vector', '@index-score']);

export interface CsvRow {
  readonly members: MemberTexts;
  readonly metadata: MemberTexts;
}

const nothing: MemberTexts = new Map();

export function readCsvRow(text: string): CsvRow {
  const members = membersOf(text);
  const metadata = members.get('@metadata');
  return { members, metadata: metadata?.startsWith('{') === true ? membersOf(metadata) : nothing };
}

/** The text of a cell: strings as they are, other values as JSON, nothing for null and for what is missing. */
export function cellOf({ members, metadata }: CsvRow, column: string): string {
  if (column === '@distance') {
    const spatial = metadata.get('@spatial');
    return spatial?.startsWith('{') === true ? plainText(membersOf(spatial).get('Distance')) : '';
  }
  return plainText((metadataColumns.has(column) ? metadata : members).get(column));
}

/** The members that are no column, as one JSON object; nothing when there are none. */
export function otherMembers({ members }: CsvRow, columns: ReadonlySet<string>): string {
  const others = [...members].filter(([name]) => name !== '@metadata' && !columns.has(name));
  return others.length === 0
    ? ''
    : `{${others.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

function plainText(value: string | undefined): string {
  if (value === undefined || value === 'null') return '';
  return value.startsWith('"') ? String(JSON.parse(value)) : value;
}

export interface CsvStyle {
  readonly neutralizeFormulas: boolean;
}

const ownColumns = new Set([...metadataColumns, '@distance', OTHER_COLUMN]);

/** The first line. The names of our own columns are no formulas, whatever they begin with. */
export function csvHead(columns: readonly string[], { neutralizeFormulas }: CsvStyle): string {
  const shown = columns.map((name) =>
    neutralizeFormulas && !ownColumns.has(name) ? neutralized(name) : name,
  );
  return csvLine(shown, { neutralizeFormulas: false });
}

export function csvLine(cells: readonly string[], { neutralizeFormulas }: CsvStyle): string {
  const shown = neutralizeFormulas ? cells.map(neutralized) : cells;
  return `${shown.map(quoted).join(',')}\r\n`;
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Spreadsheets run a text that begins with one of these signs (also in their full-width forms, also after a tab or a
 * line break) as a formula. An apostrophe makes it a text. Numbers stay numbers.
 */
export function neutralized(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
