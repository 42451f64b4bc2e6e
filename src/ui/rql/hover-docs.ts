/** What the editor shows over a word: the description of a function, a keyword or an operator of RQL. Pure. */
import { functions, keywords, operators, type FunctionWord } from './keywords.ts';
import { tokenize, type Token } from './tokens.ts';
import { scriptBefore } from './update-clause.ts';

export interface HoverDocs {
  /** Offsets of the word, or of the words of `order by`. */
  readonly start: number;
  readonly end: number;
  /** `startsWith(Field, …)`, or the keyword. */
  readonly title: string;
  readonly description: string;
  /** Where and on which servers it can be used; null without a restriction. */
  readonly note: string | null;
}

const functionsByName = new Map(functions.map((word) => [word.name.toLowerCase(), word]));
const keywordsByName = new Map(keywords.map((word) => [word.name.toLowerCase(), word]));
const operatorsByName = new Map(operators.map((word) => [word.name, word]));

/** Null where no documented word is: strings, comments, fields, and the script of an update clause. */
export function hoverDocsAt(text: string, offset: number): HoverDocs | null {
  const tokens = tokenize(text).filter(({ kind }) => kind !== 'comment');
  const at = tokens.findIndex(({ start, end }) => start <= offset && offset < end);
  const token = tokens[at];
  if (!token || scriptBefore(text, offset) !== null || isInBraces(tokens, at)) return null;
  if (token.kind === 'mark') return operatorAt(tokens, at);
  if (token.kind !== 'word') return null;
  const called = functionAt(tokens, at);
  if (called) return called;
  // A member after a dot is a field, even if it is a keyword.
  if (tokens[at - 1]?.text === '.' || tokens[at + 1]?.text === '.') return null;
  return keywordAt(tokens, at);
}

/** JavaScript objects of `select` and functions of `declare`. */
function isInBraces(tokens: readonly Token[], at: number): boolean {
  let open = 0;
  for (const token of tokens.slice(0, at)) {
    if (token.kind !== 'mark') continue;
    if (token.text === '{') open++;
    else if (token.text === '}') open--;
  }
  return open > 0;
}

function functionAt(tokens: readonly Token[], at: number): HoverDocs | null {
  const token = tokens[at];
  // `spatial.circle(` is one name over three tokens; the caret is on the first or the last.
  const candidates = [
    { from: at, to: at },
    { from: at - 2, to: at },
    { from: at, to: at + 2 },
  ];
  for (const { from, to } of candidates) {
    const parts = tokens.slice(Math.max(0, from), to + 1);
    const [first, last] = [parts[0], parts.at(-1)];
    if (!token || !first || !last || from < 0 || parts.length !== to - from + 1) continue;
    if (tokens[to + 1]?.text !== '(' || tokens[from - 1]?.text === '.') continue;
    const word = functionsByName.get(
      parts
        .map((part) => part.text)
        .join('')
        .toLowerCase(),
    );
    if (word) return docs(first, last, signature(word), word.description, functionNote(word));
  }
  return null;
}

function keywordAt(tokens: readonly Token[], at: number): HoverDocs | null {
  // The longest first: `group by` before `by`.
  for (const [from, to] of [
    [at, at + 1],
    [at - 1, at],
    [at, at],
  ] as const) {
    const parts = tokens.slice(Math.max(0, from), to + 1);
    const [first, last] = [parts[0], parts.at(-1)];
    if (!first || !last || from < 0 || parts.some(({ kind }) => kind !== 'word')) continue;
    const word = keywordsByName.get(parts.map(({ text }) => text.toLowerCase()).join(' '));
    if (word) return docs(first, last, word.name, word.description, null);
  }
  return null;
}

function operatorAt(tokens: readonly Token[], at: number): HoverDocs | null {
  const isPart = (index: number): boolean => {
    const token = tokens[index];
    return token?.kind === 'mark' && '=<>!'.includes(token.text);
  };
  if (!isPart(at)) return null;
  let from = at;
  while (isPart(from - 1) && tokens[from - 1]?.end === tokens[from]?.start) from--;
  let to = at;
  while (isPart(to + 1) && tokens[to + 1]?.start === tokens[to]?.end) to++;
  const parts = tokens.slice(from, to + 1);
  const [first, last] = [parts[0], parts.at(-1)];
  const word = operatorsByName.get(parts.map(({ text }) => text).join(''));
  return word && first && last ? docs(first, last, word.name, word.description, null) : null;
}

function docs(first: Token, last: Token, title: string, description: string, note: string | null): HoverDocs {
  return { start: first.start, end: last.end, title, description, note };
}

/** The snippet with names instead of placeholders: `${1:Field}` is `Field`, `$0` is `…`. */
function signature({ insert }: FunctionWord): string {
  return insert.replaceAll(/\$\{\d+:([^}]*)\}/g, '$1').replaceAll(/\$\d+/g, '…');
}

function functionNote({ places, needs, groups, only }: FunctionWord): string {
  const parts = [`In ${places.join(', ')}`];
  if (needs === 'index') parts.push('after from index');
  if (groups === 'only') parts.push('with group by');
  if (only === 'lucene') parts.push('RavenDB: indexes of the Lucene engine only');
  if (only === 'corax') parts.push('RavenDB: indexes of the Corax engine only');
  return `${parts.join('; ')}.`;
}
