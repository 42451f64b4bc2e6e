/** Rewrites a query to read its matches in pages, and finds masked fields in it. Pure. */
import { clauseWords, sourceAlias, tokenize, withoutClauses } from '../../../ui/rql/index.ts';

const paging = new Set(['limit', 'offset', 'filter_limit']);
const pagingAndIncludes = new Set([...paging, 'include']);

export interface QueryPage {
  readonly skip: number;
  readonly take: number;
  /** Leaves out `include`, so that the answer has only the matches. */
  readonly includes: boolean;
}

/** A page of everything that matches, regardless of the query's own `limit`; its `filter_limit` is kept. */
export function pagedQuery(query: string, { skip, take, includes }: QueryPage): string {
  const words = clauseWords(query);
  const place = words.findIndex((word) => word.text.toLowerCase() === 'filter_limit');
  const filterLimit =
    place < 0 ? '' : ` ${query.slice(words[place]?.start, words[place + 1]?.start ?? query.length).trim()}`;
  // On a line of its own: a comment can be before it.
  return `${withoutClauses(query, includes ? paging : pagingAndIncludes)}\nlimit ${skip}, ${take}${filterLimit}`;
}

/** The masked fields by whose values the query selects or sorts: in the sandbox it compares them with masks. */
export function comparedMasks(query: string, fields: readonly string[]): readonly string[] {
  const words = clauseWords(query);
  const start = words.find(({ text }) => comparing.has(text.toLowerCase()))?.start;
  if (start === undefined) return [];
  const end =
    words.find((word) => word.start > start && ending.has(word.text.toLowerCase()))?.start ?? query.length;
  const paths = fieldPaths(query).filter((path) => path.start >= start && path.start < end);
  const prefix = `${sourceAlias(query) ?? ''}.`;
  return fields.filter((field) =>
    paths.some(({ path }) => overlaps(path.startsWith(prefix) ? path.slice(prefix.length) : path, field)),
  );
}

const comparing = new Set(['where', 'filter', 'order']);
const ending = new Set(['select', 'include', 'limit', 'offset', 'load']);

/** Words joined by dots: `ShipTo.City`, `o.ShipTo.City`, `Lines[].Name`. */
function fieldPaths(query: string): readonly { readonly path: string; readonly start: number }[] {
  const tokens = tokenize(query).filter(({ kind, text }) => kind !== 'comment' && !'[]'.includes(text));
  const paths: { path: string; start: number }[] = [];
  for (const [at, { kind, text, start }] of tokens.entries()) {
    const before = tokens[at - 1];
    // After an operator or a bracket, a string is a value.
    if (kind !== 'word' && !(kind === 'string' && (before?.kind === 'word' || before?.text === '.')))
      continue;
    const name = kind === 'string' ? text.slice(1, -1) : text;
    const last = paths.at(-1);
    if (last && before?.text === '.') last.path += `.${name}`;
    else paths.push({ path: name, start });
  }
  return paths;
}

/** A mask of an object covers its members, and a comparison of an object reads them. */
function overlaps(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}
