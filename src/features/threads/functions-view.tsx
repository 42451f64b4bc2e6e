/** All functions by total, with callers and callees of the selected one (sandwich view). */
import { useMemo, useState } from 'react';
import {
  buildStackTree,
  frameTotals,
  Icicle,
  sandwich,
  type FrameLook,
  type FrameTotal,
  type StackInput,
} from '../../charts/flame/index.ts';
import { DataGrid, formatCount, pluralize, type GridColumn } from '../../ui/index.ts';
import styles from './threads.module.css';

type Key = 'self' | 'total' | 'frame';

interface FunctionsViewProps {
  readonly stacks: readonly StackInput[];
  readonly look: FrameLook;
  readonly search: string;
}

export function FunctionsView({ stacks, look, search }: FunctionsViewProps) {
  const [sort, setSort] = useState<{ key: Key; descending: boolean }>({ key: 'self', descending: true });
  const [chosen, setChosen] = useState<string | null>(null);
  const total = useMemo(() => stacks.reduce((sum, stack) => sum + stack.count, 0), [stacks]);
  const all = useMemo(() => frameTotals(stacks), [stacks]);
  const rows = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const found = all.filter((row) => words.every((word) => row.frame.toLowerCase().includes(word)));
    const sign = sort.descending ? -1 : 1;
    const { key } = sort;
    return found.sort((a, b) => sign * (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0));
  }, [all, search, sort]);
  const frame =
    chosen !== null && all.some((row) => row.frame === chosen) ? chosen : (rows[0]?.frame ?? null);
  const columns = useMemo(() => functionColumns(total, look), [total, look]);
  const at = rows.findIndex((row) => row.frame === frame);

  return (
    <div className={styles.functions}>
      <div className={styles.functionTable}>
        <DataGrid
          label="Functions by total"
          columns={columns}
          rowCount={rows.length}
          row={(index) => rows[index]}
          selected={at < 0 ? null : at}
          onSelect={(index) => setChosen(rows[index]?.frame ?? null)}
          sort={{ column: sort.key, descending: sort.descending }}
          onSort={(column) => {
            const key = (['self', 'total', 'frame'] as const).find((each) => each === column);
            if (key) setSort({ key, descending: sort.key === key ? !sort.descending : key !== 'frame' });
          }}
          empty={<p className={styles.empty}>No function matches</p>}
        />
      </div>
      {frame !== null && <Around frame={frame} stacks={stacks} look={look} />}
    </div>
  );
}

function Around({
  frame,
  stacks,
  look,
}: {
  readonly frame: string;
  readonly stacks: readonly StackInput[];
  readonly look: FrameLook;
}) {
  const { callers, callees } = useMemo(() => sandwich(stacks, frame), [stacks, frame]);
  return (
    <div className={styles.around}>
      <Half title="Called from" rootName="Callers" stacks={callers} look={look} />
      <Half title="Calls" rootName="Callees" stacks={callees} look={look} />
    </div>
  );
}

const nothing: ReadonlySet<number> = new Set();

function Half({
  title,
  rootName,
  stacks,
  look,
}: {
  readonly title: string;
  readonly rootName: string;
  readonly stacks: readonly StackInput[];
  readonly look: FrameLook;
}) {
  const tree = useMemo(() => buildStackTree(stacks), [stacks]);
  const rooted = useMemo(() => ({ ...look, rootName }), [look, rootName]);
  const [picked, setPicked] = useState<{ tree: typeof tree; id: number } | null>(null);
  return (
    <section className={styles.half} aria-label={title}>
      <h3>{title}</h3>
      <div className={styles.fill}>
        <Icicle
          tree={tree}
          look={rooted}
          label={title}
          found={nothing}
          selectedId={picked?.tree === tree ? picked.id : null}
          onSelect={(id) => setPicked({ tree, id })}
        />
      </div>
    </section>
  );
}

function functionColumns(total: number, look: FrameLook): GridColumn<FrameTotal>[] {
  const weight = (id: 'self' | 'total', title: string): GridColumn<FrameTotal> => ({
    id,
    title,
    width: 110,
    align: 'end',
    mono: true,
    sortable: true,
    render: (row) => (
      <span title={pluralize(row[id], 'stack')}>
        {formatCount(row[id])}{' '}
        <span className={styles.quiet}>{total === 0 ? '' : `${((row[id] / total) * 100).toFixed(1)} %`}</span>
      </span>
    ),
  });
  return [
    weight('self', 'Self'),
    weight('total', 'Total'),
    {
      id: 'frame',
      title: 'Function',
      width: 460,
      mono: true,
      sortable: true,
      render: (row) => (
        <span title={row.frame} className={look.isOwn(row.frame) ? styles.ownFrame : undefined}>
          {row.frame}
        </span>
      ),
    },
  ];
}
