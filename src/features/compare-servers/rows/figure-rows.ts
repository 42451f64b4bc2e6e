/** Rows about the databases as a whole and about their collections. Pure. */
import { formatCount, pluralize } from '../../../ui/format.ts';
import type { DatabaseStats } from '../../../protocol/stats.ts';
import { relationOf, type Relation } from '../readings/change-vectors.ts';
import { valueOf } from '../readings/part.ts';
import type { Both, FigureReading, Structure } from '../readings/reading.ts';
import { trendOf, trendText, type GapSample } from '../../../protocol/gap-trend.ts';
import type { CompareRow, RowState } from './compare-row.ts';

/** The last one is the current one. */
export type History = readonly FigureReading[];

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

export function relationIn(reading: FigureReading): Relation {
  const stats = bothStats(reading);
  return stats ? relationOf(stats) : { kind: 'independent' };
}

function bothStats({ left, right }: FigureReading): Both<DatabaseStats> | null {
  const [one, other] = [valueOf(left.stats), valueOf(right.stats)];
  return one && other ? { left: one, right: other } : null;
}

/** Whether both report to have received every change of the other. */
export function claimsToBeCurrent(relation: Relation): boolean {
  return relation.kind === 'replicated' && relation.missing.left === 0 && relation.missing.right === 0;
}

export function stateOf(left: Value, right: Value): RowState {
  if (left === null || right === null) return 'unknown';
  return left === right ? 'same' : 'different';
}

export function figureRows(history: History, structure: Both<Structure> | null): readonly CompareRow[] {
  const current = history.at(-1);
  const stats = current && bothStats(current);
  if (!stats) return [];
  const relation = relationOf(stats);
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
  const contradicts =
    claimsToBeCurrent(relation) && documents?.state === 'different' && repeats(history, 'documents');
  return [
    ...rows.map((each) =>
      each === documents && contradicts
        ? {
            ...each,
            state: 'contradiction' as const,
            note: 'Each has received every change of the other, so the counts must be equal.',
          }
        : each,
    ),
    ...replicationRows(history, relation),
    ...shownOnly.map(([aspect, read]) => ({
      ...row('Database', aspect, read(stats.left), read(stats.right)),
      state: 'information' as const,
    })),
  ];
}

/** The two sides are read one after the other: a difference counts only when two readings show the same numbers. */
function repeats(history: History, figure: 'documents' | 'lastEtag'): boolean {
  const [before, now] = [history.at(-2), history.at(-1)].map((reading) => reading && bothStats(reading));
  return (
    before?.left[figure] === now?.left[figure] &&
    before?.right[figure] === now?.right[figure] &&
    before !== undefined
  );
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

export function collectionCounts(
  reading: FigureReading,
  side: 'left' | 'right',
): ReadonlyMap<string, number> | null {
  const stats = valueOf(reading[side].collections);
  return stats && new Map(stats.collections.map(({ name, documents }) => [name, documents]));
}
