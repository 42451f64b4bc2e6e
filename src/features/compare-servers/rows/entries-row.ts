/** Whether different entries of an index are a mismatch. Pure. */
import type { IndexStats } from '../../../protocol/index-stats.ts';
import type { Both, Structure } from '../readings/reading.ts';
import { collectionCounts, haveSameChanges, outputCollections, relationIn } from './certainty.ts';
import { stateOf, type CompareRow } from './compare-row.ts';
import { stateText, type OwnReading } from './own-reading.ts';

const ALL = '@all_docs';

/** `different`: the differing members of the definition; null when it is not known. */
export function entriesRow(
  name: string,
  own: readonly OwnReading[],
  structure: Both<Structure> | null,
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
  if (row.state !== 'different' || !now) return row;
  if (!isCurrent(now)) return { ...row, note: 'At least one of them is stale' };
  if (different !== null && different.length > 0) return { ...row, note: 'The definitions differ' };
  if (now.isReplaced) return { ...row, note: 'A new definition is being built' };
  const documents = sameDocuments(now, structure);
  if (documents === false) return { ...row, note: 'The indexed collections differ, too' };
  if (documents === null || different === null) return { ...row, note: 'Neither is stale' };
  if (relationIn(now.reading).kind === 'independent')
    return { ...row, note: 'Neither is stale, but the databases share no changes. Compare the documents' };
  if (!haveSameChanges(now.reading)) return { ...row, note: 'Changes are not received yet' };
  // The sides are read one after the other.
  const repeated =
    before !== undefined &&
    before.left?.entries === left &&
    before.right?.entries === right &&
    isCurrent(before) &&
    !before.isReplaced &&
    haveSameChanges(before.reading) &&
    sameDocuments(before, structure) === true;
  return repeated
    ? {
        ...row,
        state: 'contradiction',
        note: 'Neither is stale; definitions, documents and received changes are equal. Compare the documents, or reset the index.',
      }
    : { ...row, note: 'Neither is stale' };
}

function isCurrent({ left, right }: OwnReading): boolean {
  return claimsToBeCurrent(left) && claimsToBeCurrent(right);
}

/** The index claims that its entries contain all documents. */
function claimsToBeCurrent(index: IndexStats | undefined): boolean {
  return index?.isStale === false && stateText(index) !== 'Error' && index.entries !== null;
}

/** Whether the collections of the index have the same counts on both sides. Null when it is not known. */
function sameDocuments(
  { reading, left, right }: OwnReading,
  structure: Both<Structure> | null,
): boolean | null {
  const [one, other] = [collectionCounts(reading, 'left'), collectionCounts(reading, 'right')];
  const outputs = outputCollections(reading, structure);
  if (!one || !other || !left || !right || !outputs) return null;
  const named = new Set([
    ...left.collections,
    ...right.collections,
    ...left.referencedCollections,
    ...right.referencedCollections,
  ]);
  const compared = named.size === 0 || named.has(ALL) ? new Set([...one.keys(), ...other.keys()]) : named;
  if ([...compared].some((name) => (one.get(name) ?? 0) !== (other.get(name) ?? 0))) return false;
  // Each server writes them by itself: equal counts say nothing about equal content.
  return [...compared].some((name) => outputs.has(name)) ? null : true;
}
