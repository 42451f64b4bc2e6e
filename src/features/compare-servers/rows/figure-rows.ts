/** Rows about the databases as a whole and about their collections. Pure. */
import { formatCount, pluralize } from '../../../ui/format.ts';
import type { DatabaseStats } from '../../../protocol/stats.ts';
import type { Relation } from '../readings/change-vectors.ts';
import { valueOf } from '../readings/part.ts';
import type { Both, FigureReading, Structure } from '../readings/reading.ts';
import { trendOf, trendText, type GapSample } from '../../../protocol/gap-trend.ts';
import {
  bothStats,
  collectionCounts,
  haveSameChanges,
  relationIn,
  writtenDocuments,
  type History,
} from './certainty.ts';
import { stateOf, type CompareRow } from './compare-row.ts';

type Value = string | number | null;

const compared: readonly (readonly [aspect: string, read: (stats: DatabaseStats) => number | null])[] = [
  ['Documents', (stats) => stats.documents],
  ['Revisions', (stats) => stats.revisions],
  ['Attachments', (stats) => stats.attachments],
  ['Counter entries', (stats) => stats.counters],
  ['Time series segments', (stats) => stats.timeSeriesSegments],
  ['Conflicts', (stats) => stats.conflicts],
  ['Indexes', (stats) => stats.indexes],
];
const shownOnly: readonly (readonly [aspect: string, read: (stats: DatabaseStats) => Value])[] = [
  ['Stale indexes', (stats) => stats.staleIndexes],
  ['Tombstones', (stats) => stats.tombstones],
  ['Last etag', (stats) => stats.lastEtag],
  ['Size on disk (bytes)', (stats) => stats.sizeOnDisk],
  ['Database id', (stats) => stats.databaseId],
  ['Change vector', (stats) => stats.changeVector],
];

export function figureRows(history: History, structure: Both<Structure> | null): readonly CompareRow[] {
  const current = history.at(-1);
  const stats = current && bothStats(current);
  if (!stats) return [];
  const version = (side: 'left' | 'right'): string | null =>
    (structure && valueOf(structure[side].version)?.full) ?? null;
  const rows: CompareRow[] = [
    row('Server', 'Version', version('left'), version('right')),
    ...compared.map(([aspect, read]) =>
      gapRow('figures', 'Database', aspect, history, (side) => {
        const read_ = valueOf(side.stats);
        return read_ && read(read_);
      }),
    ),
  ];
  const documents = rows.find(({ aspect }) => aspect === 'Documents');
  const note = documents?.state === 'different' ? documentsNote(history, structure) : null;
  return [
    ...rows.map((each) => (each === documents ? { ...each, ...note } : each)),
    ...replicationRows(history, relationIn(current)),
    ...shownOnly.map(([aspect, read]) => ({
      ...row('Database', aspect, read(stats.left), read(stats.right)),
      state: 'information' as const,
    })),
  ];
}

/** The two sides are read one after the other: a difference counts only when two readings show the same numbers. */
function documentsNote(history: History, structure: Both<Structure> | null): Partial<CompareRow> | null {
  const last = history.slice(-2);
  const [before, now] = last.map((reading) => writtenDocuments(reading, structure));
  if (!before || !now || !last.every(haveSameChanges)) return null;
  if (now.left === now.right)
    return { note: 'Only documents that indexes write differ. They do not replicate.' };
  if (before.left !== now.left || before.right !== now.right) return null;
  return {
    state: 'contradiction',
    note: 'Each has received every change of the other, so the counts must be equal.',
  };
}

function replicationRows(history: History, relation: Relation): readonly CompareRow[] {
  if (relation.kind === 'independent') return [];
  return [
    {
      ...gapRow('figures', 'Replication', 'Changes not received', history, () => null),
      left: relation.missing.left,
      right: relation.missing.right,
      state: relation.missing.left + relation.missing.right === 0 ? 'same' : 'different',
      note: (['left', 'right'] as const).flatMap((side) => lagText(history, side)).join('. '),
    },
  ];
}

function lagText(history: History, side: 'left' | 'right'): readonly string[] {
  const samples = history.flatMap((reading): GapSample[] => {
    const relation = relationIn(reading);
    const stats = bothStats(reading)?.[side];
    return relation.kind === 'replicated' && stats
      ? [{ at: reading.at, gap: relation.missing[side], progress: stats.lastEtag ?? 0 }]
      : [];
  });
  const last = samples.at(-1);
  if (!last || last.gap === 0) return [];
  const trend = trendText(trendOf(samples), last.at);
  const name = side === 'left' ? 'Left' : 'Right';
  return [`${name} lacks ${pluralize(last.gap, 'change')}${trend === '' ? '' : `: ${trend}`}`];
}

function row(subject: string, aspect: string, left: Value, right: Value): CompareRow {
  return { section: 'figures', subject, aspect, left, right, state: stateOf(left, right), note: '' };
}

/** A count of both sides; the note says whether the difference shrinks. */
function gapRow(
  section: CompareRow['section'],
  subject: string,
  aspect: string,
  history: History,
  read: (side: FigureReading['left']) => number | null,
): CompareRow {
  const samples: GapSample[] = [];
  for (const reading of history) {
    const [left, right] = [read(reading.left), read(reading.right)];
    if (left === null || right === null) continue;
    samples.push({ at: reading.at, gap: Math.abs(left - right), progress: Math.min(left, right) });
  }
  const current = history.at(-1);
  const [left, right] = current ? [read(current.left), read(current.right)] : [null, null];
  const state = stateOf(left, right);
  return { section, subject, aspect, left, right, state, note: gapNote(left, right, samples) };
}

function gapNote(left: number | null, right: number | null, samples: readonly GapSample[]): string {
  const last = samples.at(-1);
  if (left === null || right === null || left === right || !last) return '';
  const more = `${formatCount(Math.abs(left - right))} more on the ${left > right ? 'left' : 'right'}`;
  const trend = trendText(trendOf(samples), last.at);
  return trend === '' ? more : `${more}, ${trend}`;
}

export function collectionRows(history: History): readonly CompareRow[] {
  const current = history.at(-1);
  const [left, right] = [valueOf(current?.left.collections), valueOf(current?.right.collections)];
  if (!left || !right) return [];
  const counted = history.map((reading) => ({
    ...reading,
    counts: {
      left: collectionCounts(reading, 'left'),
      right: collectionCounts(reading, 'right'),
    },
  }));
  const names = new Set([...left.collections, ...right.collections].map(({ name }) => name));
  return [...names]
    .sort((a, b) => a.localeCompare(b))
    .map((name) => {
      const sides = new Map(
        counted.flatMap(({ left: one, right: other, counts }) => [
          [one, counts.left] as const,
          [other, counts.right] as const,
        ]),
      );
      const count = (side: FigureReading['left']): number | null => {
        const counts = sides.get(side);
        return counts ? (counts.get(name) ?? 0) : null;
      };
      return gapRow('collections', name, 'Documents', history, count);
    });
}
