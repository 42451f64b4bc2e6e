/** The results of `select suggest(…)` as rows: one per suggested term. Pure. */
import type { JsonObject } from '../../../protocol/queries.ts';
import { clauseWords } from '../../../ui/rql/index.ts';
import { rqlPath, rqlText } from '../../../protocol/rql-text.ts';

export interface SuggestionRow {
  /** Index of the result that the row belongs to. */
  readonly result: number;
  readonly field: string;
  /** Null for a field without a suggestion. */
  readonly term: string | null;
}

/** Each result of a suggestion query is `{ Name, Suggestions: […] }`. */
export function isSuggestionResult(rows: readonly JsonObject[]): boolean {
  return rows.length > 0 && rows.every((row) => suggestionsOf(row) !== null);
}

export function suggestionRows(results: readonly JsonObject[]): readonly SuggestionRow[] {
  return results.flatMap((row, result): SuggestionRow[] => {
    const field = typeof row.Name === 'string' ? row.Name : '';
    const terms = suggestionsOf(row) ?? [];
    return terms.length === 0
      ? [{ result, field, term: null }]
      : terms.map((term) => ({ result, field, term }));
  });
}

function suggestionsOf(row: JsonObject): readonly string[] | null {
  const { Name, Suggestions, ...others } = row;
  if (typeof Name !== 'string' || Object.keys(others).length > 0 || !Array.isArray(Suggestions)) return null;
  const terms: readonly unknown[] = Suggestions;
  return terms.every((term) => typeof term === 'string') ? terms : null;
}

/** The entries with a suggested term, of the same source. Null where the source is not found. */
export function suggestionQuery(query: string, field: string, term: string): string | null {
  const words = clauseWords(query);
  const at = words.findIndex(({ text }) => text.toLowerCase() === 'from');
  const from = words[at];
  if (!from) return null;
  const source = query.slice(from.start, words[at + 1]?.start).trim();
  return `${source} where ${rqlPath(field)} = ${rqlText(term)}`;
}
