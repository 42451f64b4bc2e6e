/** Memory by owner: a treemap above the same sizes as a table. */
import { useMemo, useState, type ReactNode } from 'react';
import { Treemap, type TreemapNode } from '../../../charts/treemap/index.ts';
import { DataGrid, formatBytes, formatCount } from '../../../ui/index.ts';
import styles from '../memory.module.css';
import type { Owner, OwnerRow } from './memory-owners.ts';

export function OwnersPane({
  label,
  owners,
  rows,
  note,
  empty,
}: {
  readonly label: string;
  readonly owners: readonly Owner[];
  readonly rows: readonly OwnerRow[];
  /** What the sizes mean. */
  readonly note: string;
  readonly empty: string;
}): ReactNode {
  const [selected, setSelected] = useState<string | null>(null);
  const nodes = useMemo(() => owners.map(toNode), [owners]);
  const place = rows.findIndex(({ owner }) => owner.id === selected);
  return (
    <div className={styles.pane}>
      <p className={styles.note}>{note}</p>
      {nodes.length > 0 && (
        <div className={styles.treemap}>
          <Treemap
            label={`${label}: ${owners.map((each) => `${each.label} ${formatBytes(each.size)}`).join(', ')}`}
            nodes={nodes}
            format={formatBytes}
            selected={selected}
            onSelect={setSelected}
          />
        </div>
      )}
      <div className={styles.grid}>
        <DataGrid<OwnerRow>
          label={label}
          rowCount={rows.length}
          row={(index) => rows[index]}
          selected={place < 0 ? null : place}
          onSelect={(index) => setSelected(rows[index]?.owner.id ?? null)}
          followSelected
          empty={<p className={styles.note}>{empty}</p>}
          columns={[
            {
              id: 'owner',
              title: 'Owner',
              width: 460,
              least: 240,
              render: ({ owner, level }) => (
                <span className={styles.owner} style={{ paddingInlineStart: level * 16 }}>
                  {level === 0 ? <b>{owner.label}</b> : owner.label}
                </span>
              ),
            },
            {
              id: 'size',
              title: 'Size',
              width: 110,
              align: 'end',
              mono: true,
              render: ({ owner }) => (
                <span title={`${formatCount(owner.size)} bytes`}>{formatBytes(owner.size)}</span>
              ),
            },
            {
              id: 'share',
              title: 'Share',
              width: 80,
              align: 'end',
              mono: true,
              render: ({ share }) =>
                share > 0 && share < 0.001 ? '< 0.1 %' : `${(share * 100).toFixed(1)} %`,
            },
          ]}
        />
      </div>
    </div>
  );
}

function toNode({ id, label, size, children }: Owner): TreemapNode {
  return children.length === 0 ? { id, label, size } : { id, label, size, children: children.map(toNode) };
}
