/** The results of a facet query as rows: one per range or term. Pure. */
import { isJsonObject, type JsonObject } from '../../../protocol/queries.ts';

export interface Aggregation {
  /** `Sum of Freight`. */
  readonly name: string;
  readonly value: number;
}

export interface FacetRow {
  readonly facet: string;
  /** The range or the term; null for terms that the server left out. */
  readonly range: string | null;
  readonly count: number;
  /** The count as a share of the largest one of its facet, 0 to 1. */
  readonly share: number;
  readonly aggregations: readonly Aggregation[];
  /** Number of terms that the server left out. */
  readonly remainingTerms: number;
}

const AGGREGATIONS = ['Sum', 'Average', 'Min', 'Max'] as const;

/** Whether a result consists of facets; each of them has `{ Name, Values: [{ Range, Count }] }`. */
export function isFacetResult(rows: readonly JsonObject[]): boolean {
  return rows.length > 0 && rows.every(isFacet);
}

function isFacet(row: JsonObject): boolean {
  return (
    !('@metadata' in row) &&
    typeof row.Name === 'string' &&
    Array.isArray(row.Values) &&
    row.Values.every(
      (value) => isJsonObject(value) && typeof value.Count === 'number' && typeof value.Range === 'string',
    ) &&
    ('RemainingHits' in row || 'RemainingTermsCount' in row || row.Values.length > 0)
  );
}

export function facetRows(facets: readonly JsonObject[]): readonly FacetRow[] {
  return facets.flatMap((facet): FacetRow[] => {
    const name = text(facet.Name);
    const values = Array.isArray(facet.Values) ? facet.Values.filter(isJsonObject) : [];
    // Each aggregated field has its own entry for the same range.
    const ranges = new Map<string, JsonObject[]>();
    for (const value of values) {
      const range = text(value.Range);
      ranges.set(range, [...(ranges.get(range) ?? []), value]);
    }
    const found = [...ranges].map(([range, entries]) => ({
      facet: name,
      range,
      count: Math.max(0, ...entries.map(({ Count }) => number(Count) ?? 0)),
      aggregations: entries.flatMap(aggregationsOf),
      remainingTerms: 0,
    }));
    const largest = Math.max(1, ...found.map(({ count }) => count));
    const rows = found.map((row) => ({ ...row, share: row.count / largest }));
    const remainingTerms = number(facet.RemainingTermsCount) ?? 0;
    if (remainingTerms === 0) return rows;
    const count = number(facet.RemainingHits) ?? 0;
    return [
      ...rows,
      {
        facet: name,
        range: null,
        count,
        share: Math.min(1, count / largest),
        aggregations: [],
        remainingTerms,
      },
    ];
  });
}

function aggregationsOf(value: JsonObject): Aggregation[] {
  const field = text(value.Name);
  return AGGREGATIONS.flatMap((kind) => {
    const found = number(value[kind]);
    return found === null ? [] : [{ name: field === '' ? kind : `${kind} of ${field}`, value: found }];
  });
}

/** The names of all aggregations, in order of appearance. */
export function aggregationNames(rows: readonly FacetRow[]): readonly string[] {
  return [...new Set(rows.flatMap(({ aggregations }) => aggregations.map(({ name }) => name)))];
}

/** The value of a column, to sort by it. */
export function facetValue(row: FacetRow, column: string): string | number | null {
  if (column === 'facet') return row.facet;
  if (column === 'range') return row.range;
  if (column === 'count' || column === 'share') return row.count;
  return row.aggregations.find(({ name }) => name === column)?.value ?? null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
