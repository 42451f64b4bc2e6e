/** The parts of the files, sortable, each with its growth. */
import { useMemo, useState, type ReactNode } from 'react';
import {
  DataGrid,
  EmptyState,
  formatBytes,
  formatCount,
  type GridColumn,
  type GridSort,
} from '../../ui/index.ts';
import { HardDrive } from 'lucide-react';
import { goneItems, growthOf, type Baseline } from './growth.ts';
import { kindTexts } from './kind-texts.ts';
import { share } from './space-bar.tsx';
import type { SpaceItem, SpaceReading } from './space-items.ts';
import styles from './storage.module.css';

export interface SpaceRow extends SpaceItem {
  readonly share: string;
  readonly growth: number | null;
}

export function spaceRows(
  reading: SpaceReading,
  before: Baseline | undefined,
  { column, descending }: GridSort,
): readonly SpaceRow[] {
  const rows = [...reading.items, ...goneItems(before, reading)].map((item) => ({
    ...item,
    share: share(item.bytes, reading.total),
    growth: growthOf(before, item.id, item.bytes),
  }));
  const compare = comparisons[column] ?? bySize;
  return rows.sort((a, b) => (descending ? -compare(a, b) : compare(a, b)) || bySize(b, a));
}

type Compare = (a: SpaceRow, b: SpaceRow) => number;
const bySize: Compare = (a, b) => a.bytes - b.bytes;
const comparisons: Readonly<Record<string, Compare>> = {
  kind: (a, b) => kindTexts[a.kind].label.localeCompare(kindTexts[b.kind].label),
  name: (a, b) => a.name.localeCompare(b.name),
  size: bySize,
  count: (a, b) => (a.count ?? -1) - (b.count ?? -1),
  growth: (a, b) => (a.growth ?? 0) - (b.growth ?? 0),
};

/** `+1.2 MB`, `−300 KB`, `0 B`. */
export function growthText(bytes: number | null): string {
  if (bytes === null) return '–';
  return bytes > 0 ? `+${formatBytes(bytes)}` : formatBytes(bytes);
}

const columns: readonly GridColumn<SpaceRow>[] = [
  {
    id: 'kind',
    title: 'Kind',
    width: 130,
    sortable: true,
    render: ({ kind }) => (
      <span className={styles.kind}>
        <i aria-hidden="true" data-kind={kind} style={{ background: kindTexts[kind].background }} />
        {kindTexts[kind].label}
      </span>
    ),
  },
  { id: 'name', title: 'Name', width: 320, least: 160, sortable: true, render: ({ name }) => name },
  {
    id: 'size',
    title: 'On disk',
    width: 110,
    align: 'end',
    sortable: true,
    render: ({ bytes }) => <span title={`${formatCount(bytes)} B`}>{formatBytes(bytes)}</span>,
  },
  { id: 'share', title: 'Share', width: 90, align: 'end', render: (row) => row.share },
  {
    id: 'count',
    title: 'Items',
    width: 110,
    align: 'end',
    sortable: true,
    render: ({ count }) => (count === null ? '' : formatCount(count)),
  },
  {
    id: 'growth',
    title: 'Growth',
    width: 110,
    align: 'end',
    sortable: true,
    render: ({ growth }) => growthText(growth),
  },
];

export function SpaceGrid(props: {
  /** Undefined while it loads. */
  readonly reading: SpaceReading | undefined;
  readonly baseline: Baseline | undefined;
  readonly onOpen: (item: SpaceItem) => void;
}): ReactNode {
  const { reading, baseline } = props;
  const [sort, setSort] = useState<GridSort>({ column: 'size', descending: true });
  const rows = useMemo(
    () => (reading ? spaceRows(reading, baseline, sort) : undefined),
    [reading, baseline, sort],
  );
  return (
    <DataGrid
      label="What takes the space"
      columns={columns}
      rowCount={rows?.length ?? 6}
      row={(index) => rows?.[index]}
      busy={rows === undefined}
      sort={sort}
      onSort={(column) =>
        setSort((now) => ({
          column,
          descending: now.column === column ? !now.descending : column !== 'name' && column !== 'kind',
        }))
      }
      onOpen={(index) => {
        const row = rows?.[index];
        if (row) props.onOpen(row);
      }}
      empty={
        <EmptyState
          icon={HardDrive}
          title="No files reported"
          text="The server reports no files of this database."
        />
      }
    />
  );
}
