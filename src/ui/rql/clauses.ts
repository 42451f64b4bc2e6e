/** Queries about the clauses of RQL, and the edit that adds timings. */
import { clauseWords, tokenize } from './tokens.ts';
import { reservedWords, type Place } from './keywords.ts';

/** Names of the `$parameters` in order of appearance, outside of strings and comments. */
export function parameterNames(text: string): string[] {
  return [
    ...new Set(
      tokenize(text)
        .filter((token) => token.kind === 'parameter')
        .map((token) => token.text.slice(1)),
    ),
  ];
}

export function hasLimit(text: string): boolean {
  return clauseWords(text).some((token) => token.text.toLowerCase() === 'limit');
}

export function hasFilter(text: string): boolean {
  return clauseWords(text).some((token) => token.text.toLowerCase() === 'filter');
}

export function includesTimings(text: string): boolean {
  const tokens = tokenize(text).filter((token) => token.kind !== 'comment');
  return tokens.some(
    (token, index) =>
      token.kind === 'word' &&
      token.text.toLowerCase() === 'timings' &&
      token.depth === 0 &&
      tokens[index + 1]?.text === '(',
  );
}

const afterInclude = new Set(['limit', 'offset', 'filter_limit']);

/**
 * The same query with `include timings()` inserted at one place, so that positions map back to the text. RQL requires
 * it after `select` and before `limit`, and allows one `include` only, so an existing one is extended.
 */
export function withTimings(text: string): string {
  if (includesTimings(text)) return text;
  const words = clauseWords(text);
  const include = words.find((token) => token.text.toLowerCase() === 'include');
  if (include) return `${text.slice(0, include.end)} timings(),${text.slice(include.end)}`;
  const next = words.find((token) => afterInclude.has(token.text.toLowerCase()));
  const last = tokenize(text)
    .filter((token) => token.kind !== 'comment')
    .filter((token) => !next || token.end <= next.start)
    .at(-1);
  const at = last?.end ?? 0;
  const rest = text.slice(at);
  const end = next && !/^\s*\n/.test(rest) ? '\n' : '';
  return `${text.slice(0, at)}\ninclude timings()${end}${rest}`;
}

/** Maps an offset in `withTimings(text)` back to the text. */
export function offsetWithoutTimings(offset: number, sent: string, text: string): number {
  let at = 0;
  while (at < text.length && text[at] === sent[at]) at++;
  return offset <= at ? offset : Math.max(at, offset - (sent.length - text.length));
}

const clauseStarts: Readonly<Record<string, Place | null>> = {
  from: null,
  where: 'where',
  filter: 'filter',
  group: null,
  order: 'order by',
  load: null,
  select: 'select',
  include: 'include',
  update: null,
  limit: null,
  offset: null,
  filter_limit: null,
};

/** The part of the query that an offset lies in; null where no function can stand. */
export function placeAt(text: string, offset: number): Place | null {
  const starts = clauseWords(text).filter(
    (token) => token.end < offset && Object.hasOwn(clauseStarts, token.text.toLowerCase()),
  );
  return clauseStarts[starts.at(-1)?.text.toLowerCase() ?? ''] ?? null;
}

export function isGrouped(text: string): boolean {
  return clauseWords(text).some((token) => token.text.toLowerCase() === 'group');
}

/** The alias of the source (`from Orders as o`, `from Orders o`); null without one. */
export function sourceAlias(text: string): string | null {
  const tokens = tokenize(text).filter((token) => token.kind !== 'comment');
  const from = tokens.findIndex(
    (token) => token.kind === 'word' && token.depth === 0 && token.text.toLowerCase() === 'from',
  );
  if (from < 0) return null;
  const after = tokens.slice(from + (tokens[from + 1]?.text.toLowerCase() === 'index' ? 3 : 2));
  const [first, second] = after;
  if (first?.text.toLowerCase() === 'as') return second?.kind === 'word' ? second.text : null;
  return first?.kind === 'word' && !reservedWords.has(first.text.toLowerCase()) ? first.text : null;
}

/** The index a query names after `from index`; null when it names none. */
export function queriedIndex(text: string): string | null {
  const tokens = tokenize(text).filter((token) => token.kind !== 'comment');
  const from = tokens.findIndex(
    (token) => token.kind === 'word' && token.depth === 0 && token.text.toLowerCase() === 'from',
  );
  const [index, name] = tokens.slice(from + 1, from + 3);
  if (from < 0 || index?.text.toLowerCase() !== 'index' || name === undefined) return null;
  if (name.kind === 'string') return name.text.slice(1, -1);
  return name.kind === 'word' ? name.text : null;
}

/** The collection of a query, to complete its fields; null for an index or without one. */
export function queriedCollection(text: string): string | null {
  const tokens = tokenize(text).filter((token) => token.kind !== 'comment');
  const from = tokens.findIndex(
    (token) => token.kind === 'word' && token.depth === 0 && token.text.toLowerCase() === 'from',
  );
  const source = tokens[from + 1];
  if (from < 0 || !source || source.text.toLowerCase() === 'index') return null;
  if (source.kind === 'string') return source.text.slice(1, -1);
  return source.kind === 'word' && !source.text.startsWith('@') ? source.text : null;
}

/** The same query without its clauses of these names: each ends where the next clause begins. */
export function withoutClauses(text: string, names: ReadonlySet<string>): string {
  const words = clauseWords(text);
  const kept = words
    .map((word, index) => ({ word, end: words[index + 1]?.start ?? text.length }))
    .filter(({ word }) => names.has(word.text.toLowerCase()));
  return kept
    .reduceRight((rest, { word, end }) => rest.slice(0, word.start) + rest.slice(end), text)
    .trimEnd();
}

/** Whether `select` calls one of these functions at its outermost level, such as `facet(…)`. */
export function selectsWith(text: string, names: ReadonlySet<string>): boolean {
  const select = clauseWords(text).find((token) => token.text.toLowerCase() === 'select');
  if (!select) return false;
  const tokens = tokenize(text).filter(({ kind, start }) => kind !== 'comment' && start > select.start);
  return tokens.some(
    (token, index) =>
      token.kind === 'word' &&
      token.depth === select.depth &&
      names.has(token.text.toLowerCase()) &&
      tokens[index + 1]?.text === '(',
  );
}
