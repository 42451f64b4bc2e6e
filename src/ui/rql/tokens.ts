/** Splits RQL into tokens for completion and small edits. Accepts any text, also invalid RQL. */

import { clauses as grammarClauses } from './grammar.ts';

export type TokenKind = 'word' | 'parameter' | 'string' | 'number' | 'comment' | 'mark';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Offset of the first character. */
  readonly start: number;
  readonly end: number;
  /** Open brackets before this token. */
  readonly depth: number;
}

const pattern =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?|`(?:[^`\\]|\\[\s\S])*`?)|(?<parameter>\$[A-Za-z_]\w*)|(?<number>\d[\w.]*)|(?<word>[@\p{L}_][\p{L}\p{N}_@-]*)|(?<mark>[^\s])/gu;

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (const match of text.matchAll(pattern)) {
    const groups = match.groups ?? {};
    const kind = kinds.find((each) => groups[each] !== undefined) ?? 'mark';
    const found = match[0];
    if (kind === 'mark' && ')]}'.includes(found)) depth = Math.max(0, depth - 1);
    tokens.push({ kind, text: found, start: match.index, end: match.index + found.length, depth });
    if (kind === 'mark' && '([{'.includes(found)) depth++;
  }
  return tokens;
}

const kinds: readonly TokenKind[] = ['comment', 'string', 'parameter', 'number', 'word', 'mark'];

/** Words that start a clause, at the outermost level, outside of strings and comments. */
export function clauseWords(text: string): Token[] {
  return tokenize(text).filter(
    (token, index, all) =>
      token.kind === 'word' &&
      token.depth === 0 &&
      clauses.has(token.text.toLowerCase()) &&
      // `o.limit` and `limit.max` are fields, even though they contain keywords.
      all[index - 1]?.text !== '.' &&
      all[index + 1]?.text !== '.',
  );
}

const clauses: ReadonlySet<string> = new Set(['declare', ...grammarClauses]);
