/**
 * Titles and descriptions of operators. The name up to the first space or bracket identifies the operator; the rest
 * is a suffix.
 */

export interface OperatorText {
  readonly title: string;
  readonly glyph: string;
  /** One sentence; null for an unknown operator. */
  readonly description: string | null;
}

interface Known {
  readonly title: string;
  readonly glyph: string;
  readonly description: string;
}

const known: Readonly<Record<string, Known>> = {
  SortingMatch: {
    title: 'Sort',
    glyph: '↕',
    description: 'Sorts its input. Without a limit, all input is read before the first result.',
  },
  SortingMultiMatch: {
    title: 'Sort by several fields',
    glyph: '↕',
    description: 'Sorts by more than one field.',
  },
  DeduplicationMatch: {
    title: 'Deduplicate',
    glyph: '≡',
    description: 'Returns each document once, even if several index entries match.',
  },
  MemoizationMatch: {
    title: 'Cache',
    glyph: '⟳',
    description: 'Caches its input because another part of the plan reads it again.',
  },
  AllEntriesMatch: {
    title: 'All entries',
    glyph: '∗',
    description: 'Every entry of the index: no condition applies.',
  },
  MoreLikeThisQuery: {
    title: 'More like this',
    glyph: '≈',
    description: 'Finds entries that share distinctive terms with a document.',
  },
  TermMatch: {
    title: 'One term',
    glyph: '=',
    description: 'Reads the postings list of one term. The cheapest lookup.',
  },
  MultiTermMatch: {
    title: 'Several terms',
    glyph: '⋯',
    description: 'Reads several terms of a field and merges their entries. The count is known afterwards.',
  },
  UnaryMatch: {
    title: 'Check',
    glyph: '?',
    description: 'Checks each input entry against one condition.',
  },
  MultiUnaryMatch: {
    title: 'Check several',
    glyph: '?',
    description:
      'Checks each input entry against several conditions, instead of reading a postings list for each.',
  },
  BoostingMatch: { title: 'Boost', glyph: '↑', description: 'Multiplies the score of its input.' },
  IncludeNullMatch: {
    title: 'And missing',
    glyph: '∅',
    description: 'Adds the entries whose field is null.',
  },
  PhraseMatch: {
    title: 'Phrase',
    glyph: '"',
    description: 'Checks that the words are adjacent and in order.',
  },
  SpatialMatch: { title: 'Spatial', glyph: '◎', description: 'Finds entries by location.' },
  TermNumericRangeProvider: {
    title: 'Number range',
    glyph: '↔',
    description: 'The terms of a numeric field between two values.',
  },
  TermRangeProvider: {
    title: 'Text range',
    glyph: '↔',
    description: 'The terms of a string field between two values.',
  },
  InTermProvider: {
    title: 'In a list',
    glyph: '∈',
    description: 'The entries that contain any of the listed values.',
  },
  ExistsTermProvider: {
    title: 'Has the field',
    glyph: '∃',
    description: 'The entries that have the field.',
  },
  StartsWithTermProvider: {
    title: 'Starts with',
    glyph: '^',
    description: 'The terms that start with a prefix.',
  },
  NotStartsWithTermProvider: {
    title: 'Does not start with',
    glyph: '^',
    description: 'Every term of the field except those with a prefix: nearly all terms are scanned.',
  },
  EndsWithTermProvider: {
    title: 'Ends with',
    glyph: '$',
    description:
      'The terms that end with a suffix. Terms are sorted by prefix, so every term of the field is scanned.',
  },
  NotEndsWithTermProvider: {
    title: 'Does not end with',
    glyph: '$',
    description: 'Every term except those that end with a suffix.',
  },
  ContainsTermProvider: {
    title: 'Contains',
    glyph: '⊃',
    description: 'The terms that contain a string: every term of the field is scanned.',
  },
  NotContainsTermProvider: {
    title: 'Does not contain',
    glyph: '⊅',
    description: 'Every term except those that contain a string.',
  },
  RegexTermProvider: {
    title: 'Regex',
    glyph: '.*',
    description: 'The terms that match a regular expression: every term of the field is scanned.',
  },
  CollectionScan: {
    title: 'Collection scan',
    glyph: '▤',
    description: 'Reads every document of the collection. No index is used.',
  },
  DocumentLookup: { title: 'By id', glyph: '#', description: 'Reads documents by id.' },
  Filter: {
    title: 'Filter',
    glyph: '▽',
    description: 'Checks the condition on each input document, without an index.',
  },
  Limit: { title: 'Page', glyph: '✂', description: 'Applies limit and offset.' },
  Projection: {
    title: 'Select',
    glyph: '▥',
    description: 'Projects the selected fields of each document.',
  },
  CompiledQuery: {
    title: 'Compiled query',
    glyph: '▷',
    description: 'The complete condition, compiled to a list of steps.',
  },
};

/** Operators whose variant changes the title. */
const exact: Readonly<Record<string, Known>> = {
  'BinaryMatch [And]': {
    title: 'All of (and)',
    glyph: '∧',
    description: 'Returns entries that are in every input.',
  },
  'BinaryMatch [Or]': {
    title: 'Any of (or)',
    glyph: '∨',
    description: 'Returns entries that are in at least one input.',
  },
  'BinaryMatch [AndNot]': {
    title: 'First but not second',
    glyph: '∖',
    description: 'Returns entries of the first input that are not in the second.',
  },
  'UnaryMatch [Not]': { title: 'Not', glyph: '¬', description: 'Returns entries that are not in its input.' },
  'UnaryMatch [Between]': {
    title: 'Between',
    glyph: '↔',
    description: 'Checks that a value is in a range.',
  },
  'MultiTermMatch [In]': {
    title: 'In a list',
    glyph: '∈',
    description: 'Checks that a value is one of the listed values.',
  },
  'MultiTermMatch [AllIn]': {
    title: 'All in the field',
    glyph: '∈',
    description: 'Checks that all listed values are present.',
  },
  'MultiTermMatch [StartsWith]': {
    title: 'Starts with',
    glyph: '^',
    description: 'Checks the start of a string.',
  },
  'MultiTermMatch [EndsWith]': { title: 'Ends with', glyph: '$', description: 'Checks the end of a string.' },
  'MultiTermMatch [Exists]': {
    title: 'Has the field',
    glyph: '∃',
    description: 'Checks that the field exists.',
  },
};

/** Variants of `TermMatch`: how the postings list is stored. The count is more informative. */
const silent = new Set(['Once', 'SmallSet', 'Set', 'Memoization']);

export function operatorText(operation: string): OperatorText {
  const match = /^([^[\s]+)\s*(?:\[([^\]]*)\])?/.exec(operation);
  const name = match?.[1] ?? operation;
  const variant = match?.[2] ?? '';
  const whole = exact[operation];
  if (whole) return whole;
  if (name === 'BinaryMatch') return { title: operation, glyph: '⋈', description: null };
  const words = known[name];
  if (!words) return { title: operation, glyph: '▪', description: null };
  if (variant === 'Empty') return { ...words, title: `${words.title}: none` };
  return {
    ...words,
    title: variant === '' || silent.has(variant) ? words.title : `${words.title}: ${spaced(variant)}`,
  };
}

/** `LessThanOrEqual` → `less than or equal`. */
function spaced(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
