/** The tokens of a query with what the formatter needs to know of each: what it is, and the spaces around it. */
import { clauses as grammarClauses } from './grammar.ts';
import { tokenize, type Token } from './tokens.ts';

/**
 * `connective`: and, or of the outermost level, where a long condition is broken. `separator`: a comma of the outermost
 * level.
 */
export type Role = 'clause' | 'connective' | 'separator' | 'comment' | 'other';

export interface Part {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly role: Role;
  /** No white space before it in the text. */
  readonly adjacent: boolean;
  /** Null: as the neighbour wants, or as in the text. */
  readonly spaceBefore: boolean | null;
  readonly spaceAfter: boolean | null;
  /** Of a comment: it begins a line. */
  readonly ownLine: boolean;
  /** Of a comment: a line break must follow, or follows in the text. */
  readonly breakAfter: boolean;
  /** Of a comment: a clause or nothing follows, after further comments. */
  readonly beforeClause: boolean;
}

/** Words that begin a line. */
const lineStarts: ReadonlySet<string> = new Set(['declare', ...grammarClauses]);
/** A bracket after one of these is not a call. */
const beforeBracket = new Set([
  ...[
    'where',
    'filter',
    'and',
    'or',
    'not',
    'in',
    'by',
    'select',
    'distinct',
    'include',
    'load',
    'between',
    'as',
  ],
  ...['limit', 'offset', 'from'],
]);
/** Words after which JavaScript reads `/` as the beginning of a regular expression. */
const beforeExpression = new Set([
  ...['return', 'typeof', 'case', 'in', 'of', 'do', 'else', 'new', 'delete', 'void', 'throw', 'instanceof'],
]);

export function formatParts(text: string): readonly Part[] {
  const tokens = withScripts(text, tokenize(text));
  const comparisons = comparisonsOf(tokens);
  const starts = tokens.map((token, index) => startsLine(tokens, token, index));
  const connectives = connectivesOf(tokens);
  return tokens.map((token, index): Part => {
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    const isComment = token.kind === 'comment';
    const gapBefore = text.slice(before?.end ?? 0, token.start);
    const next = isComment ? nextOther(tokens, index) : -1;
    return {
      ...{ text: token.text, start: token.start, end: token.end },
      role: isComment
        ? 'comment'
        : starts[index]
          ? 'clause'
          : connectives.has(token)
            ? 'connective'
            : token.text === ',' && token.depth === 0
              ? 'separator'
              : 'other',
      adjacent: gapBefore === '',
      ...spacesOf(token, before, comparisons),
      ownLine: isComment && (before === undefined || gapBefore.includes('\n')),
      breakAfter:
        isComment &&
        (token.text.startsWith('//') ||
          (after !== undefined && text.slice(token.end, after.start).includes('\n'))),
      beforeClause: isComment && (next < 0 || starts[next] === true),
    };
  });
}

/** The next token that is not a comment; -1 without one. */
function nextOther(tokens: readonly Token[], at: number): number {
  for (let index = at + 1; index < tokens.length; index++)
    if (tokens[index]?.kind !== 'comment') return index;
  return -1;
}

function previousOther(tokens: readonly Token[], at: number): Token | undefined {
  for (let index = at - 1; index >= 0; index--) if (tokens[index]?.kind !== 'comment') return tokens[index];
  return undefined;
}

/**
 * Each `{ … }` as one token with the text as it is. In a script a quote or a brace can be part of a regular expression
 * or of a nested template, which the tokens of RQL do not know: then everything from the brace on is one token.
 */
function withScripts(text: string, tokens: readonly Token[]): readonly Token[] {
  const result: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const open = tokens[index];
    if (!open) break;
    if (open.kind !== 'mark' || open.text !== '{') {
      result.push(open);
      continue;
    }
    const close = closingBrace(tokens, index);
    const end = close < 0 ? (tokens.at(-1)?.end ?? open.end) : (tokens[close]?.end ?? open.end);
    result.push({ ...open, kind: 'string', text: text.slice(open.start, end), end });
    if (close < 0) break;
    index = close;
  }
  return result;
}

/** -1 without one, and where a regular expression or a nested template makes the tokens uncertain. */
function closingBrace(tokens: readonly Token[], open: number): number {
  const depth = tokens[open]?.depth ?? 0;
  for (let index = open + 1; index < tokens.length; index++) {
    const token = tokens[index];
    if (token?.kind === 'string' && isPartOfTemplate(token.text)) return -1;
    if (token?.kind !== 'mark') continue;
    if (token.text === '}' && token.depth === depth) return index;
    if (token.text === '/' && beginsExpression(tokens, index)) return -1;
  }
  return -1;
}

/** A template whose end is the quote of another template inside of it. */
function isPartOfTemplate(text: string): boolean {
  return text.startsWith('`') && text.split('${').length > text.split('}').length;
}

function beginsExpression(tokens: readonly Token[], slash: number): boolean {
  for (let index = slash - 1; index >= 0; index--) {
    const token = tokens[index];
    if (!token || token.kind === 'comment') continue;
    if (token.kind === 'word') return beforeExpression.has(token.text);
    return token.kind === 'mark' && !')]}'.includes(token.text);
  }
  return true;
}

function startsLine(tokens: readonly Token[], token: Token, index: number): boolean {
  const word = lower(token);
  if (token.kind !== 'word' || token.depth !== 0 || !lineStarts.has(word)) return false;
  const before = previousOther(tokens, index);
  const next = tokens[nextOther(tokens, index)];
  // `o.limit` and `limit.max` are fields; an alias can have any name.
  if (before?.text === '.' || next?.text === '.' || lower(before) === 'as') return false;
  if (word === 'group' || word === 'order') return lower(next) === 'by';
  // `limit 10 offset 5` is one line.
  return word !== 'offset' || !isAfterLimit(tokens, index);
}

function isAfterLimit(tokens: readonly Token[], offset: number): boolean {
  const clauses = tokens
    .slice(0, offset)
    .filter((token) => token.kind === 'word' && token.depth === 0 && lineStarts.has(lower(token)));
  return lower(clauses.at(-1)) === 'limit';
}

/** The `and` of `between 1 and 9` is none. */
function connectivesOf(tokens: readonly Token[]): ReadonlySet<Token> {
  const found = new Set<Token>();
  let between = false;
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' || token.depth !== 0 || previousOther(tokens, index)?.text === '.') continue;
    const word = lower(token);
    if (word === 'between') between = true;
    else if (word === 'and' && between) between = false;
    else if (word === 'and' || word === 'or') found.add(token);
  }
  return found;
}

/** The marks of comparisons: `=`, `>=`, `!=`, written without a space inside. */
function comparisonsOf(tokens: readonly Token[]): ReadonlySet<Token> {
  const isMark = (token: Token | undefined): token is Token =>
    token?.kind === 'mark' && '=<>!'.includes(token.text);
  const found = new Set<Token>();
  tokens.forEach((token, index) => {
    if (!isMark(token)) return;
    let first = index;
    while (isMark(tokens[first - 1]) && tokens[first - 1]?.end === tokens[first]?.start) first--;
    let last = index;
    while (isMark(tokens[last + 1]) && tokens[last + 1]?.start === tokens[last]?.end) last++;
    // A lone `!` negates.
    if (tokens.slice(first, last + 1).some(({ text }) => text !== '!')) found.add(token);
  });
  return found;
}

interface Spaces {
  readonly spaceBefore: boolean | null;
  readonly spaceAfter: boolean | null;
}

function spacesOf(token: Token, before: Token | undefined, comparisons: ReadonlySet<Token>): Spaces {
  if (token.kind !== 'mark') {
    const isScript = token.text.startsWith('{');
    return {
      spaceBefore: before?.text === ')' || (isScript && before?.kind === 'word') || null,
      spaceAfter: null,
    };
  }
  if (token.text === ',') return { spaceBefore: false, spaceAfter: true };
  if (token.text === '(') return { spaceBefore: spaceBeforeBracket(before), spaceAfter: false };
  if (token.text === ')') return { spaceBefore: false, spaceAfter: null };
  if (!comparisons.has(token)) return { spaceBefore: null, spaceAfter: null };
  // `> =` is not `>=`: between the marks of comparisons the text decides.
  const follows = before !== undefined && comparisons.has(before);
  return { spaceBefore: follows ? before.end !== token.start : true, spaceAfter: true };
}

function spaceBeforeBracket(before: Token | undefined): boolean | null {
  if (before?.kind === 'word') return beforeBracket.has(lower(before));
  return before?.text === ')' ? true : null;
}

function lower(token: Token | undefined): string {
  return token?.text.toLowerCase() ?? '';
}
