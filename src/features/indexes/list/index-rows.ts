/** The rows of the list: indexes that match, in groups by collection. Pure. */
import type { IndexStats } from '../../../protocol/index-stats.ts';
import type { GridSort } from '../../../ui/index.ts';
import {
  indexState,
  lockLabel,
  matchesFilter,
  replacedIndex,
  typeLabel,
  type IndexFilter,
} from './index-state.ts';

export interface GroupRow {
  readonly kind: 'group';
  readonly key: string;
  readonly label: string;
  readonly indexes: readonly IndexStats[];
  readonly folded: boolean;
}

export interface IndexRow {
  readonly kind: 'index';
  readonly index: IndexStats;
}

export type Row = GroupRow | IndexRow;

export interface RowChoices {
  readonly search: string;
  readonly filter: IndexFilter | null;
  /** Shows these only; null for all. */
  readonly names: ReadonlySet<string> | null;
  readonly sort: GridSort | null;
  /** Keys of groups whose indexes are hidden. */
  readonly folded: ReadonlySet<string>;
  /** Values for columns that are not members of the statistics. */
  readonly sortValue: (index: IndexStats, column: string) => string | number | null | undefined;
}

const texts = new Intl.Collator('en', { numeric: true });

export function matchingIndexes(
  indexes: readonly IndexStats[],
  { search, filter, names }: Pick<RowChoices, 'search' | 'filter' | 'names'>,
): readonly IndexStats[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return indexes.filter((index) => {
    const text = `${index.name} ${index.collections.join(' ')} ${typeLabel(index)}`.toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      (filter === null || matchesFilter(index, filter)) &&
      (names === null || names.has(index.name))
    );
  });
}

export function indexRows(indexes: readonly IndexStats[], choices: RowChoices): readonly Row[] {
  const groups = new Map<string, IndexStats[]>();
  for (const index of matchingIndexes(indexes, choices)) {
    const key = groupKey(index, indexes);
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  }
  return [...groups]
    .sort(([a], [b]) => Number(a === '') - Number(b === '') || texts.compare(a, b))
    .flatMap(([key, members]): readonly Row[] => {
      const folded = choices.folded.has(key);
      const sorted = sortIndexes(members, choices);
      const group: GroupRow = { kind: 'group', key, label: groupLabel(key), indexes: sorted, folded };
      return [group, ...(folded ? [] : sorted.map((index): IndexRow => ({ kind: 'index', index })))];
    });
}

/** A replacement whose collections are not known yet is listed with the index that it replaces. */
function groupKey(index: IndexStats, all: readonly IndexStats[]): string {
  const original = index.collections.length === 0 ? replacedIndex(index.name) : null;
  const named = original === null ? undefined : all.find(({ name }) => name === original);
  return (named ?? index).collections.join(', ');
}

export function groupLabel(key: string): string {
  if (key === '') return 'No collection reported';
  return key === '@all_docs' ? 'All documents' : key;
}

/** Unknown values are last in both directions; ties are sorted by name, a replacement after its index. */
function sortIndexes(indexes: readonly IndexStats[], { sort, sortValue }: RowChoices): readonly IndexStats[] {
  const sign = sort?.descending === true ? -1 : 1;
  return [...indexes].sort((a, b) => {
    const byName = compareNames(a.name, b.name);
    if (sort === null || sort.column === 'name') return byName * sign;
    const [x, y] = [valueOf(a, sort.column, sortValue), valueOf(b, sort.column, sortValue)];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || byName;
    const order =
      typeof x === 'number' && typeof y === 'number' ? x - y : texts.compare(String(x), String(y));
    return order * sign || byName;
  });
}

function compareNames(a: string, b: string): number {
  const [first, second] = [replacedIndex(a) ?? a, replacedIndex(b) ?? b];
  return (
    texts.compare(first, second) || Number(replacedIndex(a) !== null) - Number(replacedIndex(b) !== null)
  );
}

const priorities: Readonly<Record<string, number>> = { Low: 0, Normal: 1, High: 2 };

function valueOf(
  index: IndexStats,
  column: string,
  sortValue: RowChoices['sortValue'],
): string | number | null {
  const other = sortValue(index, column);
  if (other !== undefined) return other;
  switch (column) {
    case 'type':
      return typeLabel(index);
    case 'state':
      return indexState(index).label;
    case 'priority':
      return index.priority === null ? null : (priorities[index.priority] ?? index.priority);
    case 'lock':
      return index.lockMode === null ? null : lockLabel(index.lockMode);
    case 'engine':
      return index.engine;
    case 'entries':
      return index.entries;
    case 'errors':
      return index.errors;
    case 'lastQuery':
      return index.lastQuery;
    case 'lastIndexing':
      return index.lastIndexing;
    case 'referenced':
      return index.referencedCollections.length === 0 ? null : index.referencedCollections.join(', ');
    default:
      return null;
  }
}
