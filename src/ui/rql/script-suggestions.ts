/** Suggestions inside of a patch script: the document, its fields, the functions of the server, JavaScript words. */
import {
  metadataMembers,
  scriptFunctions,
  scriptKeywords,
  scriptMembers,
  scriptObjects,
  timeSeriesMembers,
  type ScriptWord,
} from './script-words.ts';
import { tokenize, type Token } from './tokens.ts';
import { memberSuggestions, pathBefore, plain, type Suggestion } from './suggestion.ts';

export interface ScriptNames {
  /** Paths of the document's fields. */
  readonly fields: readonly string[];
  /** Further names of the document: the alias of the query. */
  readonly aliases: readonly string[];
  readonly parameters: readonly string[];
}

/** `before` is the text of the script up to the caret. */
export function scriptSuggestions(before: string, names: ScriptNames): readonly Suggestion[] {
  const tokens = tokenize(before);
  const last = tokens.at(-1);
  const typing = last?.end === before.length && (last.kind === 'word' || last.kind === 'parameter');
  const done = typing ? tokens.slice(0, -1) : tokens;
  const previous = done.at(-1);
  if (last?.kind === 'comment' && last.end === before.length && last.text.startsWith('//')) return [];
  if (last?.kind === 'comment' && !last.text.startsWith('//') && !last.text.endsWith('*/')) return [];
  if (last?.kind === 'string' && last.end === before.length && !isClosed(last.text)) return [];
  if (previous?.text === '.') return members(done, names);
  if (previous?.text === '[' && isMetadata(done.slice(0, -1)))
    return metadataMembers.map((word) => plain('field', `"${word.name}"`, word.description));
  return [
    ...scriptObjects.map((word) => plain('parameter', word.name, word.description)),
    ...names.aliases.map((name) => plain('parameter', name, 'The document that is patched.')),
    ...names.parameters.map((name) => plain('parameter', `$${name}`, 'A parameter.')),
    ...available(scriptFunctions),
    ...scriptKeywords.map((word) => plain('keyword', word, 'JavaScript')),
  ];
}

function members(done: readonly Token[], names: ScriptNames): readonly Suggestion[] {
  const path = pathBefore(done, 1);
  const owner = done.at(-2);
  if (owner?.text === ')') {
    const call = functionBefore(done, done.length - 2);
    if (call === 'timeseries') return available(timeSeriesMembers);
    return [];
  }
  const [first = '', ...rest] = path;
  if (first === 'args') return names.parameters.map((name) => plain('field', name, 'A parameter.'));
  const known = Object.hasOwn(scriptMembers, first) ? scriptMembers[first] : undefined;
  if (known && rest.length === 0) return available(known);
  if (first === 'this' || names.aliases.includes(first))
    return memberSuggestions(
      names.fields.filter((field) => rest.length === 0 || field.startsWith(`${rest.join('.')}.`)),
      rest,
    );
  return [];
}

/** The function whose closing bracket is at `at`. */
function functionBefore(tokens: readonly Token[], at: number): string | undefined {
  const depth = tokens[at]?.depth;
  for (let i = at - 1; i > 0; i--)
    if (tokens[i]?.text === '(' && tokens[i]?.depth === depth) return tokens[i - 1]?.text;
  return undefined;
}

/** `this["@metadata"]` or `getMetadata(this)`. */
function isMetadata(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  if (last?.text === ')') return functionBefore(tokens, tokens.length - 1) === 'getMetadata';
  return last?.text === ']' && /^["']@metadata["']$/.test(tokens.at(-2)?.text ?? '');
}

function available(words: readonly ScriptWord[]): Suggestion[] {
  return words.map((word) => ({
    kind: 'function',
    label: word.name,
    insert: word.insert ?? word.name,
    snippet: word.insert !== undefined,
    description: word.description,
  }));
}

function isClosed(string: string): boolean {
  return string.length > 1 && string.endsWith(string.charAt(0));
}
