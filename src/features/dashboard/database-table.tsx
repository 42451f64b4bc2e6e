import { useMemo, useState, type ReactNode } from 'react';
import { displayNameOf, shownName, useDisplayNames, type DisplayNames } from '../../app/registry/index.ts';
import type { DatabaseInfo } from '../../protocol/databases.ts';
import { readTimeSpan } from '../../protocol/time-span.ts';
import {
  Badge,
  DataGrid,
  EmptyState,
  formatBytes,
  formatCount,
  formatMs,
  type GridColumn,
  type GridSort,
} from '../../ui/index.ts';
import { SearchX } from 'lucide-react';
import { databaseState } from './database-state.ts';
import { sortDatabases } from './sort-databases.ts';
import styles from './dashboard.module.css';

/** Unknown values are shown as a dash, never as zero. */
function known(value: number | null, format: (value: number) => string): string {
  return value === null ? '–' : format(value);
}

const columnsWith = (names: DisplayNames, connectionId: string): readonly GridColumn<DatabaseInfo>[] => [
  {
    id: 'name',
    title: 'Name',
    width: 220,
    least: 120,
    sortable: true,
    render: (database) => {
      const shown = displayNameOf(names, connectionId, database.name);
      return shown === undefined ? (
        <b>{database.name}</b>
      ) : (
        <span title={`${shown}, the database ${database.name}`}>
          <b>{shown}</b> <span className={styles.realName}>{database.name}</span>
        </span>
      );
    },
  },
  {
    id: 'state',
    title: 'State',
    width: 120,
    least: 92,
    sortable: true,
    render: (database) => {
      const state = databaseState(database);
      return (
        <Badge tone={state.tone} title={state.description}>
          {state.label}
        </Badge>
      );
    },
  },
  {
    id: 'documents',
    title: 'Documents',
    width: 110,
    least: 100,
    align: 'end',
    sortable: true,
    render: (database) => known(database.documents, formatCount),
  },
  {
    id: 'size',
    title: 'On disk',
    width: 100,
    least: 84,
    align: 'end',
    sortable: true,
    render: (database) => known(database.sizeOnDisk, formatBytes),
  },
  {
    id: 'indexes',
    title: 'Indexes',
    width: 90,
    least: 78,
    align: 'end',
    sortable: true,
    render: (database) => known(database.indexes, formatCount),
  },
  {
    id: 'uptime',
    title: 'Uptime',
    width: 120,
    least: 96,
    align: 'end',
    sortable: true,
    render: (database) =>
      known(database.upTime === null ? null : readTimeSpan(database.upTime), (ms) =>
        ms < 1000 ? '< 1 s' : formatMs(Math.floor(ms / 1000) * 1000),
      ),
  },
];

export function DatabaseTable(props: {
  readonly connectionId: string;
  /** Null while the list loads. */
  readonly databases: readonly DatabaseInfo[] | null;
  readonly filtered: boolean;
  readonly selected: string | null;
  readonly onSelect: (database: DatabaseInfo) => void;
  readonly onOpen: (database: DatabaseInfo) => void;
  readonly onDelete: (database: DatabaseInfo) => void;
}): ReactNode {
  const { connectionId, databases, filtered, selected, onSelect, onOpen, onDelete } = props;
  const [sort, setSort] = useState<GridSort>({ column: 'name', descending: false });
  const names = useDisplayNames();
  const columns = useMemo(() => columnsWith(names, connectionId), [names, connectionId]);
  const rows = useMemo(
    () =>
      databases === null
        ? null
        : sortDatabases(databases, sort, (database) => shownName(names, connectionId, database.name)),
    [databases, sort, names, connectionId],
  );
  const place = rows?.findIndex((each) => each.name === selected) ?? -1;
  const at = (index: number | null, act: (database: DatabaseInfo) => void): void => {
    const database = index === null ? undefined : rows?.[index];
    if (database) act(database);
  };
  return (
    <DataGrid
      label="Databases"
      columns={columns}
      rowCount={rows?.length ?? 4}
      row={(index) => rows?.[index]}
      busy={rows === null}
      selected={place < 0 ? null : place}
      onSelect={(index) => at(index, onSelect)}
      onOpen={(index) => at(index, onOpen)}
      sort={sort}
      onSort={(column) =>
        setSort((now) => ({
          column,
          descending: now.column === column ? !now.descending : column !== 'name',
        }))
      }
      onKeyDown={(event, index) => {
        if (event.key !== 'Delete') return;
        event.preventDefault();
        at(index, onDelete);
      }}
      empty={
        filtered && (
          <EmptyState icon={SearchX} title="No databases found" text="No database name contains this text." />
        )
      }
    />
  );
}
