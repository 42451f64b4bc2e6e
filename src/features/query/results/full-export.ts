/** What a streamed export of a query sends. Streams differ from queries: they refuse includes, and answer facets with documents. Pure. */
import { hasLimit, selectsWith, withoutClauses } from '../../../ui/rql/index.ts';
import type { ResultColumn } from './result-columns.ts';
import { HIGHLIGHTS_COLUMN, SCORE_COLUMN } from './ranked-rows.ts';
import { DISTANCE_COLUMN } from './spatial-distance.ts';

const aggregates = new Set(['facet', 'suggest']);
const includes = new Set(['include']);
const limits = new Set(['limit', 'offset']);

/** Why a query has no complete export besides its rows on the screen; null when it has one. */
export function noFullExport(query: string): string | null {
  return selectsWith(query, aggregates) ? 'facets and suggestions are complete in this answer' : null;
}

export interface ExportChoice {
  readonly value: 'all' | 'written';
  readonly query: string;
}

/** The queries to choose from: all matches first, and the one with its limit. */
export function exportChoices(query: string): readonly ExportChoice[] {
  const sent = withoutClauses(query, includes);
  return hasLimit(sent)
    ? [
        { value: 'all', query: withoutClauses(sent, limits) },
        { value: 'written', query: sent },
      ]
    : [{ value: 'all', query: sent }];
}

export interface ExportedColumns {
  readonly names: readonly string[];
  /** What the file will not have, and why. */
  readonly note: string | undefined;
}

export function exportedColumns(
  query: string,
  columns: readonly ResultColumn[],
  distanceIsComputed: boolean,
): ExportedColumns {
  const notes = [
    ...(withoutClauses(query, includes) === query.trimEnd()
      ? []
      : ['Included documents are not part of the file: the server does not stream them.']),
    ...(distanceIsComputed
      ? ['Distances are computed in this window and are only in an export of the shown rows.']
      : []),
  ];
  return {
    names: columns
      .map(({ name }) => (name === SCORE_COLUMN ? '@index-score' : name))
      // Streams have no highlights.
      .filter((name) => name !== HIGHLIGHTS_COLUMN && (name !== DISTANCE_COLUMN || !distanceIsComputed)),
    note: notes.length === 0 ? undefined : notes.join(' '),
  };
}
