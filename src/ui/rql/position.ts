/** What RQL expects at a position: the basis of completion. Tolerant, because the text is incomplete while it is typed. */
import { reservedWords } from './keywords.ts';
import { clauseWords, tokenize, type Token } from './tokens.ts';

export type Expected =
  /** A clause after the source, or its alias. */
  | { readonly kind: 'clause'; readonly aliased: boolean }
  | { readonly kind: 'field' }
  | { readonly kind: 'operator' }
  /** A value of the field, whose path is written as in the text. */
  | { readonly kind: 'value'; readonly field: string; readonly inList: boolean }
  /** After a complete condition: and, or, or the next clause. */
  | { readonly kind: 'connective' }
  /** After a field of `order by`. */
  | { readonly kind: 'direction'; readonly typed: boolean; readonly directed: boolean }
  | { readonly kind: 'sort type' }
  /** A name that the user invents. */
  | { readonly kind: 'name' }
  | { readonly kind: 'other' };

const other: Expected = { kind: 'other' };

/** `before` is the text up to the word that is being typed. */
export function expectedAfter(before: string): Expected {
  const clause = clauseWords(before).at(-1);
  if (!clause) return other;
  const inside = tokenize(before).filter((token) => token.kind !== 'comment' && token.start >= clause.end);
  switch (clause.text.toLowerCase()) {
    case 'from':
      return afterFrom(inside);
    case 'where':
    case 'filter':
      return inCondition(inside);
    case 'order':
      return inOrder(inside);
    default:
      return other;
  }
}

function afterFrom(tokens: readonly Token[]): Expected {
  const afterSource = tokens.slice(lower(tokens[0]) === 'index' ? 2 : 1);
  if (tokens.length === 0 || (lower(tokens[0]) === 'index' && tokens.length === 1)) return other;
  if (lower(afterSource[0]) !== 'as') return { kind: 'clause', aliased: afterSource.length > 0 };
  return afterSource.length === 1 ? { kind: 'name' } : { kind: 'clause', aliased: true };
}

const operatorMarks = new Set(['=', '<', '>', '!']);

function inCondition(tokens: readonly Token[]): Expected {
  const last = tokens.at(-1);
  if (!last || ['and', 'or', 'not', '('].includes(lower(last))) {
    if (lower(last) === 'and' && lower(tokens.at(-3)) === 'between')
      return { kind: 'value', field: pathEndingAt(tokens, tokens.length - 4), inList: false };
    const list = lower(last) === '(' ? listField(tokens, tokens.length - 1) : null;
    return list === null ? { kind: 'field' } : { kind: 'value', field: list, inList: true };
  }
  if (last.text === '.') return other;
  if (last.text === ',') {
    const list = listField(tokens, openBracket(tokens));
    return list === null ? other : { kind: 'value', field: list, inList: true };
  }
  if (operatorMarks.has(last.text)) {
    let at = tokens.length - 1;
    while (at > 0 && operatorMarks.has(tokens[at - 1]?.text ?? '')) at--;
    return { kind: 'value', field: pathEndingAt(tokens, at - 1), inList: false };
  }
  if (lower(last) === 'between')
    return { kind: 'value', field: pathEndingAt(tokens, tokens.length - 2), inList: false };
  if (lower(last) === 'in' || lower(last) === 'all') return other;
  const isField = last.kind === 'word' && !reservedWords.has(lower(last));
  return isField ? { kind: 'operator' } : { kind: 'connective' };
}

/** The field of `Field in (` whose bracket is at `at`; null for any other bracket. */
function listField(tokens: readonly Token[], at: number): string | null {
  if (at < 1 || lower(tokens[at - 1]) !== 'in') return null;
  return pathEndingAt(tokens, lower(tokens[at - 2]) === 'all' ? at - 3 : at - 2);
}

function openBracket(tokens: readonly Token[]): number {
  const depth = (tokens.at(-1)?.depth ?? 0) - 1;
  for (let at = tokens.length - 1; at >= 0; at--)
    if (tokens[at]?.text === '(' && tokens[at]?.depth === depth) return at;
  return -1;
}

function inOrder(tokens: readonly Token[]): Expected {
  const last = tokens.at(-1);
  if (!last) return other;
  const word = lower(last);
  if (word === 'by' || word === ',' || word === '(') return { kind: 'field' };
  if (word === 'as') return { kind: 'sort type' };
  if (last.text === '.') return other;
  if (word === 'asc' || word === 'desc') return { kind: 'direction', typed: true, directed: true };
  if (lower(tokens.at(-2)) === 'as') return { kind: 'direction', typed: true, directed: false };
  return { kind: 'direction', typed: false, directed: false };
}

/** `o.ShipTo.City` as written, ending with the token at `at`. */
function pathEndingAt(tokens: readonly Token[], at: number): string {
  const parts: string[] = [];
  for (let i = at; i >= 0; i -= 2) {
    const token = tokens[i];
    if (!token || (token.kind !== 'word' && token.kind !== 'string')) break;
    parts.unshift(token.kind === 'string' ? token.text.slice(1, -1) : token.text);
    if (tokens[i - 1]?.text !== '.') break;
  }
  return parts.join('.');
}

function lower(token: Token | undefined): string {
  return token?.text.toLowerCase() ?? '';
}
