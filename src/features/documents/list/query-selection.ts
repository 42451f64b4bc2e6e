/** The documents that a query finds, as a selection: their ids, or the query itself where there are too many. */
import { allIds, countMatches, type FindOptions } from '../../../app/registry/index.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { clauseWords, hasLimit, parameterNames } from '../../../ui/rql/index.ts';
import { formatCount, pluralize } from '../../../ui/index.ts';

/** Where a query finds more, the query itself is the selection: its ids would be read page by page. */
export const MAX_QUERY_IDS = 10_000;

export interface QuerySelection {
  readonly query: string;
  /** How many the query found. */
  readonly total: number;
  readonly indexName: string;
  readonly isStale: boolean;
  /** Null above MAX_QUERY_IDS: then the actions apply to the query. */
  readonly ids: readonly string[] | null;
}

/** They change what a row is, or change documents. */
const refused = new Set(['select', 'include', 'update', 'group']);

/** Why a text cannot select documents; null when it can. */
export function selectionProblem(query: string): string | null {
  if (query.trim() === '') return 'Enter a query: from, and where with a condition.';
  const word = clauseWords(query).find(({ text }) => refused.has(text.toLowerCase()));
  if (word !== undefined)
    return `Remove “${word.text}”: only from, where, order by and limit select documents.`;
  const [parameter] = parameterNames(query);
  if (parameter !== undefined) return `Write the value of $${parameter} into the query.`;
  return null;
}

/** Throws where a query with a limit finds more than can be selected by id. */
export async function selectByQuery(
  db: DatabaseClient,
  query: string,
  options: FindOptions = {},
): Promise<QuerySelection> {
  const finds = { finds: query, parameters: {} };
  const { total, indexName, isStale } = await countMatches(db, finds, options);
  if (total > MAX_QUERY_IDS) {
    if (hasLimit(query))
      throw new Error(
        `The query finds ${pluralize(total, 'document')}. Remove its limit, or lower it to ${formatCount(MAX_QUERY_IDS)}.`,
      );
    return { query, total, indexName, isStale, ids: null };
  }
  const ids = total === 0 ? [] : await allIds(db, finds, options);
  return { query, total: ids.length, indexName, isStale, ids };
}

export function matchesText({ total, ids, isStale, indexName }: QuerySelection): string {
  const stale = isStale ? ` The index ${indexName} was stale, so matches can be missing.` : '';
  return ids === null
    ? `${pluralize(total, 'document')} match. Actions apply to the query, because they are more than ${formatCount(MAX_QUERY_IDS)}.${stale}`
    : `${pluralize(total, 'document')} selected by query.${stale}`;
}
