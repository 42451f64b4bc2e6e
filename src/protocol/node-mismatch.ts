/**
 * Compares the nodes of a database. An index that every node reports as up to date must have the same number of entries on each;
 * otherwise one of them answers queries wrongly. Pure.
 */
import type { IndexStats } from './index-stats.ts';

export interface NodeStats {
  readonly node: string;
  /** By name; null when the node did not answer. */
  readonly indexes: ReadonlyMap<string, IndexStats> | null;
  readonly error: unknown;
}

export interface Mismatch {
  readonly index: string;
  readonly entries: readonly { readonly node: string; readonly entries: number }[];
}

export function findMismatches(nodes: readonly NodeStats[]): readonly Mismatch[] {
  const names = new Set(nodes.flatMap(({ indexes }) => [...(indexes?.keys() ?? [])]));
  return [...names]
    .sort((a, b) => a.localeCompare(b))
    .flatMap((index) => {
      const known = nodes.flatMap(({ node, indexes }) => {
        const stats = indexes?.get(index);
        return stats ? [{ node, stats }] : [];
      });
      if (known.some(({ stats }) => stats.isStale || stats.entries === null)) return [];
      const entries = known.map(({ node, stats }) => ({ node, entries: stats.entries ?? 0 }));
      return new Set(entries.map((each) => each.entries)).size > 1 ? [{ index, entries }] : [];
    });
}

/**
 * The nodes are read one after the other, and a write in between can look like a difference. So one counts only when a
 * second reading shows the same numbers.
 */
export function confirmedMismatches(
  before: readonly Mismatch[],
  now: readonly Mismatch[],
): readonly Mismatch[] {
  const seen = new Set(before.map((each) => JSON.stringify(each)));
  return now.filter((each) => seen.has(JSON.stringify(each)));
}

/** `830 on A, 829 on B`. */
export function mismatchText({ entries }: Mismatch, format: (count: number) => string): string {
  return entries.map((each) => `${format(each.entries)} on ${each.node}`).join(', ');
}
