/** All databases by nodes: documents, lag and state; the selected one with its indexes. */
import { Database, ListChecks, X } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import {
  Badge,
  Button,
  DataGrid,
  EmptyState,
  ErrorView,
  formatCount,
  pluralize,
  SplitPane,
  Switch,
  TextField,
  Toolbar,
  ToolbarSpace,
  type GridColumn,
  type GridSort,
} from '../../../ui/index.ts';
import type { ChangeState, ClusterState } from '../cluster-state.ts';
import styles from '../cluster.module.css';
import { DatabaseDetails } from './database-details.tsx';
import { databaseStates, type DatabaseRow } from './database-rows.ts';
import { cellText, filterRows, stateTexts } from './state-text.ts';
import type { CheckedEntries, EntryCheck } from './use-entry-check.ts';

export function DatabasesPane(props: {
  readonly rows: readonly DatabaseRow[];
  readonly tags: readonly string[];
  readonly now: number;
  readonly state: ClusterState;
  readonly onChange: ChangeState;
  readonly selected: string | null;
  readonly onSelect: (name: string | null) => void;
  readonly entries: CheckedEntries | undefined;
  readonly check: EntryCheck;
  readonly onOpenIndexes: (database: string) => void;
}): ReactNode {
  const { rows, tags, now, state, onChange, selected, onSelect, entries, check } = props;
  const [sort, setSort] = useState<GridSort>({ column: 'state', descending: false });
  const shown = useMemo(
    () => sortRows(filterRows(rows, state.filter, state.onlyProblems), sort),
    [rows, state.filter, state.onlyProblems, sort],
  );
  const columns = useMemo(() => columnsOf(tags), [tags]);
  const place = shown.findIndex(({ name }) => name === selected);
  const row = rows.find(({ name }) => name === selected);
  const checkable = rows
    .filter(({ loaded, cells }) => loaded && cells.length > 1)
    .map(({ name, cells }) => ({ name, nodes: cells.map(({ node }) => node) }));

  return (
    <div className={styles.pane}>
      <Toolbar label="Databases">
        <div className={styles.filter}>
          <TextField
            label="Filter databases"
            hideLabel
            placeholder="Filter by name…"
            value={state.filter}
            onChange={(filter) => onChange({ filter })}
          />
        </div>
        <Switch
          label="Only problems"
          checked={state.onlyProblems}
          onChange={(onlyProblems) => onChange({ onlyProblems })}
        />
        <span className={styles.note}>
          {formatCount(shown.length)} of {formatCount(rows.length)}
        </span>
        <ToolbarSpace />
        {check.running ? (
          <>
            <span className={styles.note} role="status">
              Checked {formatCount(check.running.done)} of {pluralize(check.running.total, 'database')}
            </span>
            <Button icon={<X />} onClick={check.cancel}>
              Cancel check
            </Button>
          </>
        ) : (
          tags.length > 1 && (
            <Button
              icon={<ListChecks />}
              onClick={() => check.start(checkable)}
              disabledReason={checkable.length === 0 ? 'No loaded database is on several nodes.' : undefined}
              title="Reads the entry counts of all indexes from every node, once"
            >
              Check index entries
            </Button>
          )
        )}
      </Toolbar>
      {check.error !== null && <ErrorView error={check.error} doing="Checking the index entries" compact />}
      <div className={styles.fill}>
        <SplitPane
          direction="row"
          initial={0.56}
          storageKey="cluster.databases"
          side={{ which: 'second', name: 'details', below: 760 }}
          first={
            <DataGrid<DatabaseRow>
              label="Databases by node"
              columns={columns}
              rowCount={shown.length}
              row={(index) => shown[index]}
              selected={place < 0 ? null : place}
              onSelect={(index) => onSelect(shown[index]?.name ?? null)}
              sort={sort}
              onSort={(column) =>
                setSort((before) => ({ column, descending: before.column === column && !before.descending }))
              }
              empty={
                <EmptyState
                  icon={Database}
                  title={rows.length === 0 ? 'No databases' : 'No database matches'}
                  text={
                    rows.length === 0
                      ? 'Databases of the cluster appear here with their nodes.'
                      : 'Change the filter, or show all databases.'
                  }
                />
              }
            />
          }
          second={
            row ? (
              <DatabaseDetails
                row={row}
                entries={entries}
                now={now}
                onOpenIndexes={row.loaded ? () => props.onOpenIndexes(row.name) : undefined}
                onClose={() => onSelect(null)}
              />
            ) : null
          }
        />
      </div>
    </div>
  );
}

function columnsOf(tags: readonly string[]): readonly GridColumn<DatabaseRow>[] {
  return [
    { id: 'name', title: 'Database', width: 200, sortable: true, render: ({ name }) => name },
    {
      id: 'state',
      title: 'State',
      width: 110,
      sortable: true,
      render: ({ state, disabled }) =>
        disabled ? (
          <Badge>Disabled</Badge>
        ) : (
          <Badge tone={stateTexts[state].tone}>{stateTexts[state].label}</Badge>
        ),
    },
    ...tags.map((tag) => ({
      id: `node-${tag}`,
      title: `Documents on ${tag}`,
      width: 150,
      align: 'end' as const,
      render: ({ cells }: DatabaseRow) => cellText(cells.find(({ node }) => node === tag)),
    })),
    {
      id: 'stale',
      title: 'Stale indexes',
      width: 100,
      align: 'end',
      render: ({ cells }) => cells.reduce((sum, { staleIndexes }) => sum + staleIndexes.length, 0),
    },
  ];
}

function sortRows(rows: readonly DatabaseRow[], { column, descending }: GridSort): readonly DatabaseRow[] {
  const sorted = [...rows].sort(
    (a, b) =>
      (column === 'state' ? databaseStates.indexOf(a.state) - databaseStates.indexOf(b.state) : 0) ||
      a.name.localeCompare(b.name),
  );
  return descending ? sorted.reverse() : sorted;
}
