/** Exports results: CSV (RFC 4180), and JSON with exact numbers. Pure. */
import {
  formatJson,
  type JsonNode,
  member,
  parseJsonText,
  slice,
  stringValue,
} from '../../../protocol/json-text.ts';
import { ID_COLUMN } from './result-columns.ts';

const LINE = '\r\n';

/**
 * All members of all rows, not only the visible ones. Numbers are exact; nested values are JSON; null and missing
 * are empty.
 */
export function toCsv(raw: string): string {
  const rows = resultNodes(raw).map((node) => cells(raw, node));
  const columns = new Set<string>();
  if (rows.some((row) => row.has(ID_COLUMN))) columns.add(ID_COLUMN);
  for (const row of rows) for (const name of row.keys()) columns.add(name);
  const lines = [[...columns].map(quote).join(',')];
  for (const row of rows) lines.push([...columns].map((name) => quote(row.get(name) ?? '')).join(','));
  return lines.join(LINE) + LINE;
}

function cells(raw: string, node: JsonNode): Map<string, string> {
  if (node.kind !== 'object') return new Map([['Value', cellText(raw, node)]]);
  const row = new Map<string, string>();
  const id = stringValue(raw, member(member(node, '@metadata')?.value, '@id')?.value);
  if (id !== undefined && id !== '') row.set(ID_COLUMN, id);
  for (const { key, value } of node.members) if (key !== '@metadata') row.set(key, cellText(raw, value));
  return row;
}

function cellText(raw: string, node: JsonNode): string {
  if (node.kind === 'null') return '';
  return stringValue(raw, node) ?? slice(raw, node);
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function resultNodes(raw: string): readonly JsonNode[] {
  const results = member(parseJsonText(raw), 'Results')?.value;
  return results?.kind === 'array' ? results.items : [];
}

/** The rows as sent by the server: long numbers keep their digits. */
export function toJson(raw: string): string {
  const results = member(parseJsonText(raw), 'Results');
  return results ? formatJson(raw, results.value, 2) + '\n' : '[]\n';
}
