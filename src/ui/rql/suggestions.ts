/** Computes suggestions at a position in the text. Pure, apart from the database knowledge it reads. */
import {
  isGrouped,
  parameterNames,
  placeAt,
  queriedCollection,
  queriedIndex,
  sourceAlias,
} from './clauses.ts';
import { clauseWords, tokenize } from './tokens.ts';
import { scriptBefore } from './update-clause.ts';
import { reservedTexts, sortTypes } from './grammar.ts';
import { clauseOrder, functionsIn, keywords, operators, reservedWords, type Dialect } from './keywords.ts';
import { expectedAfter, type Expected } from './position.ts';
import { scriptSuggestions } from './script-suggestions.ts';
import { memberSuggestions, pathBefore, plain, type Suggestion } from './suggestion.ts';

export type { Suggestion };

/** Known names of the editor's database. */
export interface CompletionNames {
  readonly collections: () => Promise<readonly string[]>;
  readonly indexes: () => readonly string[];
  readonly fields: (collection: string | null) => Promise<readonly string[]>;
  /** Values of a field in sampled documents, as RQL writes them. */
  readonly values: (collection: string | null, field: string) => Promise<readonly string[]>;
  /** Who reads the query; `index` is the one it names, or null. */
  readonly dialect: (index: string | null) => Promise<Dialect>;
  /** Of a patch script, which has them in `args`; in a query they are read from its text. */
  readonly parameters?: () => readonly string[];
}

export interface Suggestions {
  readonly list: readonly Suggestion[];
  /** Offset at which a suggestion replaces the text up to the caret. */
  readonly replaceFrom: number;
}

/** In a patch script: the complete text of an editor, or the update clause of a query. */
export async function scriptSuggestionsAt(
  script: string,
  query: string | null,
  completionNames: CompletionNames | undefined,
): Promise<Suggestions> {
  const alias = query === null ? null : sourceAlias(query);
  const list = scriptSuggestions(script, {
    fields: (await completionNames?.fields(query === null ? null : queriedCollection(query))) ?? [],
    aliases: alias === null ? [] : [alias],
    parameters: query === null ? (completionNames?.parameters?.() ?? []) : parameterNames(query),
  });
  const typed = /[$@\p{L}_][\p{L}\p{N}_]*$/u.exec(script)?.[0] ?? '';
  return { list, replaceFrom: -typed.length };
}

export async function suggestionsAt(
  text: string,
  caret: number,
  completionNames: CompletionNames | undefined,
): Promise<Suggestions> {
  const script = scriptBefore(text, caret);
  if (script !== null) {
    const { list, replaceFrom } = await scriptSuggestionsAt(script, text, completionNames);
    return { list, replaceFrom: caret + replaceFrom };
  }
  const before = tokenize(text.slice(0, caret)).filter(
    (token) => token.kind !== 'comment' || token.end === caret,
  );
  const current = before.at(-1);
  const typing =
    current?.end === caret && (current.kind === 'word' || current.kind === 'parameter') ? current : undefined;
  const replaceFrom = typing?.start ?? caret;
  const nothing = { list: [], replaceFrom };

  // No suggestions in a comment or an open string.
  if (current?.kind === 'comment' && text.slice(current.start, caret).startsWith('//')) return nothing;
  if (current?.kind === 'string' && current.end === caret && !isClosed(current.text)) return nothing;
  if (current?.kind === 'number' && current.end === caret) return nothing;

  const previous = typing ? before.at(-2) : current;
  const beforePrevious = typing ? before.at(-3) : before.at(-2);
  if (typing?.kind === 'parameter' || (!typing && current?.text === '$')) {
    const own = typing?.text.slice(1);
    const names = parameterNames(text).filter((name) => name !== own);
    return {
      list: names.map((name) => plain('parameter', `$${name}`, 'Parameter of this query')),
      replaceFrom: typing ? replaceFrom : caret - 1,
    };
  }

  if (previous?.kind === 'word' && previous.text.toLowerCase() === 'from')
    return { list: await sources(completionNames), replaceFrom };
  if (previous?.text.toLowerCase() === 'index' && beforePrevious?.text.toLowerCase() === 'from')
    return {
      list: (completionNames?.indexes() ?? []).map((name) => plain('source', `"${name}"`, 'Index')),
      replaceFrom,
    };

  const fields = (await completionNames?.fields(queriedCollection(text))) ?? [];
  if (previous?.text === '.')
    return { list: memberSuggestions(fields, pathBefore(before, typing ? 2 : 1)), replaceFrom };
  const expected = expectedAfter(text.slice(0, replaceFrom));
  const fitting = await fittingAt(text, replaceFrom, expected, completionNames);
  if (fitting !== null) return { list: fitting, replaceFrom };
  const roots = [...new Set(fields.map((path) => path.split('.')[0] ?? path))];
  return {
    list: [
      ...roots.map((name) => ({ ...plain('field', name, 'Field'), insert: quotedIfReserved(name) })),
      ...fields.filter((path) => path.includes('.')).map((path) => plain('field', path, 'Nested field')),
      ...(await functionOffers(text, caret, completionNames)),
      ...offeredKeywords
        .filter(({ name }) => expected.kind !== 'field' || ['not', 'true', 'false', 'null'].includes(name))
        .map(({ name, description }) => plain('keyword', name, description)),
    ],
    replaceFrom,
  };
}

/** Without words that have a meaning at one place only, and without second spellings. */
const reserved: ReadonlySet<string> = new Set(reservedTexts);
const offeredKeywords = keywords.filter(({ name }) => reserved.has(name));
const offeredOperators = operators.filter(({ name }) => name !== '==' && name !== '<>');

/** What the grammar expects, where that is not a field or a function; null otherwise. */
async function fittingAt(
  text: string,
  at: number,
  expected: Expected,
  completionNames: CompletionNames | undefined,
): Promise<Suggestion[] | null> {
  switch (expected.kind) {
    case 'name':
      return [];
    case 'clause':
      return [...mostUsedFirst(clausesAfter(text, at)), ...(expected.aliased ? [] : words(['as']))];
    case 'operator':
      return offeredOperators.map(({ name, description }) => plain('operator', name, description));
    case 'connective':
      return [...words(['and', 'or']), ...clausesAfter(text, at)];
    case 'sort type':
      return words(sortTypes);
    case 'direction':
      return [
        ...(expected.typed ? [] : words(sortTypes).map(asSortType)),
        ...(expected.directed ? [] : words(['desc', 'asc'])),
        ...clausesAfter(text, at),
      ];
    case 'value':
      return valueSuggestions(text, expected.field, completionNames);
    default:
      return null;
  }
}

function words(names: readonly string[]): Suggestion[] {
  return names.flatMap((name) => {
    const word = keywords.find((each) => each.name === name);
    return word ? [plain('keyword', word.name, word.description)] : [];
  });
}

function asSortType(type: Suggestion): Suggestion {
  return { ...type, label: `as ${type.label}`, insert: `as ${type.insert}` };
}

/** The clauses that can follow the one at the position. */
function clausesAfter(text: string, at: number): Suggestion[] {
  const written = clauseWords(text.slice(0, at)).map((token) => token.text.toLowerCase());
  const last = Math.max(
    -1,
    ...written.map((word) => clauseOrder.findIndex((name) => name.split(' ')[0] === word)),
  );
  return words(clauseOrder.slice(last + 1));
}

const mostUsed: readonly string[] = ['where', 'order by', 'select'];

/** After a source nearly every query continues with one of few clauses; the others keep the order of RQL. */
function mostUsedFirst(clauses: readonly Suggestion[]): Suggestion[] {
  const isMostUsed = ({ label }: Suggestion): boolean => mostUsed.includes(label);
  return [...clauses.filter(isMostUsed), ...clauses.filter((clause) => !isMostUsed(clause))];
}

async function valueSuggestions(
  text: string,
  field: string,
  completionNames: CompletionNames | undefined,
): Promise<Suggestion[]> {
  const alias = sourceAlias(text);
  const path =
    alias !== null && field.toLowerCase().startsWith(`${alias.toLowerCase()}.`)
      ? field.slice(alias.length + 1)
      : field;
  const values = (await completionNames?.values(queriedCollection(text), path)) ?? [];
  return [
    ...values.map((value) => plain('value', value, `Value of ${path} in the sample`)),
    ...parameterNames(text).map((name) => plain('parameter', `$${name}`, 'Parameter of this query')),
    ...words(['null', 'true', 'false']),
  ];
}

function quotedIfReserved(name: string): string {
  return reservedWords.has(name.toLowerCase()) || !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)
    ? `'${name}'`
    : name;
}

/** Only functions that the server answers at this place. */
async function functionOffers(
  text: string,
  caret: number,
  completionNames: CompletionNames | undefined,
): Promise<Suggestion[]> {
  const place = placeAt(text, caret);
  if (place === null) return [];
  const index = queriedIndex(text);
  // Without an answer from the server those that every one knows.
  const dialects: readonly Dialect[] = completionNames
    ? [await completionNames.dialect(index)]
    : ['corax', 'sandbox'];
  const known = dialects.map((dialect) =>
    functionsIn({ place, onIndex: index !== null, grouped: isGrouped(text), dialect }),
  );
  const [first = [], ...others] = known;
  return first
    .filter((each) => others.every((list) => list.includes(each)))
    .map(({ name, insert, description }) => ({
      kind: 'function',
      label: name,
      insert,
      snippet: true,
      description,
    }));
}

async function sources(completionNames: CompletionNames | undefined): Promise<Suggestion[]> {
  const collections = (await completionNames?.collections()) ?? [];
  return [
    ...collections.map((name) => ({
      ...plain('source', name, 'Collection'),
      insert: /^[\p{L}_]\w*$/u.test(name) ? name : `'${name}'`,
    })),
    plain('source', '@all_docs', 'All documents in the database'),
    plain('keyword', 'index', 'from index "Name"'),
  ];
}

function isClosed(text: string): boolean {
  return text.length > 1 && text.endsWith(text.charAt(0)) && !/[^\\]\\$/.test(text.slice(0, -1));
}
