/** The documents of the table in the order of a column. Pages are in the order of changes, so a query sorts them. */
import { rqlPath } from '../../../protocol/rql-text.ts';
import type { DocumentRow } from '../../../protocol/collections.ts';
import type { RowSource } from './collection-rows.ts';
import { isNumeric, isProperty } from './document-columns.tsx';
import { sourceQuery } from './source-query.ts';

/** Null for columns that a query cannot sort by. */
export function sortedQuery(
  source: RowSource,
  column: string,
  sample: readonly DocumentRow[],
  descending: boolean,
): string | null {
  const field = column === '@id' ? 'id()' : isProperty(column) ? rqlPath(column) : null;
  if (field === null) return null;
  const type = column !== '@id' && isNumeric(column, sample) ? ' as double' : '';
  return `${sourceQuery(source)}\norder by ${field}${type}${descending ? ' desc' : ''}`;
}
