/** Results as a file: CSV as RFC 4180 writes it, and JSON with every digit the server sent. Pure. */
import { formatJson, member, parseJsonText } from '../../protocol/json-text.ts';
import type { JsonObject } from '../../protocol/queries.ts';
import { cellValue, findColumns } from './result-columns.ts';

const LINE = '\r\n';

/** All members of all rows, not only those that were shown. Nested values stand as JSON in their cell. */
export function toCsv(rows: readonly JsonObject[]): string {
  const found = findColumns(rows).map((column) => column.name);
  const names = new Set(found);
  for (const row of rows) for (const name of Object.keys(row)) if (name !== '@metadata') names.add(name);
  const columns = [...names];
  const lines = [columns.map(quote).join(',')];
  for (const row of rows) lines.push(columns.map((name) => quote(asText(cellValue(row, name)))).join(','));
  return lines.join(LINE) + LINE;
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The rows as the server wrote them: numbers longer than JavaScript's keep their digits. */
export function toJson(raw: string): string {
  const results = member(parseJsonText(raw), 'Results');
  return results ? formatJson(raw, results.value, 2) + '\n' : '[]\n';
}
