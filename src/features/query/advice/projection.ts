/** The fields of a simple projection. Pure. */
import { clauseWords, tokenize, type Token } from '../rql/tokens.ts';
import { sourceAlias } from '../rql/clauses.ts';

export interface Projection {
  /** `select { … }` runs as JavaScript over loaded documents. */
  readonly isScript: boolean;
  readonly fields: readonly string[];
  /** The same fields as a list for `select`. */
  readonly plain: string;
}

/** Null unless every member is one field of the source: `{ Name: p.Name }`. */
export function selectedPaths(query: string): Projection | null {
  const words = clauseWords(query);
  const index = words.findIndex(({ text }) => text.toLowerCase() === 'select');
  const select = words[index];
  const alias = sourceAlias(query);
  if (!select || alias === null) return null;
  const end = words[index + 1]?.start ?? query.length;
  const tokens = tokenize(query).filter(
    ({ kind, start }) => kind !== 'comment' && start >= select.end && start < end,
  );
  if (tokens[0]?.text !== '{' || tokens.at(-1)?.text !== '}') return null;
  const members = split(tokens.slice(1, -1));
  const read = members.map((member) => memberOf(member, alias));
  if (read.some((each) => each === null)) return null;
  const found = read.filter((each) => each !== null);
  return {
    isScript: true,
    fields: [...new Set(found.map(({ field }) => field))],
    plain: found
      .map(({ name, field }) => (name === field ? `${alias}.${field}` : `${alias}.${field} as ${name}`))
      .join(', '),
  };
}

function split(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.text === ',' && token.depth === 1) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

function memberOf(tokens: readonly Token[], alias: string): { name: string; field: string } | null {
  const [name, colon, source, dot, field, ...rest] = tokens;
  if (name?.kind !== 'word' || colon?.text !== ':' || source?.text !== alias || dot?.text !== '.')
    return null;
  return field?.kind === 'word' && rest.length === 0 ? { name: name.text, field: field.text } : null;
}
