/** RQL over an index. Pure. */
import { rqlPath, rqlText } from '../../../protocol/rql-text.ts';

/** Everything in an index. */
export function indexQuery(index: string): string {
  return `from index ${rqlText(index)}`;
}

/** The entries with a term. */
export function termQuery(index: string, field: string, term: string): string {
  return `${indexQuery(index)} where ${rqlPath(field)} = ${rqlText(term)}`;
}
