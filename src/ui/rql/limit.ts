/** The `limit` and `offset` of a query. */
import { clauseWords, tokenize } from './tokens.ts';

export interface QueryLimit {
  readonly skip: number;
  /** Null: no limit. */
  readonly take: number | null;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * `limit 10`, `limit 5, 10`, `limit 10 offset 5`, with numbers or parameters. Null when the query has neither; throws
 * when a value is not a number.
 */
export function limitOf(text: string, parameters: Values = {}): QueryLimit | null {
  const tokens = tokenize(text).filter((token) => token.kind !== 'comment');
  const clauses = clauseWords(text);
  const after = (name: string): string[] | undefined => {
    const clause = clauses.find((token) => token.text.toLowerCase() === name);
    if (!clause) return undefined;
    const rest = tokens.filter((token) => token.start >= clause.end);
    const second = rest[1]?.text === ',' ? rest[2]?.text : undefined;
    return [rest[0]?.text, second].filter((part) => part !== undefined);
  };
  const limit = after('limit');
  const offset = after('offset')?.[0];
  if (limit === undefined && offset === undefined) return null;
  const [first, second] = limit ?? [];
  const skip = second === undefined ? offset : first;
  const take = second ?? first;
  return {
    skip: skip === undefined ? 0 : numberOf(skip, parameters),
    take: take === undefined ? null : numberOf(take, parameters),
  };
}

/** The query without `limit` and `offset`. */
export function withoutLimit(text: string): string {
  const first = clauseWords(text).find((token) => ['limit', 'offset'].includes(token.text.toLowerCase()));
  return first ? text.slice(0, first.start).trimEnd() : text;
}

function numberOf(word: string, parameters: Values): number {
  const value = word.startsWith('$') ? parameters[word.slice(1)] : Number(word);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw new RangeError(`The limit of the query is not a whole number: ${word}.`);
  return value;
}
