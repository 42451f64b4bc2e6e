/** Exports results: CSV, and JSON with exact numbers. Pure. */
import {
  formatJson,
  type JsonNode,
  member,
  parseJsonText,
  slice,
  stringValue,
} from '../../../protocol/json-text.ts';
import type { JsonObject } from '../../../protocol/queries.ts';
import { csvText } from '../../../ui/csv-text.ts';
import { aggregationNames, facetRows } from './facet-rows.ts';
import { ID_COLUMN } from './result-columns.ts';
import { DISTANCE_COLUMN } from './spatial-distance.ts';

/**
 * All members of all rows, not only the visible ones. Numbers are exact; nested values are JSON; null and missing
 * are empty.
 */
export function toCsv(raw: string, distances?: readonly unknown[]): string {
  const rows = resultNodes(raw).map((node, index) => {
    const distance = distances?.[index];
    const row = cells(raw, node);
    return typeof distance === 'number' ? new Map([[DISTANCE_COLUMN, String(distance)], ...row]) : row;
  });
  const columns = new Set<string>();
  if (rows.some((row) => row.has(ID_COLUMN))) columns.add(ID_COLUMN);
  for (const row of rows) for (const name of row.keys()) columns.add(name);
  const names = [...columns];
  return csvText(
    names,
    rows.map((row) => names.map((name) => row.get(name))),
  );
}

/** One line per range or term, with its aggregations. Terms that the server left out are one line without a range. */
export function facetsToCsv(facets: readonly JsonObject[]): string {
  const rows = facetRows(facets);
  const names = aggregationNames(rows);
  return csvText(
    ['Facet', 'Range', 'Count', ...names],
    rows.map(({ facet, range, count, aggregations, remainingTerms }) => [
      facet,
      range ?? `(${remainingTerms} more terms)`,
      count,
      ...names.map((name) => aggregations.find((each) => each.name === name)?.value),
    ]),
  );
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

function resultNodes(raw: string): readonly JsonNode[] {
  const results = member(parseJsonText(raw), 'Results')?.value;
  return results?.kind === 'array' ? results.items : [];
}

/** The rows as sent by the server: long numbers keep their digits. */
export function toJson(raw: string): string {
  const results = member(parseJsonText(raw), 'Results');
  return results ? formatJson(raw, results.value, 2) + '\n' : '[]\n';
}
