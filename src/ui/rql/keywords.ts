/** Keywords and functions of RQL for highlighting and completion, each with a description. */

export interface Word {
  readonly name: string;
  readonly description: string;
}

export const keywords: readonly Word[] = [
  { name: 'from', description: 'The source: a collection, @all_docs, or index "Name".' },
  { name: 'index', description: 'from index "Name": queries a static index.' },
  { name: 'as', description: 'Sets an alias for the source or a selected field.' },
  { name: 'where', description: 'Conditions on fields, joined with and, or, not.' },
  { name: 'and', description: 'Both conditions must match.' },
  { name: 'or', description: 'At least one condition must match.' },
  { name: 'not', description: 'Negates the next condition.' },
  { name: 'in', description: 'Field in ("a", "b"): one of several values.' },
  { name: 'all in', description: 'Field all in ("a", "b"): an array that contains every value.' },
  { name: 'between', description: 'Field between 1 and 9: both ends included.' },
  { name: 'group by', description: 'Groups documents; select key(), count() and sum().' },
  { name: 'order by', description: 'Sorts results. Numbers need a type: order by Freight as double.' },
  { name: 'asc', description: 'Smallest first; the default.' },
  { name: 'desc', description: 'Largest first.' },
  { name: 'long', description: 'Sorts as integers.' },
  { name: 'double', description: 'Sorts as floating-point numbers.' },
  { name: 'alphaNumeric', description: 'Sorts strings in natural order (2 before 10).' },
  { name: 'load', description: 'load o.Company as c: loads a related document for select.' },
  { name: 'select', description: 'The fields to return, or a JavaScript object literal.' },
  { name: 'distinct', description: 'Removes duplicate results.' },
  { name: 'include', description: 'Includes related documents, or timings() of the query.' },
  { name: 'limit', description: 'The number of results: limit 10, or limit skip, take.' },
  { name: 'offset', description: 'The number of results to skip.' },
  { name: 'filter', description: 'A condition checked on each result, without an index.' },
  { name: 'filter_limit', description: 'The maximum number of documents that filter scans.' },
  { name: 'declare function', description: 'A JavaScript function for select.' },
  { name: 'null', description: 'The null value.' },
  { name: 'true', description: 'A Boolean value.' },
  { name: 'false', description: 'A Boolean value.' },
];

/** Words that RQL reads as part of its grammar: a field or collection of that name is written in quotes. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...keywords.flatMap((word) => word.name.toLowerCase().split(' ')),
  'group',
  'order',
  'by',
  'update',
  'string',
]);

/** Clauses in the order in which RQL takes them. */
export const clauseOrder = [
  'group by',
  'where',
  'load',
  'order by',
  'filter',
  'select',
  'include',
  'limit',
  'offset',
];

export const operators: readonly Word[] = [
  { name: '=', description: 'Equal; text is compared without case.' },
  { name: '!=', description: 'Not equal.' },
  { name: '<', description: 'Less than.' },
  { name: '<=', description: 'Less than or equal.' },
  { name: '>', description: 'Greater than.' },
  { name: '>=', description: 'Greater than or equal.' },
  { name: 'in', description: 'One of several values: in ("a", "b").' },
  { name: 'all in', description: 'An array that contains every value.' },
  { name: 'between', description: 'between 1 and 9: both ends included.' },
];

/** A part of a query in which functions can stand. */
export type Place = 'where' | 'filter' | 'order by' | 'select' | 'include';

export interface FunctionWord extends Word {
  /** `$0` is the caret position after inserting the function. */
  readonly insert: string;
  readonly places: readonly Place[];
  /** After `from index` only. */
  readonly needs?: 'index';
  /** In queries with `group by`: there only, or there too. Absent: not there. */
  readonly groups?: 'only' | 'too';
  /** `lucene`: RavenDB answers it with its Lucene engine only, the sandbox always. `ravendb`: not in the sandbox. */
  readonly only?: 'lucene' | 'ravendb';
}

/** Every place was tried on RavenDB 6.2, 7.1 and the sandbox: `e2e/ravendb/queries/completion.test.ts` does it again. */
export const functions: readonly FunctionWord[] = [
  {
    name: 'id',
    insert: 'id()',
    places: ['where', 'filter', 'order by', 'select'],
    description: "The document's id.",
  },
  {
    name: 'startsWith',
    insert: 'startsWith(${1:Field}, $0)',
    places: ['where', 'filter'],
    groups: 'too',
    description: 'Values that start with a string.',
  },
  {
    name: 'endsWith',
    insert: 'endsWith(${1:Field}, $0)',
    places: ['where', 'filter'],
    groups: 'too',
    description: 'Values that end with a string: every term is scanned.',
  },
  {
    name: 'exists',
    insert: 'exists($0)',
    places: ['where', 'filter'],
    groups: 'too',
    description: 'Documents that have the field.',
  },
  {
    name: 'regex',
    insert: 'regex(${1:Field}, $0)',
    places: ['where', 'filter'],
    groups: 'too',
    description: 'Values that match a regular expression.',
  },
  {
    name: 'search',
    insert: 'search(${1:Field}, $0)',
    places: ['where'],
    groups: 'too',
    description: 'Full-text search for words.',
  },
  {
    name: 'exact',
    insert: 'exact($0)',
    places: ['where'],
    groups: 'too',
    description: 'Case-sensitive comparison.',
  },
  {
    name: 'boost',
    insert: 'boost($1, $0)',
    places: ['where'],
    groups: 'too',
    description: 'Increases the score of a condition.',
  },
  {
    name: 'fuzzy',
    insert: 'fuzzy(${1:Field} = $2, $0)',
    places: ['where'],
    only: 'lucene',
    description: 'Terms that are similar.',
  },
  {
    name: 'proximity',
    insert: 'proximity(search($1), $0)',
    places: ['where'],
    only: 'lucene',
    description: 'Words near each other.',
  },
  {
    name: 'lucene',
    insert: 'lucene(${1:Field}, $0)',
    places: ['where'],
    only: 'lucene',
    description: "A condition in Lucene's own syntax.",
  },
  {
    name: 'intersect',
    insert: 'intersect($0)',
    places: ['where'],
    only: 'lucene',
    description: 'Documents with index entries for every condition.',
  },
  {
    name: 'moreLikeThis',
    insert: 'moreLikeThis($0)',
    places: ['where'],
    needs: 'index',
    description: 'Documents similar to a given one.',
  },
  {
    name: 'cmpxchg',
    insert: 'cmpxchg($0)',
    places: ['where', 'include'],
    only: 'ravendb',
    description: 'A compare-exchange value.',
  },
  {
    name: 'spatial.within',
    insert: 'spatial.within($0)',
    places: ['where'],
    description: 'Points inside a shape.',
  },
  {
    name: 'spatial.point',
    insert: 'spatial.point($0)',
    places: ['where', 'order by'],
    description: 'A point by latitude and longitude.',
  },
  {
    name: 'spatial.circle',
    insert: 'spatial.circle($0)',
    places: ['where'],
    description: 'A circle: radius, latitude, longitude.',
  },
  {
    name: 'spatial.wkt',
    insert: 'spatial.wkt($0)',
    places: ['where', 'order by'],
    description: 'A shape as well-known text.',
  },
  {
    name: 'spatial.distance',
    insert: 'spatial.distance($0)',
    places: ['order by'],
    description: 'Sorts by distance.',
  },
  {
    name: 'score',
    insert: 'score()',
    places: ['order by'],
    groups: 'too',
    description: 'Sorts by score.',
  },
  {
    name: 'random',
    insert: 'random()',
    places: ['order by'],
    groups: 'too',
    description: 'Sorts in random order.',
  },
  { name: 'key', insert: 'key()', places: ['select'], groups: 'only', description: 'The key of a group.' },
  {
    name: 'count',
    insert: 'count()',
    places: ['select', 'order by'],
    groups: 'only',
    description: 'The number of documents in a group.',
  },
  {
    name: 'sum',
    insert: 'sum($0)',
    places: ['select', 'order by'],
    groups: 'only',
    description: 'The sum over a group.',
  },
  {
    name: 'facet',
    insert: 'facet($0)',
    places: ['select'],
    needs: 'index',
    description: 'Counts by value or range.',
  },
  {
    name: 'suggest',
    insert: 'suggest(${1:Field}, $0)',
    places: ['select'],
    description: 'Terms similar to a misspelled one.',
  },
  {
    name: 'timeseries',
    insert: 'timeseries(from $0)',
    places: ['select'],
    only: 'ravendb',
    description: 'A time series query.',
  },
  {
    name: 'highlight',
    insert: 'highlight(${1:Field}, ${2:18}, ${3:2})',
    places: ['include'],
    description: 'Fragments that matched a search.',
  },
  {
    name: 'explanations',
    insert: 'explanations()',
    places: ['include'],
    only: 'lucene',
    description: 'Explains the score of each result (Lucene).',
  },
  {
    name: 'timings',
    insert: 'timings()',
    places: ['include'],
    groups: 'too',
    description: 'Includes the timings and the plan.',
  },
  { name: 'counters', insert: 'counters($0)', places: ['include'], description: 'Includes counters.' },
  { name: 'revisions', insert: 'revisions($0)', places: ['include'], description: 'Includes revisions.' },
];

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
      (only !== 'ravendb' || dialect !== 'sandbox'),
  );
}
