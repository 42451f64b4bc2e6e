/** Operator names in words. The name before the first space or bracket decides; what follows is kept behind it. */

export interface OperatorWords {
  readonly title: string;
  readonly glyph: string;
  /** One sentence; null for an operator that is not known here. */
  readonly explains: string | null;
}

interface Known {
  readonly title: string;
  readonly glyph: string;
  readonly explains: string;
}

const known: Readonly<Record<string, Known>> = {
  SortingMatch: {
    title: 'Sort',
    glyph: '↕',
    explains:
      'Puts what comes in into the order asked for. Without a limit everything must be read before the first result.',
  },
  SortingMultiMatch: { title: 'Sort by several', glyph: '↕', explains: 'Sorts by more than one key.' },
  DeduplicationMatch: {
    title: 'Deduplicate',
    glyph: '≡',
    explains: 'Lets every document through once, however many index entries of it match.',
  },
  MemoizationMatch: {
    title: 'Remember',
    glyph: '⟳',
    explains: 'Keeps what its input gave, because another part of the plan reads it again.',
  },
  AllEntriesMatch: {
    title: 'All entries',
    glyph: '∗',
    explains: 'Every entry of the index: no condition narrows it down.',
  },
  MoreLikeThisQuery: {
    title: 'More like this',
    glyph: '≈',
    explains:
      'Finds entries that have some of the words that set a document apart, the more of them the better.',
  },
  TermMatch: {
    title: 'One term',
    glyph: '=',
    explains: 'Reads the list of entries that hold exactly one value. The cheapest kind of lookup.',
  },
  MultiTermMatch: {
    title: 'Several terms',
    glyph: '⋯',
    explains: 'Walks several terms of a field and joins their entries. How many is only known after walking.',
  },
  UnaryMatch: {
    title: 'Check',
    glyph: '?',
    explains: 'Checks every entry that comes in against one condition.',
  },
  MultiUnaryMatch: {
    title: 'Check several',
    glyph: '?',
    explains:
      'Checks every entry that comes in against several conditions at once, instead of reading an index list for each.',
  },
  BoostingMatch: { title: 'Boost', glyph: '↑', explains: 'Multiplies the score of what comes in.' },
  IncludeNullMatch: { title: 'And missing', glyph: '∅', explains: 'Adds the entries whose field is null.' },
  PhraseMatch: {
    title: 'Phrase',
    glyph: '"',
    explains: 'Checks that the words stand next to each other, in order.',
  },
  SpatialMatch: { title: 'Place', glyph: '◎', explains: 'Finds entries by their place on the map.' },
  TermNumericRangeProvider: {
    title: 'Number range',
    glyph: '↔',
    explains: 'The terms of a numeric field between two values.',
  },
  TermRangeProvider: {
    title: 'Text range',
    glyph: '↔',
    explains: 'The terms of a text field between two values.',
  },
  InTermProvider: {
    title: 'In a list',
    glyph: '∈',
    explains: 'The entries that hold any one of the values listed.',
  },
  ExistsTermProvider: {
    title: 'Has the field',
    glyph: '∃',
    explains: 'The entries that have the field at all.',
  },
  StartsWithTermProvider: { title: 'Starts with', glyph: '^', explains: 'The terms that begin with a text.' },
  NotStartsWithTermProvider: {
    title: 'Does not start with',
    glyph: '^',
    explains: 'Every term of the field but those that begin with a text: nearly the whole field is walked.',
  },
  EndsWithTermProvider: {
    title: 'Ends with',
    glyph: '$',
    explains:
      'The terms that end with a text. The index is ordered by beginnings, so every term of the field is looked at.',
  },
  NotEndsWithTermProvider: {
    title: 'Does not end with',
    glyph: '$',
    explains: 'Every term but those that end with a text.',
  },
  ContainsTermProvider: {
    title: 'Contains',
    glyph: '⊃',
    explains: 'The terms that contain a text: every term of the field is looked at.',
  },
  NotContainsTermProvider: {
    title: 'Does not contain',
    glyph: '⊅',
    explains: 'Every term but those that contain a text.',
  },
  RegexTermProvider: {
    title: 'Pattern',
    glyph: '.*',
    explains: 'The terms that fit a regular expression: every term of the field is looked at.',
  },
  CollectionScan: {
    title: 'Read the collection',
    glyph: '▤',
    explains: 'Reads every document of the collection, one after the other. No index is used.',
  },
  DocumentLookup: { title: 'By id', glyph: '#', explains: 'Reads the named documents and nothing else.' },
  Filter: {
    title: 'Filter',
    glyph: '▽',
    explains:
      'Takes the fields the condition needs out of every document that comes in, and lets through what fits it.',
  },
  Limit: { title: 'Page', glyph: '✂', explains: 'Skips and takes as limit and offset say.' },
  Projection: {
    title: 'Select',
    glyph: '▥',
    explains: 'Makes the fields that were selected out of each document.',
  },
  CompiledQuery: {
    title: 'Compiled query',
    glyph: '▷',
    explains: 'The whole condition, compiled to a list of steps.',
  },
};

/** Operators whose variant means more than their name. */
const exact: Readonly<Record<string, Known>> = {
  'BinaryMatch [And]': {
    title: 'All of (and)',
    glyph: '∧',
    explains: 'Lets through what every input holds.',
  },
  'BinaryMatch [Or]': {
    title: 'Any of (or)',
    glyph: '∨',
    explains: 'Lets through what at least one input holds.',
  },
  'BinaryMatch [AndNot]': {
    title: 'First but not second',
    glyph: '∖',
    explains: 'Lets through what the first input holds and the second does not.',
  },
  'UnaryMatch [Not]': { title: 'Not', glyph: '¬', explains: 'Lets through what its input does not.' },
  'UnaryMatch [Between]': {
    title: 'Between',
    glyph: '↔',
    explains: 'Checks that a value lies between two others.',
  },
  'MultiTermMatch [In]': {
    title: 'In a list',
    glyph: '∈',
    explains: 'Checks that a value is one of those listed.',
  },
  'MultiTermMatch [AllIn]': {
    title: 'All in the field',
    glyph: '∈',
    explains: 'Checks that every value listed is there.',
  },
  'MultiTermMatch [StartsWith]': { title: 'Starts with', glyph: '^', explains: 'Checks how a text begins.' },
  'MultiTermMatch [EndsWith]': { title: 'Ends with', glyph: '$', explains: 'Checks how a text ends.' },
  'MultiTermMatch [Exists]': {
    title: 'Has the field',
    glyph: '∃',
    explains: 'Checks that the field is there at all.',
  },
};

/** Kinds of `TermMatch`: how the list of entries is stored. They say something of size, which the count says better. */
const silent = new Set(['Once', 'SmallSet', 'Set', 'Memoization']);

export function operatorWords(operation: string): OperatorWords {
  const match = /^([^[\s]+)\s*(?:\[([^\]]*)\])?/.exec(operation);
  const name = match?.[1] ?? operation;
  const variant = match?.[2] ?? '';
  const whole = exact[operation];
  if (whole) return whole;
  if (name === 'BinaryMatch') return { title: operation, glyph: '⋈', explains: null };
  const words = known[name];
  if (!words) return { title: operation, glyph: '▪', explains: null };
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
