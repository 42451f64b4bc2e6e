/** What the table shows, as RQL. */
import { rqlText } from '../../../protocol/rql-text.ts';
import type { RowSource } from './collection-rows.ts';

/** Everything in the table. A prefix is of all collections, as the table is. */
export function sourceQuery({ collection, prefix }: RowSource): string {
  if (prefix !== '') return `from @all_docs\nwhere startsWith(id(), ${rqlText(prefix)})`;
  return `from ${collection === null ? '@all_docs' : rqlText(collection)}`;
}
