/**
 * Titles and descriptions of operators. The name up to the first space or bracket identifies the operator; the rest
 * is a suffix.
 */
import {
  Archive,
  ArrowDownWideNarrow,
  Asterisk,
  CircleCheck,
  CircleSlash,
  Cog,
  Columns3,
  CopyMinus,
  Cpu,
  Equal,
  Filter,
  Hash,
  List,
  ListChecks,
  MapPin,
  Merge,
  MoveHorizontal,
  Quote,
  Regex,
  Rows3,
  Scissors,
  Sparkles,
  SquaresIntersect,
  SquaresSubtract,
  SquaresUnite,
  TextCursorInput,
  TextSearch,
  TrendingUp,
  WholeWord,
  type LucideIcon,
} from 'lucide-react';

export interface OperatorText {
  readonly title: string;
  readonly icon: LucideIcon;
  /** One sentence; null for an unknown operator. */
  readonly description: string | null;
}

interface Known {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly description: string;
}

const known: Readonly<Record<string, Known>> = {
  SortingMatch: {
    title: 'Sort',
    icon: ArrowDownWideNarrow,
    description: 'Sorts its input. Without a limit, all input is read before the first result.',
  },
  SortingMultiMatch: {
    title: 'Sort by several fields',
    icon: ArrowDownWideNarrow,
    description: 'Sorts by more than one field.',
  },
  DeduplicationMatch: {
    title: 'Deduplicate',
    icon: CopyMinus,
    description: 'Returns each document once, even if several index entries match.',
  },
  MemoizationMatch: {
    title: 'Cache',
    icon: Archive,
    description: 'Caches its input because another part of the plan reads it again.',
  },
  AllEntriesMatch: {
    title: 'All entries',
    icon: Asterisk,
    description: 'Every entry of the index: no condition applies.',
  },
  MoreLikeThisQuery: {
    title: 'More like this',
    icon: Sparkles,
    description: 'Finds entries that share distinctive terms with a document.',
  },
  TermMatch: {
    title: 'One term',
    icon: Equal,
    description: 'Reads the postings list of one term. The cheapest lookup.',
  },
  MultiTermMatch: {
    title: 'Several terms',
    icon: List,
    description: 'Reads several terms of a field and merges their entries. The count is known afterwards.',
  },
  UnaryMatch: {
    title: 'Check',
    icon: ListChecks,
    description: 'Checks each input entry against one condition.',
  },
  MultiUnaryMatch: {
    title: 'Check several',
    icon: ListChecks,
    description:
      'Checks each input entry against several conditions, instead of reading a postings list for each.',
  },
  BoostingMatch: { title: 'Boost', icon: TrendingUp, description: 'Multiplies the score of its input.' },
  IncludeNullMatch: {
    title: 'And missing',
    icon: CircleSlash,
    description: 'Adds the entries whose field is null.',
  },
  IncludeNonExistingMatch: {
    title: 'And without the field',
    icon: CircleSlash,
    description: 'Adds the entries that do not have the field.',
  },
  PhraseMatch: {
    title: 'Phrase',
    icon: Quote,
    description: 'Checks that the words are adjacent and in order.',
  },
  SpatialMatch: { title: 'Spatial', icon: MapPin, description: 'Finds entries by location.' },
  TermNumericRangeProvider: {
    title: 'Number range',
    icon: MoveHorizontal,
    description: 'The terms of a numeric field between two values.',
  },
  TermRangeProvider: {
    title: 'Text range',
    icon: MoveHorizontal,
    description: 'The terms of a string field between two values.',
  },
  InTermProvider: {
    title: 'In a list',
    icon: List,
    description: 'The entries that contain any of the listed values.',
  },
  ExistsTermProvider: {
    title: 'Has the field',
    icon: CircleCheck,
    description: 'The entries that have the field.',
  },
  StartsWithTermProvider: {
    title: 'Starts with',
    icon: TextCursorInput,
    description: 'The terms that start with a prefix.',
  },
  NotStartsWithTermProvider: {
    title: 'Does not start with',
    icon: CircleSlash,
    description: 'Every term of the field except those with a prefix: nearly all terms are scanned.',
  },
  EndsWithTermProvider: {
    title: 'Ends with',
    icon: WholeWord,
    description:
      'The terms that end with a suffix. Terms are sorted by prefix, so every term of the field is scanned.',
  },
  NotEndsWithTermProvider: {
    title: 'Does not end with',
    icon: CircleSlash,
    description: 'Every term except those that end with a suffix.',
  },
  ContainsTermProvider: {
    title: 'Contains',
    icon: TextSearch,
    description: 'The terms that contain a string: every term of the field is scanned.',
  },
  NotContainsTermProvider: {
    title: 'Does not contain',
    icon: CircleSlash,
    description: 'Every term except those that contain a string.',
  },
  RegexTermProvider: {
    title: 'Regex',
    icon: Regex,
    description: 'The terms that match a regular expression: every term of the field is scanned.',
  },
  CollectionScan: {
    title: 'Collection scan',
    icon: Rows3,
    description: 'Reads every document of the collection. No index is used.',
  },
  IdPrefixScan: {
    title: 'Ids by prefix',
    icon: Hash,
    description: 'Reads the documents whose id starts with a text, in the order of ids. No index is used.',
  },
  DocumentLookup: { title: 'By id', icon: Hash, description: 'Reads documents by id.' },
  Filter: {
    title: 'Filter',
    icon: Filter,
    description: 'Checks the condition on each input document, without an index.',
  },
  FilterClause: {
    title: 'Filter',
    icon: Filter,
    description: 'Checks the condition of the filter clause on each input document, without an index.',
  },
  Limit: { title: 'Page', icon: Scissors, description: 'Applies limit and offset.' },
  Projection: {
    title: 'Select',
    icon: Columns3,
    description: 'Projects the selected fields of each document.',
  },
  CompiledQuery: {
    title: 'Compiled query',
    icon: Cpu,
    description: 'The complete condition, compiled to a list of steps.',
  },
};

/** Operators whose variant changes the title. */
const exact: Readonly<Record<string, Known>> = {
  'BinaryMatch [And]': {
    title: 'All of (and)',
    icon: SquaresIntersect,
    description: 'Returns entries that are in every input.',
  },
  'BinaryMatch [Or]': {
    title: 'Any of (or)',
    icon: SquaresUnite,
    description: 'Returns entries that are in at least one input.',
  },
  'BinaryMatch [AndNot]': {
    title: 'First but not second',
    icon: SquaresSubtract,
    description: 'Returns entries of the first input that are not in the second.',
  },
  'UnaryMatch [Not]': {
    title: 'Not',
    icon: CircleSlash,
    description: 'Returns entries that are not in its input.',
  },
  'UnaryMatch [Between]': {
    title: 'Between',
    icon: MoveHorizontal,
    description: 'Checks that a value is in a range.',
  },
  'MultiTermMatch [In]': {
    title: 'In a list',
    icon: List,
    description: 'Checks that a value is one of the listed values.',
  },
  'MultiTermMatch [AllIn]': {
    title: 'All in the field',
    icon: ListChecks,
    description: 'Checks that all listed values are present.',
  },
  'MultiTermMatch [StartsWith]': {
    title: 'Starts with',
    icon: TextCursorInput,
    description: 'Checks the start of a string.',
  },
  'MultiTermMatch [EndsWith]': {
    title: 'Ends with',
    icon: WholeWord,
    description: 'Checks the end of a string.',
  },
  'MultiTermMatch [Exists]': {
    title: 'Has the field',
    icon: CircleCheck,
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
  if (name === 'BinaryMatch') return { title: operation, icon: Merge, description: null };
  const words = known[name];
  if (!words) return { title: operation, icon: Cog, description: null };
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
