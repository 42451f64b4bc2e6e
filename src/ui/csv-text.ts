/**
 * Comma-separated text (RFC 4180) that no spreadsheet runs. The host writes its exports by the same rules
 * (`electron/host/export/csv-cells.ts`); a test there compares them.
 */
export type CsvValue = string | number | null | undefined;

/** One line per row, the heading first; each ends in a line break. */
export function csvText(heading: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [heading.map(csvHeading), ...rows.map((row) => row.map(csvCell))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' ? String(value) : csvField(value);
}

/** Our own columns, `@id`, are no formulas. */
function csvHeading(name: string): string {
  return /^@[a-z-]+$/.test(name) ? name : csvField(name);
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * A text as a field. Spreadsheets run one that begins with one of these signs (also full-width, also after a tab or a line
 * break) as a formula; an apostrophe makes it a text. Texts that are numbers stay numbers.
 */
export function csvField(text: string): string {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
