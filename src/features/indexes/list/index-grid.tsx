/** The grid of the list: groups, indexes, their menus and keys. */
import { ChartGantt, Copy, FlaskConical, ListTree, PencilLine, Search, TriangleAlert } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useSession, useWriteRefusal } from '../../../app/registry/index.ts';
import { SANDBOX_ID } from '../../../contract/index.ts';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import {
  Button,
  DataGrid,
  EmptyState,
  pluralize,
  type GridSort,
  type MenuEntry,
  nextSort,
} from '../../../ui/index.ts';
import type { IndexPanel } from '../panel-request.ts';
import { remove } from './index-actions.ts';
import { indexColumns } from './index-columns.tsx';
import type { Lag } from './index-lag.ts';
import { actionItems } from './index-menu.tsx';
import type { GroupRow, Row } from './index-rows.ts';
import { isAuto } from './index-state.ts';
import type { IndexActions } from './use-index-actions.ts';
import { indexesOf, type IndexSelection } from './use-index-selection.ts';
import type { Indexes } from './use-indexes.ts';
import styles from '../indexes.module.css';

export interface IndexGridProps {
  readonly indexes: Indexes;
  readonly all: readonly IndexStats[];
  readonly rows: readonly Row[];
  readonly lag: (index: IndexStats) => Lag | null;
  readonly sort: GridSort | null;
  readonly onSort: (sort: GridSort | null) => void;
  readonly current: string | null;
  readonly onCurrent: (name: string | null) => void;
  readonly selection: IndexSelection;
  readonly actions: IndexActions;
  readonly writeRefusal: string | undefined;
  readonly onFold: (group: GroupRow) => void;
  readonly onPanel: (panel: IndexPanel, index: string) => void;
  readonly onQuery: (name: string, split?: boolean) => void;
  /** Null for the sandbox itself. */
  readonly onReproduce: ((name: string) => void) | null;
  /** Null without an editor. */
  readonly onEdit: ((name: string, split?: boolean) => void) | null;
  readonly onBatches: (name: string) => void;
  readonly onClearFilters: () => void;
}

export function IndexGrid(props: IndexGridProps): ReactNode {
  const { indexes, all, rows, selection, actions, writeRefusal, onPanel, onQuery, onEdit } = props;
  const { onReproduce } = props;
  const sandboxRefusal = useWriteRefusal(SANDBOX_ID);
  const session = useSession();
  const { sizes, sizesError, nodes } = indexes;
  const open = onEdit ?? onQuery;
  const mismatched = useMemo(() => new Set(nodes?.mismatches.map(({ index }) => index)), [nodes]);
  const columns = indexColumns({
    lag: props.lag,
    sizes,
    sizesMissing: missingSizes(sizes, sizesError),
    nodes: nodes?.nodes ?? [],
    mismatched,
    onOpen: open,
    onErrors: (name) => onPanel('errors', name),
    onFold: props.onFold,
  });
  const place = rows.findIndex((row) => row.kind === 'index' && row.index.name === props.current);
  const groupPlace = rows.findIndex((row) => row.kind === 'group' && groupName(row) === props.current);
  const at = place >= 0 ? place : groupPlace;

  /** The selection when the row belongs to it, else the row alone. */
  const targets = (index: number): readonly IndexStats[] =>
    selection.grid.has(index) ? selection.indexes : indexesOf(rows[index]);

  const rowMenu = (index: number): readonly MenuEntry[] => {
    const row = rows[index];
    if (row === undefined) return [];
    const chosen = targets(index);
    return [
      ...(row.kind === 'index' && chosen.length === 1 ? ownItems(row.index) : []),
      ...actionItems(chosen, all, writeRefusal, actions.start),
    ];
  };
  const ownItems = (index: IndexStats): readonly MenuEntry[] => [
    ...(onEdit
      ? [
          {
            id: 'edit',
            label: isAuto(index) ? 'Show definition' : 'Edit',
            icon: <PencilLine />,
            shortcut: 'Enter',
            onSelect: () => onEdit(index.name),
          },
        ]
      : []),
    {
      id: 'query',
      label: 'Query',
      icon: <Search />,
      ...(onEdit ? {} : { shortcut: 'Enter' }),
      onSelect: () => onQuery(index.name),
    },
    ...(onReproduce
      ? [
          {
            id: 'reproduce',
            label: 'Reproduce in the sandbox…',
            icon: <FlaskConical />,
            disabled: sandboxRefusal !== undefined,
            ...(sandboxRefusal === undefined ? {} : { hint: 'the sandbox is read-only' }),
            onSelect: () => onReproduce(index.name),
          },
        ]
      : []),
    {
      id: 'batches',
      label: 'Show batches',
      icon: <ChartGantt />,
      onSelect: () => props.onBatches(index.name),
    },
    { id: 'terms', label: 'Browse terms', icon: <ListTree />, onSelect: () => onPanel('terms', index.name) },
    {
      id: 'errors',
      label:
        index.errors === null || index.errors === 0
          ? 'Show errors'
          : `Show ${pluralize(index.errors, 'error')}`,
      icon: <TriangleAlert />,
      onSelect: () => onPanel('errors', index.name),
    },
    {
      id: 'copy',
      label: 'Copy name',
      icon: <Copy />,
      onSelect: () => {
        navigator.clipboard
          .writeText(index.name)
          .catch((thrown: unknown) => session.reportError(thrown, 'Copying the name'));
      },
    },
  ];

  return (
    <DataGrid
      label="Indexes"
      columns={columns}
      rowCount={rows.length}
      row={(index) => rows[index]}
      selected={at < 0 ? null : at}
      onSelect={(index) => {
        const row = rows[index];
        if (row) props.onCurrent(row.kind === 'index' ? row.index.name : groupName(row));
      }}
      onOpen={(index) => {
        const row = rows[index];
        if (row?.kind === 'group') props.onFold(row);
        else if (row) open(row.index.name);
      }}
      sort={props.sort}
      onSort={(column) => props.onSort(nextSort(props.sort, column))}
      selection={selection.grid}
      rowClassName={(row) =>
        row.kind === 'group'
          ? styles.groupRow
          : mismatched.has(row.index.name)
            ? styles.mismatchRow
            : undefined
      }
      rowMenu={rowMenu}
      onKeyDown={(event, index) => {
        if (event.key !== 'Delete') return;
        const chosen =
          selection.indexes.length > 0 ? selection.indexes : index === null ? [] : targets(index);
        if (chosen.length > 0) actions.start(remove, chosen);
      }}
      empty={
        <EmptyState
          icon={Search}
          title="No index matches"
          text="No index has this name, collection or state."
          action={<Button onClick={props.onClearFilters}>Clear filters</Button>}
        />
      }
    />
  );
}

/** Names of indexes never begin with it, so the current row can be a group. */
function groupName({ key }: GroupRow): string {
  return `\n${key}`;
}

function missingSizes(sizes: ReadonlyMap<string, unknown> | undefined, error: unknown): string | null {
  if (error instanceof Error) return `The storage report could not be read: ${error.message}`;
  return sizes?.size === 0 ? 'This server does not report the sizes of indexes' : null;
}
