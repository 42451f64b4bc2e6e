/** What must hold before different values are a mismatch, not just a difference. Pure. */
import type { DatabaseStats } from '../../../protocol/stats.ts';
import { relationOf, type Relation } from '../readings/change-vectors.ts';
import { valueOf } from '../readings/part.ts';
import type { Both, FigureReading, Structure } from '../readings/reading.ts';

/** The last one is the current one. */
export type History = readonly FigureReading[];

export type Side = 'left' | 'right';

export function bothStats({ left, right }: FigureReading): Both<DatabaseStats> | null {
  const [one, other] = [valueOf(left.stats), valueOf(right.stats)];
  return one && other ? { left: one, right: other } : null;
}

export function relationIn(reading: FigureReading): Relation {
  const stats = bothStats(reading);
  return stats ? relationOf(stats) : { kind: 'independent' };
}

/** Both report to have received every change of the other. */
export function haveSameChanges(reading: FigureReading): boolean {
  const relation = relationIn(reading);
  return relation.kind === 'replicated' && relation.missing.left === 0 && relation.missing.right === 0;
}

export function collectionCounts(reading: FigureReading, side: Side): ReadonlyMap<string, number> | null {
  const stats = valueOf(reading[side].collections);
  return stats && new Map(stats.collections.map(({ name, documents }) => [name, documents]));
}

/** Collections that indexes write on each server by itself: they do not replicate. Null when it is not known. */
export function outputCollections(
  reading: FigureReading,
  structure: Both<Structure> | null,
): ReadonlySet<string> | null {
  const names = new Set<string>();
  for (const side of ['left', 'right'] as const) {
    const [indexes, definitions] = [
      valueOf(reading[side].indexes),
      structure && valueOf(structure[side].definitions),
    ];
    if (!indexes || !definitions) return null;
    for (const { outputCollection } of indexes)
      if (outputCollection !== null) names.add(outputCollection).add(`${outputCollection}/References`);
    for (const { PatternReferencesCollectionName: references } of definitions.values())
      if (typeof references === 'string') names.add(references);
  }
  return names;
}

/** Documents without those that indexes write. Null when it is not known. */
export function writtenDocuments(
  reading: FigureReading,
  structure: Both<Structure> | null,
): Both<number> | null {
  const [stats, outputs] = [bothStats(reading), outputCollections(reading, structure)];
  if (!stats || !outputs) return null;
  const count = (side: Side): number | null => {
    if (outputs.size === 0) return stats[side].documents;
    const counts = collectionCounts(reading, side);
    return counts && [...outputs].reduce((sum, name) => sum - (counts.get(name) ?? 0), stats[side].documents);
  };
  const [left, right] = [count('left'), count('right')];
  return left === null || right === null ? null : { left, right };
}
