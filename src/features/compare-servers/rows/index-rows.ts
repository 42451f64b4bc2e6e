/** Rows about indexes: presence, definition, entries, staleness, state. Pure. */
import type { IndexStats } from '../../../protocol/index-stats.ts';
import { definitionDifferences } from '../readings/definition-differences.ts';
import { valueOf } from '../readings/part.ts';
import type { Both, FigureReading, Structure } from '../readings/reading.ts';
import type { History, Side } from './certainty.ts';
import { stateOf, type CompareRow } from './compare-row.ts';
import { entriesRow } from './entries-row.ts';
import { stateText, type OwnReading } from './own-reading.ts';
import { stalenessRow } from './staleness-row.ts';

type ByName = ReadonlyMap<string, IndexStats>;

const REPLACEMENT = 'ReplacementOf/';

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
    const own = all.map((each): OwnReading => ({
      reading: each.reading,
      left: each.left?.get(name),
      right: each.right?.get(name),
      isReplaced: each.left?.has(REPLACEMENT + name) === true || each.right?.has(REPLACEMENT + name) === true,
    }));
    const different = changes(name);
    return [
      definitionRow(name, different),
      entriesRow(name, own, structure, different),
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
