/** Rows about indexes: presence, definition, entries, staleness, state. Pure. */
import { pluralize } from '../../../ui/format.ts';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import { definitionDifferences } from '../readings/definition-differences.ts';
import { valueOf } from '../readings/part.ts';
import type { Both, FigureReading, Structure } from '../readings/reading.ts';
import { trendOf, trendText, type GapSample } from '../../../protocol/gap-trend.ts';
import type { CompareRow } from './compare-row.ts';
import { collectionCounts, stateOf, type History } from './figure-rows.ts';

type Side = 'left' | 'right';
type ByName = ReadonlyMap<string, IndexStats>;

const REPLACEMENT = 'ReplacementOf/';
const ALL = '@all_docs';

export function indexRows(history: History, structure: Both<Structure> | null): readonly CompareRow[] {
  const current = history.at(-1);
  if (!current) return [];
  const all = history.map((reading) => ({
    reading,
    left: byName(reading, 'left'),
    right: byName(reading, 'right'),
  }));
  const now = all.at(-1);
  const [left, right] = [now?.left, now?.right];
  if (!left || !right) return [];
  const names = [...new Set([...left.keys(), ...right.keys()])]
    .filter((name) => !name.startsWith(REPLACEMENT))
    .sort((a, b) => a.localeCompare(b));
  const changes = definitionChanges(structure);
  return names.flatMap((name) => {
    const [one, other] = [left.get(name), right.get(name)];
    if (!one || !other) return [missingRow(name, one, other)];
    const own = all.map((each) => ({
      reading: each.reading,
      left: each.left?.get(name),
      right: each.right?.get(name),
    }));
    const different = changes(name);
    return [
      definitionRow(name, different),
      entriesRow(name, own, different),
      stalenessRow(name, own),
      valueRow(name, 'State', stateText(one), stateText(other)),
      valueRow(name, 'Search engine', one.engine, other.engine),
      valueRow(name, 'Type', one.type, other.type),
      valueRow(name, 'Priority', one.priority, other.priority),
      valueRow(name, 'Lock mode', one.lockMode, other.lockMode),
      valueRow(name, 'Errors', one.errors, other.errors),
    ];
  });
}

interface OwnReading {
  readonly reading: FigureReading;
  readonly left: IndexStats | undefined;
  readonly right: IndexStats | undefined;
}

function byName(reading: FigureReading, side: Side): ByName | null {
  const stats = valueOf(reading[side].indexes);
  return stats && new Map(stats.map((each) => [each.name, each]));
}

/** Null where a side does not report definitions. */
function definitionChanges(structure: Both<Structure> | null) {
  const [left, right] = [
    structure && valueOf(structure.left.definitions),
    structure && valueOf(structure.right.definitions),
  ];
  return (name: string): readonly string[] | null => {
    const [one, other] = [left?.get(name), right?.get(name)];
    return one && other ? definitionDifferences(one, other) : null;
  };
}

function missingRow(name: string, left: IndexStats | undefined, right: IndexStats | undefined): CompareRow {
  return {
    section: 'indexes',
    subject: name,
    aspect: 'Index',
    left: left ? 'present' : 'missing',
    right: right ? 'present' : 'missing',
    state: 'different',
    note: `Missing on the ${left ? 'right' : 'left'}`,
  };
}

function definitionRow(name: string, different: readonly string[] | null): CompareRow {
  return {
    section: 'indexes',
    subject: name,
    aspect: 'Definition',
    left: null,
    right: null,
    state: different === null ? 'unknown' : different.length === 0 ? 'same' : 'different',
    note:
      different === null
        ? 'Not reported'
        : different.length === 0
          ? ''
          : `Differs in ${different.join(', ')}`,
  };
}

function valueRow(name: string, aspect: string, left: string | number | null, right: string | number | null) {
  return {
    section: 'indexes' as const,
    subject: name,
    aspect,
    left,
    right,
    state: stateOf(left, right),
    note: '',
  };
}

function stateText({ state, status, isInvalid }: IndexStats): string {
  if (isInvalid || state === 'Error') return 'Error';
  if (state !== 'Normal' && state !== 'Idle') return state;
  return status === 'Paused' || status === 'Disabled' ? status : 'Running';
}

/** The index claims that its entries contain all documents. */
function claimsToBeCurrent(index: IndexStats): boolean {
  return !index.isStale && stateText(index) !== 'Error' && index.entries !== null;
}

function entriesRow(
  name: string,
  own: readonly OwnReading[],
  different: readonly string[] | null,
): CompareRow {
  const [before, now] = [own.at(-2), own.at(-1)];
  const [left, right] = [now?.left?.entries ?? null, now?.right?.entries ?? null];
  const row: CompareRow = {
    section: 'indexes',
    subject: name,
    aspect: 'Entries',
    left,
    right,
    state: stateOf(left, right),
    note: '',
  };
  if (row.state !== 'different' || !now?.left || !now.right) return row;
  if (!claimsToBeCurrent(now.left) || !claimsToBeCurrent(now.right))
    return { ...row, note: 'At least one of them is stale' };
  if (different !== null && different.length > 0)
    return { ...row, note: 'The definitions differ', state: 'different' };
  const documents = sameDocuments(now);
  if (documents === false) return { ...row, note: 'The indexed collections differ, too' };
  const repeated = before?.left?.entries === left && before.right?.entries === right;
  return repeated && documents === true && different !== null
    ? {
        ...row,
        state: 'contradiction',
        note: 'Neither is stale; definition and document counts are equal. Compare the documents, or reset the index.',
      }
    : { ...row, note: 'Neither is stale' };
}

/** Whether the collections of the index have the same counts on both sides. */
function sameDocuments({ reading, left, right }: OwnReading): boolean | null {
  const [one, other] = [collectionCounts(reading, 'left'), collectionCounts(reading, 'right')];
  if (!one || !other || !left || !right) return null;
  const named = new Set([
    ...left.collections,
    ...right.collections,
    ...left.referencedCollections,
    ...right.referencedCollections,
  ]);
  const compared = named.size === 0 || named.has(ALL) ? new Set([...one.keys(), ...other.keys()]) : named;
  return [...compared].every((name) => (one.get(name) ?? 0) === (other.get(name) ?? 0));
}

function stalenessRow(name: string, own: readonly OwnReading[]): CompareRow {
  const now = own.at(-1);
  const text = (index: IndexStats | undefined): string | null =>
    index ? (index.isStale ? 'stale' : 'current') : null;
  const [left, right] = [text(now?.left), text(now?.right)];
  const notes = (['left', 'right'] as const).flatMap((side) => lagNote(own, side));
  return {
    section: 'indexes',
    subject: name,
    aspect: 'Staleness',
    left,
    right,
    state: notes.length > 0 ? 'different' : stateOf(left, right),
    note: notes.join('. '),
  };
}

function lagNote(own: readonly OwnReading[], side: Side): readonly string[] {
  const now = own.at(-1)?.[side];
  if (!now?.isStale) return [];
  const samples = own.flatMap((each): GapSample[] => {
    const index = each[side];
    if (index?.etagLag === undefined || index.etagLag === null) return [];
    const progress = (index.mapAttempts ?? 0) + (index.entries ?? 0);
    return [{ at: each.reading.at, gap: index.isStale ? index.etagLag : 0, progress }];
  });
  const last = samples.at(-1);
  const trend = last ? trendText(trendOf(samples), last.at) : '';
  const lag = now.etagLag === null || now.etagLag === 0 ? '' : ` by ${pluralize(now.etagLag, 'etag')}`;
  return [`${side === 'left' ? 'Left' : 'Right'} is behind${lag}${trend === '' ? '' : `, ${trend}`}`];
}
