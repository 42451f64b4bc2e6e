/** The same query over a named index. Pure. */
import { rqlText } from '../../../protocol/rql-text.ts';
import { tokenize } from '../../../ui/rql/index.ts';

/** Null where the source of the query cannot be replaced. */
export function withIndex(query: string, index: string): string | null {
  const tokens = tokenize(query).filter(({ kind }) => kind !== 'comment');
  const from = tokens.findIndex(
    ({ kind, depth, text }) => kind === 'word' && depth === 0 && text.toLowerCase() === 'from',
  );
  const named = tokens[from + 1]?.text.toLowerCase() === 'index' && tokens[from + 2]?.kind === 'string';
  const start = tokens[from + 1];
  const source = tokens[named ? from + 2 : from + 1];
  if (from < 0 || !start || !source || (source.kind !== 'word' && source.kind !== 'string')) return null;
  // A condition of the source, `from Orders(A = 1)`, or a path that only a collection has.
  const next = tokens[tokens.indexOf(source) + 1]?.text;
  if (next === '(' || next === '.' || next === '/') return null;
  return `${query.slice(0, start.start)}index ${rqlText(index)}${query.slice(source.end)}`;
}
