/** Advice on a completed run: each rule needs evidence from the answer, the plan or the index. Pure. */
import type { JsonObject, PlanNode, QueryAnswer } from '../../../protocol/queries.ts';
import type { AutoIndex } from '../../../protocol/auto-indexes.ts';
import type { StoredFields } from '../../../protocol/index-fields.ts';
import { formatCount, pluralize } from '../../../ui/format.ts';
import { fieldName } from '../plan/plan-parameters.ts';
import { hasLimit } from '../../../ui/rql/index.ts';
import type { HiddenFractions } from './hidden-fractions.ts';
import { countOf, kindOf, nodesOf, percent } from './plan-nodes.ts';
import { selectedPaths } from './projection.ts';

export interface Advice {
  readonly id: string;
  readonly title: string;
  /** What was observed in this run. */
  readonly evidence: string;
  /** What to write or change instead. */
  readonly instead: string;
}

export interface AdviceInput {
  readonly query: string;
  readonly parameters: JsonObject;
  readonly answer: QueryAnswer;
  /** Of the index that the query names; null while unknown. */
  readonly stored: StoredFields | null;
  /** Null for a query that Corax of a known version would not answer. */
  readonly corax: CoraxAnswer | null;
  /** Of the database, with those that this window saw earlier. Empty while unknown. */
  readonly autoIndexes: readonly AutoIndex[];
  /** Counted in the sandbox only. Empty while unknown. */
  readonly hidden: readonly HiddenFractions[];
}

/** `answered`: by RavenDB with Corax; `differs`: by the sandbox's engine, and such a server answers differently. */
export interface CoraxAnswer {
  readonly kind: 'answered' | 'differs';
  /** `7.1`, or the versions on which the differences were observed. */
  readonly version: string;
}

export type Rule = (input: AdviceInput) => readonly Advice[];

/** Below these, reading everything is cheap. */
const MANY_ENTRIES = 1_000;
const DROPPED_SHARE = 0.9;

const sorts = new Set(['SortingMatch', 'SortingMultiMatch']);
const scans = new Set(['AllEntriesMatch', 'CollectionScan']);

export const sortOfEverything: Rule = ({ answer: { plan, rows } }) =>
  nodesOf(plan)
    .filter((node) => sorts.has(kindOf(node)))
    .flatMap((sort) => {
      const input = sort.children.find((child) => scans.has(kindOf(child)));
      const count = input ? countOf(input) : null;
      if (count === null || count < MANY_ENTRIES) return [];
      return [
        {
          id: 'sort-of-everything',
          title: 'Everything is read and sorted',
          evidence: `The sort${by(sort)} received all ${pluralize(count, 'entry', 'entries')}, and ${pluralize(rows.length, 'row')} ${rows.length === 1 ? 'was' : 'were'} returned.`,
          instead:
            'Add a condition to where that leaves fewer entries, or order by one field of the index, which is read in its order.',
        },
      ];
    });

export const filterThatDrops: Rule = ({ answer: { plan, scanned, rows } }) => {
  const advice = (read: number, kept: number): readonly Advice[] =>
    read < MANY_ENTRIES || kept / read > 1 - DROPPED_SHARE
      ? []
      : [
          {
            id: 'filter-that-drops',
            title: 'filter drops nearly everything',
            evidence: `filter read ${pluralize(read, 'document')} and kept ${formatCount(kept)} (${percent(kept / read)}).`,
            instead: 'Move the condition from filter to where, so that an index answers it.',
          },
        ];
  const node = nodesOf(plan).find((each) => kindOf(each) === 'Filter');
  const [read, kept] = [node?.entriesIn ?? null, node?.entriesOut ?? null];
  if (read !== null && kept !== null) return advice(read, kept);
  return scanned > 0 ? advice(scanned, rows.length) : [];
};

/** Corax reads matches in pieces of this size and stops after one that fills the page, unless it has to count. */
const PIECE = 4_096;
/** These count without reading their entries, or have read them all anyway. */
const knowsCount = new Set(['TermMatch', 'AllEntriesMatch', 'CollectionScan']);

export const totalOfEverything: Rule = ({ query, answer: { plan, rows, total, skipped }, corax }) => {
  const returned = rows.length + skipped;
  if (
    !plan ||
    !hasLimit(query) ||
    total === null ||
    total < 2 * PIECE ||
    returned > total * (1 - DROPPED_SHARE)
  )
    return [];
  const nodes = nodesOf(plan);
  if (knowsCount.has(kindOf(plan)) || nodes.some((node) => sorts.has(kindOf(node)) || stopped(node)))
    return [];
  return [
    {
      id: 'total-of-everything',
      title: 'All matches are read for the total count',
      evidence: `${pluralize(rows.length, 'row')} of ${formatCount(total)} matches ${rows.length === 1 ? 'was' : 'were'} returned. Nothing is sorted, so the other matches were read only to count them.`,
      instead: `Send "SkipStatistics": true when the total is not shown: RavenDB with Corax stops after ${formatCount(PIECE)} matches.${corax?.kind === 'differs' ? ' The sandbox always counts.' : ''}`,
    },
  ];
};

const wideProviders: Readonly<Record<string, { readonly what: string; readonly instead: string }>> = {
  EndsWithTermProvider: {
    what: 'endsWith',
    instead:
      'Index the reversed text in a field of a static index and use startsWith, or use search() on a full-text field.',
  },
  NotEndsWithTermProvider: {
    what: 'not endsWith',
    instead: 'Add another condition that leaves fewer entries first.',
  },
  ContainsTermProvider: {
    what: 'a contains search',
    instead: 'Use search() with whole words, or startsWith.',
  },
  NotContainsTermProvider: {
    what: 'not contains',
    instead: 'Add another condition that leaves fewer entries first.',
  },
  RegexTermProvider: {
    what: 'regex()',
    instead: 'Use startsWith or search(), or index the part that is matched as a field of its own.',
  },
  NotStartsWithTermProvider: {
    what: 'not startsWith',
    instead: 'Add another condition that leaves fewer entries first.',
  },
};

/** These scan every term of the field, whatever matches; the evidence is the size of what is scanned. */
export const wideTerms: Rule = ({ answer: { plan, total, rows } }) =>
  nodesOf(plan).flatMap((node) => {
    const provider = node.children.find((child) => Object.hasOwn(wideProviders, kindOf(child)));
    const words = provider && wideProviders[kindOf(provider)];
    if (!provider || !words) return [];
    const count = countOf(node) ?? countOf(provider) ?? total ?? rows.length;
    if (count < MANY_ENTRIES) return [];
    return [
      {
        id: `wide-terms-${kindOf(provider)}`,
        title: `Every term of ${fieldName(provider.parameters) ?? 'the field'} is scanned`,
        evidence: `${words.what} compares each term of the field; ${pluralize(count, 'entry', 'entries')} matched.`,
        instead: words.instead,
      },
    ];
  });

export const projectionOfStoredFields: Rule = ({ query, answer, stored }) => {
  if (!stored || answer.rows.length === 0) return [];
  const projected = selectedPaths(query);
  if (!projected?.isScript || projected.fields.length === 0) return [];
  if (!projected.fields.every((field) => stored.all || stored.names.has(field))) return [];
  return [
    {
      id: 'projection-of-stored-fields',
      title: 'Documents are loaded although their fields are stored',
      evidence: `The projection runs JavaScript over ${pluralize(answer.rows.length, 'document')}, but ${answer.indexName} stores ${projected.fields.join(', ')}.`,
      instead: `select ${projected.plain}`,
    },
  ];
};

function stopped({ parameters }: PlanNode): boolean {
  return parameters.StoppedEarly === 'True';
}

function by({ parameters }: PlanNode): string {
  const field = fieldName(parameters);
  return field === undefined ? '' : ` by ${field}`;
}
