/** Texts of running queries: filter, one line, files. Pure. */
import type { RunningQuery } from '../../../protocol/running-queries.ts';
import { csvText } from '../../../ui/index.ts';
import { textFilter } from '../live/text-filter.ts';

export const oneLine = (query: string): string => query.replaceAll(/\s+/g, ' ').trim();

/** By text, database and index, without regard to case. */
export function filterQueries(queries: readonly RunningQuery[], filter: string): readonly RunningQuery[] {
  const matches = textFilter(filter);
  return queries.filter(({ query, database, index }) => matches([query, database, index]));
}

export function queriesAsCsv(queries: readonly RunningQuery[]): string {
  return csvText(
    ['Duration ms', 'Database', 'Index', 'Id', 'Query', 'Parameters'],
    queries.map((each) => [
      each.durationMs,
      each.database,
      each.index,
      each.id,
      each.query,
      each.parameters === null ? null : JSON.stringify(each.parameters),
    ]),
  );
}
