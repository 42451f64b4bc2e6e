/** Indexes by nodes: entries, and what keeps an index from being current. */
import type { ReactNode } from 'react';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import { Badge, SortedGrid, formatCount } from '../../../ui/index.ts';
import styles from '../cluster.module.css';
import type { CheckedEntries } from './use-entry-check.ts';

export interface IndexRow {
  readonly name: string;
  readonly mismatch: boolean;
  readonly byNode: ReadonlyMap<string, IndexStats | undefined>;
}

/** Mismatches first, then by name. Pure. */
export function indexRows({ nodes, mismatches }: CheckedEntries): readonly IndexRow[] {
  const wrong = new Set(mismatches.map(({ index }) => index));
  const names = [...new Set(nodes.flatMap(({ indexes }) => [...(indexes?.keys() ?? [])]))];
  return names
    .map((name) => ({
      name,
      mismatch: wrong.has(name),
      byNode: new Map(nodes.map(({ node, indexes }) => [node, indexes?.get(name)])),
    }))
    .sort((a, b) => Number(b.mismatch) - Number(a.mismatch) || a.name.localeCompare(b.name));
}

export function indexText(stats: IndexStats | undefined): string {
  if (!stats) return 'Not reported';
  const entries = stats.entries === null ? '–' : formatCount(stats.entries);
  if (stats.isInvalid || stats.state === 'Error') return `${entries}, failed`;
  if (stats.state === 'Disabled' || stats.status === 'Disabled') return `${entries}, disabled`;
  if (stats.status === 'Paused') return `${entries}, paused`;
  if (!stats.isStale) return entries;
  return stats.etagLag === null || stats.etagLag === 0
    ? `${entries}, stale`
    : `${entries}, ≤ ${formatCount(stats.etagLag)} behind`;
}

export function IndexMatrix({ entries }: { readonly entries: CheckedEntries }): ReactNode {
  const rows = indexRows(entries);
  return (
    <div className={styles.indexGrid}>
      <SortedGrid<IndexRow>
        label="Index entries by node"
        rowCount={rows.length}
        row={(index) => rows[index]}
        empty={<p className={styles.note}>No indexes.</p>}
        columns={[
          { id: 'name', title: 'Index', width: 230, value: ({ name }) => name, render: ({ name }) => name },
          {
            id: 'result',
            title: 'Result',
            width: 110,
            value: ({ mismatch }) => (mismatch ? 0 : 1),
            render: ({ mismatch }) => (mismatch ? <Badge tone="danger">Mismatch</Badge> : ''),
          },
          ...entries.nodes.map(({ node }) => ({
            id: `node-${node}`,
            title: `Entries on ${node}`,
            width: 130,
            align: 'end' as const,
            render: ({ byNode }: IndexRow) => indexText(byNode.get(node)),
          })),
        ]}
      />
    </div>
  );
}
