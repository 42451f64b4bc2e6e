/**
 * The simple comparisons of `where`, as far as advice needs them: a path, an operator, and literals or parameters. Not a
 * parser: what it does not recognize is left out. Pure.
 */
import type { JsonObject } from '../../../protocol/queries.ts';
import { clauseWords, tokenize, type Token } from '../../../ui/rql/index.ts';

export interface Condition {
  /** As written: `o.Price`. */
  readonly path: string;
  readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'between' | 'in';
  readonly values: readonly Literal[];
  /** Combined by `or`, alone or in brackets. */
  readonly underOr: boolean;
}

export interface Literal {
  readonly kind: 'whole' | 'fraction' | 'text' | 'other';
  /** Undefined for a text and for what is no number. */
  readonly number: number | undefined;
  readonly text: string;
}

const operators: Readonly<Record<string, Condition['operator']>> = {
  '=': '=',
  '==': '=',
  '!=': '!=',
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

export function conditionsOf(query: string, parameters: JsonObject = {}): readonly Condition[] {
  const tokens = whereTokens(query);
  const found: Condition[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const path = pathEndingAt(tokens, at);
    if (path === undefined) continue;
    const read = comparisonAfter(tokens, at + 1, parameters);
    if (!read) continue;
    found.push({ path, ...read, underOr: hasOr(tokens, at) });
  }
  return found;
}

function whereTokens(query: string): readonly Token[] {
  const words = clauseWords(query);
  const index = words.findIndex(({ text }) => text.toLowerCase() === 'where');
  const where = words[index];
  if (!where) return [];
  const end = words[index + 1]?.start ?? query.length;
  return tokenize(query).filter(({ kind, start }) => kind !== 'comment' && start >= where.end && start < end);
}

const notPaths = new Set(['and', 'or', 'not', 'in', 'between', 'all', 'true', 'false', 'null']);

/** The path whose last word is at an index; undefined for keywords, and for the middle of a path. */
function pathEndingAt(tokens: readonly Token[], at: number): string | undefined {
  const last = tokens[at];
  if (last?.kind !== 'word' || notPaths.has(last.text.toLowerCase()) || tokens[at + 1]?.text === '.')
    return undefined;
  let start = at;
  while (tokens[start - 1]?.text === '.' && tokens[start - 2]?.kind === 'word') start -= 2;
  // `Lines[].Price`: a value of an array's element, whose whole name this does not read.
  if (tokens[start - 1]?.text === '.') return undefined;
  return tokens
    .slice(start, at + 1)
    .map(({ text }) => text)
    .join('');
}

function comparisonAfter(
  tokens: readonly Token[],
  at: number,
  parameters: JsonObject,
): Pick<Condition, 'operator' | 'values'> | undefined {
  const [first, second] = [tokens[at]?.text.toLowerCase() ?? '', tokens[at + 1]?.text ?? ''];
  if (first === 'between') {
    const low = literalAt(tokens, at + 1, parameters);
    const and = low && tokens[low.next];
    if (!low || and?.text.toLowerCase() !== 'and') return undefined;
    const high = literalAt(tokens, low.next + 1, parameters);
    return high && { operator: 'between', values: [low.literal, high.literal] };
  }
  if (first === 'in' && second === '(') {
    const values: Literal[] = [];
    for (let next = at + 2; ;) {
      const read = literalAt(tokens, next, parameters);
      if (!read) return undefined;
      values.push(read.literal);
      if (tokens[read.next]?.text !== ',') return { operator: 'in', values };
      next = read.next + 1;
    }
  }
  // The tokens are single marks.
  const two = tokens[at]?.end === tokens[at + 1]?.start ? operators[first + second] : undefined;
  const operator = two ?? operators[first];
  const read = operator && literalAt(tokens, two ? at + 2 : at + 1, parameters);
  return read && { operator, values: [read.literal] };
}

function literalAt(
  tokens: readonly Token[],
  at: number,
  parameters: JsonObject,
): { readonly literal: Literal; readonly next: number } | undefined {
  const token = tokens[at];
  if (!token) return undefined;
  if (token.text === '-' && tokens[at + 1]?.kind === 'number')
    return { literal: numberOf(`-${tokens[at + 1]?.text ?? ''}`), next: at + 2 };
  if (token.kind === 'number') return { literal: numberOf(token.text), next: at + 1 };
  if (token.kind === 'string')
    return { literal: { kind: 'text', number: undefined, text: token.text }, next: at + 1 };
  if (token.kind === 'parameter') {
    const value = parameters[token.text.slice(1)];
    const literal: Literal =
      typeof value === 'number'
        ? { ...numberOf(String(value)), text: token.text }
        : { kind: typeof value === 'string' ? 'text' : 'other', number: undefined, text: token.text };
    return { literal, next: at + 1 };
  }
  return token.kind === 'word' && /^(null|true|false)$/i.test(token.text)
    ? { literal: { kind: 'other', number: undefined, text: token.text }, next: at + 1 }
    : undefined;
}

function numberOf(text: string): Literal {
  const number = Number(text);
  if (!Number.isFinite(number)) return { kind: 'other', number: undefined, text };
  return { kind: /^-?\d+$/.test(text) ? 'whole' : 'fraction', number, text };
}

/** Whether `or` combines the condition, alone or in brackets. Next to an `and` it is part of that first. */
function hasOr(tokens: readonly Token[], at: number): boolean {
  const joints = [jointBeside(tokens, at, 1), jointBeside(tokens, at, -1)];
  return joints.includes('or') && !joints.includes('and');
}

/** The nearest `and` or `or` in one direction, out of brackets around the condition. */
function jointBeside(tokens: readonly Token[], at: number, step: 1 | -1): string | undefined {
  const outwards = step === 1 ? ')' : '(';
  let level = tokens[at]?.depth ?? 0;
  for (let i = at + step; i >= 0 && i < tokens.length; i += step) {
    const token = tokens[i];
    if (!token) return undefined;
    if (token.text === outwards && token.depth < level) level = token.depth;
    else if (token.depth === level && token.kind === 'word' && /^(and|or)$/i.test(token.text))
      return token.text.toLowerCase();
  }
  return undefined;
}
