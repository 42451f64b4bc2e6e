/** Reads both sides and compares them. */
import { useMemo } from 'react';
import type { DatabaseClient } from '../../protocol/client.ts';
import type { CollectionStats } from '../../protocol/collections.ts';
import type { Comparison, SideNames } from './export/compare-file.ts';
import { findingsOf } from './findings/findings.ts';
import { notCompared } from './findings/not-compared.ts';
import { valueOf } from './readings/part.ts';
import type { Both, FigureReading } from './readings/reading.ts';
import { useReadings, type Readings } from './readings/use-readings.ts';
import { collectionRows, figureRows } from './rows/figure-rows.ts';
import { indexRows } from './rows/index-rows.ts';
import { settingRows } from './rows/setting-rows.ts';

export interface ComparisonState {
  readonly sides: Both<DatabaseClient> | null;
  readonly readings: Readings;
  /** Null until both sides are read. */
  readonly comparison: Comparison | null;
  /** The collections of both sides, without those of the system; null until they are read. */
  readonly collections: readonly string[] | null;
  /** Documents of both sides together. */
  readonly total: number | null;
}

export function useComparison(
  left: DatabaseClient,
  right: DatabaseClient | null,
  { left: leftName, right: rightName }: SideNames,
  options: { readonly watching: boolean; readonly visible: boolean },
): ComparisonState {
  const sides = useMemo(() => (right ? { left, right } : null), [left, right]);
  const key = [
    left.server.connection,
    left.name,
    right?.server.connection ?? null,
    right?.name ?? null,
  ] as const;
  const readings = useReadings(sides, key, options);
  const { history, structure } = readings;
  const current = history.at(-1);
  const comparison = useMemo((): Comparison | null => {
    if (!current) return null;
    const rows = [
      ...figureRows(history, structure),
      ...collectionRows(history),
      ...indexRows(history, structure),
      ...settingRows(structure),
    ];
    const names = { left: leftName, right: rightName };
    return {
      names,
      at: current.at,
      findings: findingsOf(rows),
      notCompared: notCompared(names, current, structure),
      rows,
    };
  }, [current, history, structure, leftName, rightName]);
  const counts = current ? bothCollections(current) : null;
  return {
    sides,
    readings,
    comparison,
    collections: counts && collectionNames(counts),
    total: counts && counts.left.documents + counts.right.documents,
  };
}

function bothCollections(reading: FigureReading): Both<CollectionStats> | null {
  const [left, right] = [valueOf(reading.left.collections), valueOf(reading.right.collections)];
  return left && right ? { left, right } : null;
}

function collectionNames({ left, right }: Both<CollectionStats>): readonly string[] {
  const names = new Set([...left.collections, ...right.collections].map(({ name }) => name));
  return [...names].filter((name) => name !== '@hilo').sort((a, b) => a.localeCompare(b));
}
