/** Keywords and functions of RQL for highlighting and completion, each with a description. */

export interface Word {
  readonly name: string;
  readonly explains: string;
}

export const keywords: readonly Word[] = [
  { name: 'from', explains: 'The source: a collection, @all_docs, or index "Name".' },
  { name: 'index', explains: 'from index "Name": queries a static index.' },
  { name: 'as', explains: 'Sets an alias for the source or a selected field.' },
  { name: 'where', explains: 'Conditions on fields, joined with and, or, not.' },
  { name: 'and', explains: 'Both conditions must match.' },
  { name: 'or', explains: 'At least one condition must match.' },
  { name: 'not', explains: 'Negates the next condition.' },
  { name: 'in', explains: 'Field in ("a", "b"): one of several values.' },
  { name: 'all in', explains: 'Field all in ("a", "b"): an array that contains every value.' },
  { name: 'between', explains: 'Field between 1 and 9: both ends included.' },
  { name: 'group by', explains: 'Groups documents; select key(), count() and sum().' },
  { name: 'order by', explains: 'Sorts results. Numbers need a type: order by Freight as double.' },
  { name: 'asc', explains: 'Smallest first; the default.' },
  { name: 'desc', explains: 'Largest first.' },
  { name: 'long', explains: 'Sorts as integers.' },
  { name: 'double', explains: 'Sorts as floating-point numbers.' },
  { name: 'alphaNumeric', explains: 'Sorts strings in natural order (2 before 10).' },
  { name: 'load', explains: 'load o.Company as c: loads a related document for select.' },
  { name: 'select', explains: 'The fields to return, or a JavaScript object literal.' },
  { name: 'distinct', explains: 'Removes duplicate results.' },
  { name: 'include', explains: 'Includes related documents, or timings() of the query.' },
  { name: 'limit', explains: 'The number of results: limit 10, or limit skip, take.' },
  { name: 'offset', explains: 'The number of results to skip.' },
  { name: 'filter', explains: 'A condition checked on each result, without an index.' },
  { name: 'filter_limit', explains: 'The maximum number of documents that filter scans.' },
  { name: 'declare function', explains: 'A JavaScript function for select.' },
  { name: 'null', explains: 'The null value.' },
  { name: 'true', explains: 'A Boolean value.' },
  { name: 'false', explains: 'A Boolean value.' },
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
    explains: "The document's id.",
  },
  {
    name: 'startsWith',
    insert: 'startsWith(${1:Field}, $0)',
    places: ['where', 'filter'],
    groups: 'too',
    explains: 'Values that start with a string.',
  },
  {
    name: 'endsWith',
    insert: 'endsWith(${1:Field}, $0)',
    places: ['where', 'filter'],
    groups: 'too',
    explains: 'Values that end with a string: every term is scanned.',
  },
  {
    name: 'exists',
    insert: 'exists($0)',
    places: ['where', 'filter'],
    groups: 'too',
    explains: 'Documents that have the field.',
  },
  {
    name: 'regex',
    insert: 'regex(${1:Field}, $0)',
    places: ['where', 'filter'],
    groups: 'too',
    explains: 'Values that match a regular expression.',
  },
  {
    name: 'search',
    insert: 'search(${1:Field}, $0)',
    places: ['where'],
    groups: 'too',
    explains: 'Full-text search for words.',
  },
  {
    name: 'exact',
    insert: 'exact($0)',
    places: ['where'],
    groups: 'too',
    explains: 'Case-sensitive comparison.',
  },
  {
    name: 'boost',
    insert: 'boost($1, $0)',
    places: ['where'],
    groups: 'too',
    explains: 'Increases the score of a condition.',
  },
  {
    name: 'fuzzy',
    insert: 'fuzzy(${1:Field} = $2, $0)',
    places: ['where'],
    only: 'lucene',
    explains: 'Terms that are similar.',
  },
  {
    name: 'proximity',
    insert: 'proximity(search($1), $0)',
    places: ['where'],
    only: 'lucene',
    explains: 'Words near each other.',
  },
  {
    name: 'lucene',
    insert: 'lucene(${1:Field}, $0)',
    places: ['where'],
    only: 'lucene',
    explains: "A condition in Lucene's own syntax.",
  },
  {
    name: 'intersect',
    insert: 'intersect($0)',
    places: ['where'],
    only: 'lucene',
    explains: 'Documents with index entries for every condition.',
  },
  {
    name: 'moreLikeThis',
    insert: 'moreLikeThis($0)',
    places: ['where'],
    needs: 'index',
    explains: 'Documents similar to a given one.',
  },
  {
    name: 'cmpxchg',
    insert: 'cmpxchg($0)',
    places: ['where', 'include'],
    only: 'ravendb',
    explains: 'A compare-exchange value.',
  },
  {
    name: 'spatial.within',
    insert: 'spatial.within($0)',
    places: ['where'],
    explains: 'Points inside a shape.',
  },
  {
    name: 'spatial.point',
    insert: 'spatial.point($0)',
    places: ['where', 'order by'],
    explains: 'A point by latitude and longitude.',
  },
  {
    name: 'spatial.circle',
    insert: 'spatial.circle($0)',
    places: ['where'],
    explains: 'A circle: radius, latitude, longitude.',
  },
  {
    name: 'spatial.wkt',
    insert: 'spatial.wkt($0)',
    places: ['where', 'order by'],
    explains: 'A shape as well-known text.',
  },
  {
    name: 'spatial.distance',
    insert: 'spatial.distance($0)',
    places: ['order by'],
    explains: 'Sorts by distance.',
  },
  {
    name: 'score',
    insert: 'score()',
    places: ['order by'],
    groups: 'too',
    explains: 'Sorts by score.',
  },
  {
    name: 'random',
    insert: 'random()',
    places: ['order by'],
    groups: 'too',
    explains: 'Sorts in random order.',
  },
  { name: 'key', insert: 'key()', places: ['select'], groups: 'only', explains: 'The key of a group.' },
  {
    name: 'count',
    insert: 'count()',
    places: ['select', 'order by'],
    groups: 'only',
    explains: 'The number of documents in a group.',
  },
  {
    name: 'sum',
    insert: 'sum($0)',
    places: ['select', 'order by'],
    groups: 'only',
    explains: 'The sum over a group.',
  },
  {
    name: 'facet',
    insert: 'facet($0)',
    places: ['select'],
    needs: 'index',
    explains: 'Counts by value or range.',
  },
  {
    name: 'suggest',
    insert: 'suggest(${1:Field}, $0)',
    places: ['select'],
    explains: 'Terms similar to a misspelled one.',
  },
  {
    name: 'timeseries',
    insert: 'timeseries(from $0)',
    places: ['select'],
    only: 'ravendb',
    explains: 'A time series query.',
  },
  {
    name: 'highlight',
    insert: 'highlight(${1:Field}, ${2:18}, ${3:2})',
    places: ['include'],
    explains: 'Fragments that matched a search.',
  },
  {
    name: 'explanations',
    insert: 'explanations()',
    places: ['include'],
    only: 'lucene',
    explains: 'Explains the score of each result (Lucene).',
  },
  {
    name: 'timings',
    insert: 'timings()',
    places: ['include'],
    groups: 'too',
    explains: 'Includes the timings and the plan.',
  },
  { name: 'counters', insert: 'counters($0)', places: ['include'], explains: 'Includes counters.' },
  { name: 'revisions', insert: 'revisions($0)', places: ['include'], explains: 'Includes revisions.' },
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
