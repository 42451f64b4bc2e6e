/**
 * The words of RQL for highlighting, completion and hover: what `grammar.ts`, the list of the sandbox's parser, has, each with a
 * description. A word without one does not compile.
 */
import { clauses, keywordTexts, methods, operatorTexts, reservedTexts } from './grammar.ts';

export interface Word {
  readonly name: string;
  readonly description: string;
}

const keywordDescriptions: Readonly<Record<(typeof keywordTexts)[number], string>> = {
  'declare function': 'A JavaScript function for select.',
  'declare timeseries': 'A query of time series with arguments, for select and for functions.',
  from: 'The source: a collection, @all_docs, or index "Name".',
  index: 'from index "Name": queries a static index.',
  as: 'Sets an alias for the source or a selected field.',
  'group by': 'Groups documents; select key(), count() and sum().',
  array: 'group by array(Field): groups by the complete list.',
  where: 'Conditions on fields, joined with and, or, not.',
  and: 'Both conditions must match.',
  or: 'At least one condition must match.',
  not: 'Negates the next condition.',
  in: 'Field in ("a", "b"): one of several values.',
  'all in': 'Field all in ("a", "b"): an array that contains every value.',
  between: 'Field between 1 and 9: both ends included.',
  'order by': 'Sorts results. Numbers need a type: order by Freight as double.',
  asc: 'Smallest first; the default.',
  ascending: 'Smallest first; the same as asc.',
  desc: 'Largest first.',
  descending: 'Largest first; the same as desc.',
  string: 'Sorts as text.',
  long: 'Sorts as integers.',
  double: 'Sorts as floating-point numbers.',
  alphaNumeric: 'Sorts strings in natural order (2 before 10).',
  'nulls first': 'Missing values first. The sandbox reads it; RavenDB 7.1 does not.',
  'nulls last': 'Missing values last. The sandbox reads it; RavenDB 7.1 does not.',
  load: 'load o.Company as c: loads a related document for select.',
  filter: 'A condition checked on each result, without an index.',
  select: 'The fields to return, or a JavaScript object literal.',
  distinct: 'Removes duplicate results.',
  update: 'A JavaScript that changes each document: in patches only.',
  include: 'Includes related documents, or timings() of the query.',
  limit: 'The number of results: limit 10, or limit skip, take.',
  offset: 'The number of results to skip.',
  filter_limit: 'The maximum number of documents that filter scans.',
  null: 'The null value.',
  true: 'A Boolean value.',
  false: 'A Boolean value.',
  'with interpolation': 'Values of frames without entries: linear, nearest, last or next.',
  scale: 'A factor of the values of a time series.',
  avg: 'The average of a facet.',
  average: 'The average of a facet.',
  min: 'The smallest value of a facet.',
  max: 'The largest value of a facet.',
};

export const keywords: readonly Word[] = keywordTexts.map((name) => ({
  name,
  description: keywordDescriptions[name],
}));

/** Words that RQL reads as part of its grammar: a field or collection of that name is written in quotes. */
export const reservedWords: ReadonlySet<string> = new Set(
  reservedTexts.flatMap((text) => text.toLowerCase().split(' ')),
);

/** Clauses that can follow the source of a query, in the order in which RQL takes them. */
export const clauseOrder: readonly string[] = clauses
  .filter((word) => !['from', 'update', 'filter_limit'].includes(word))
  .map((word) => keywordTexts.find((text) => text.split(' ')[0] === word) ?? word);

const operatorDescriptions: Readonly<Record<(typeof operatorTexts)[number], string>> = {
  '=': 'Equal; text is compared without case.',
  '==': 'Equal; the same as =.',
  '!=': 'Not equal.',
  '<>': 'Not equal; the same as !=.',
  '<': 'Less than.',
  '<=': 'Less than or equal.',
  '>': 'Greater than.',
  '>=': 'Greater than or equal.',
  in: 'One of several values: in ("a", "b").',
  'all in': 'An array that contains every value.',
  between: 'between 1 and 9: both ends included.',
};

export const operators: readonly Word[] = operatorTexts.map((name) => ({
  name,
  description: operatorDescriptions[name],
}));

type Method = (typeof methods)[number];

/** A part of a query in which functions can stand. */
export type Place = Method['places'][number];

export interface FunctionWord extends Word {
  /** `$0` is the caret position after inserting the function. */
  readonly insert: string;
  readonly places: readonly Place[];
  /** After `from index` only. */
  readonly needs?: 'index';
  /** In queries with `group by`: there only, or there too. Absent: not there. */
  readonly groups?: 'only' | 'too';
  /** RavenDB answers it with this engine only, the sandbox always. */
  readonly only?: 'corax' | 'lucene';
}

const functionTexts: Readonly<Record<Method['name'], Pick<FunctionWord, 'insert' | 'description'>>> = {
  id: { insert: 'id()', description: "The document's id." },
  startsWith: { insert: 'startsWith(${1:Field}, $0)', description: 'Values that start with a string.' },
  endsWith: {
    insert: 'endsWith(${1:Field}, $0)',
    description: 'Values that end with a string: every term is scanned.',
  },
  exists: { insert: 'exists($0)', description: 'Documents that have the field.' },
  regex: { insert: 'regex(${1:Field}, $0)', description: 'Values that match a regular expression.' },
  search: { insert: 'search(${1:Field}, $0)', description: 'Full-text search for words.' },
  exact: { insert: 'exact($0)', description: 'Case-sensitive comparison.' },
  boost: { insert: 'boost($1, $0)', description: 'Increases the score of a condition.' },
  fuzzy: { insert: 'fuzzy(${1:Field} = $2, $0)', description: 'Terms that are similar.' },
  proximity: { insert: 'proximity(search($1), $0)', description: 'Words near each other.' },
  lucene: { insert: 'lucene(${1:Field}, $0)', description: "A condition in Lucene's own syntax." },
  intersect: { insert: 'intersect($0)', description: 'Documents with index entries for every condition.' },
  moreLikeThis: { insert: 'moreLikeThis($0)', description: 'Documents similar to a given one.' },
  cmpxchg: { insert: 'cmpxchg($0)', description: 'A compare-exchange value.' },
  'spatial.within': { insert: 'spatial.within($0)', description: 'Points inside a shape.' },
  'spatial.contains': { insert: 'spatial.contains($0)', description: 'Shapes that contain another.' },
  'spatial.intersects': { insert: 'spatial.intersects($0)', description: 'Shapes that overlap another.' },
  'spatial.disjoint': { insert: 'spatial.disjoint($0)', description: 'Shapes that do not touch another.' },
  'spatial.point': { insert: 'spatial.point($0)', description: 'A point by latitude and longitude.' },
  'spatial.circle': { insert: 'spatial.circle($0)', description: 'A circle: radius, latitude, longitude.' },
  'spatial.wkt': { insert: 'spatial.wkt($0)', description: 'A shape as well-known text.' },
  'spatial.distance': { insert: 'spatial.distance($0)', description: 'Sorts by distance.' },
  score: { insert: 'score()', description: 'Sorts by score.' },
  random: { insert: 'random()', description: 'Sorts in random order.' },
  key: { insert: 'key()', description: 'The key of a group.' },
  count: { insert: 'count()', description: 'The number of documents in a group.' },
  sum: { insert: 'sum($0)', description: 'The sum over a group.' },
  facet: { insert: 'facet($0)', description: 'Counts by value or range.' },
  suggest: { insert: 'suggest(${1:Field}, $0)', description: 'Terms similar to a misspelled one.' },
  timeseries: {
    insert: 'timeseries($0)',
    description:
      "A query of time series: timeseries(from Name between … and … group by '1 hour' select max()). In include: timeseries('Name', last(10)).",
  },
  highlight: {
    insert: 'highlight(${1:Field}, ${2:18}, ${3:2})',
    description: 'Fragments that matched a search.',
  },
  explanations: { insert: 'explanations()', description: 'Explains the score of each result (Lucene).' },
  timings: { insert: 'timings()', description: 'Includes the timings and the plan.' },
  counters: { insert: 'counters($0)', description: 'Includes counters.' },
  revisions: { insert: 'revisions($0)', description: 'Includes revisions.' },
};

/** Every place was tried on RavenDB 6.2, 7.1 and the sandbox: `e2e/ravendb/queries/completion.test.ts` does it again. */
export const functions: readonly FunctionWord[] = methods.map((method) => ({
  ...method,
  ...functionTexts[method.name],
}));

/** What decides which functions a server answers. */
export interface Situation {
  readonly place: Place;
  /** The query reads an index by its name. */
  readonly onIndex: boolean;
  readonly grouped: boolean;
  readonly dialect: Dialect;
}

/** Who reads the query: RavenDB with one of its search engines, or the sandbox, which has functions of both. */
export type Dialect = 'corax' | 'lucene' | 'sandbox';

export function functionsIn({ place, onIndex, grouped, dialect }: Situation): readonly FunctionWord[] {
  return functions.filter(
    ({ places, needs, groups, only }) =>
      places.includes(place) &&
      (needs !== 'index' || onIndex) &&
      (groups === 'too' || (groups === 'only') === grouped) &&
      (only !== 'lucene' || dialect !== 'corax') &&
      (only !== 'corax' || dialect !== 'lucene'),
  );
}
