/** TCP connections, open transactions and kept tombstones: what blocks a server behind its requests. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Cable, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServerClient } from '../../../protocol/client.ts';
import {
  getKeptTombstones,
  getTcpConnections,
  getTransactions,
  type KeptTombstones,
  type OpenTransaction,
} from '../../../protocol/internals.ts';
import {
  Button,
  CopyButton,
  SortedGrid,
  EmptyState,
  ErrorView,
  formatCount,
  Select,
  SkeletonRows,
  Tabs,
  Toolbar,
  ToolbarSpace,
  type ValueColumn,
} from '../../../ui/index.ts';
import styles from '../activity.module.css';
import type { ActivityState, ChangeState } from '../activity-state.ts';
import { useLoadedDatabases } from '../live/use-loaded-databases.ts';
import { connectionGroups, type ConnectionGroup } from './connection-groups.ts';

const EVERY_MS = 5_000;
const SERVER = '';

const connectionColumns: readonly ValueColumn<ConnectionGroup>[] = [
  { id: 'state', title: 'State', width: 130, value: ({ state }) => state, render: ({ state }) => state },
  {
    id: 'local',
    title: 'Local address',
    width: 190,
    mono: true,
    value: ({ local }) => local,
    render: ({ local }) => local,
  },
  {
    id: 'remote',
    title: 'Remote host',
    width: 240,
    mono: true,
    value: ({ remote }) => remote,
    render: ({ remote }) => remote,
  },
  {
    id: 'count',
    title: 'Connections',
    width: 110,
    align: 'end',
    value: ({ count }) => count,
    render: ({ count }) => formatCount(count),
  },
];
const transactionColumns: readonly ValueColumn<OpenTransaction>[] = [
  {
    id: 'environment',
    title: 'Environment',
    width: 380,
    mono: true,
    value: ({ environment }) => environment,
    render: (row) => row.environment,
  },
  {
    id: 'details',
    title: 'Details',
    width: 640,
    mono: true,
    render: ({ details }) => JSON.stringify(details),
  },
];
const tombstoneColumns: readonly ValueColumn<KeptTombstones>[] = [
  {
    id: 'collection',
    title: 'Collection',
    width: 200,
    value: ({ collection }) => collection,
    render: ({ collection }) => collection,
  },
  { id: 'kind', title: 'Kind', width: 110, value: ({ kind }) => kind, render: ({ kind }) => kind },
  {
    id: 'component',
    title: 'Kept for',
    width: 320,
    value: ({ component }) => component,
    render: ({ component }) => component ?? 'Nothing: deleted at the next cleanup',
  },
  {
    id: 'etag',
    title: 'Above etag',
    width: 120,
    align: 'end',
    value: ({ etag }) => etag,
    render: ({ etag }) => (etag === null ? '–' : formatCount(etag)),
  },
];

export function InternalsPane(props: {
  readonly server: ServerClient;
  readonly state: ActivityState;
  readonly onChange: ChangeState;
}) {
  const { server, state, onChange } = props;
  const { loaded } = useLoadedDatabases(server);
  const database = loaded.find(({ name }) => name === state.internalsDatabase)?.name ?? null;
  const view = state.internalsView;
  const shared = { refetchInterval: EVERY_MS, retry: false } as const;
  const key = [server.connection, '@activity', 'internals'];
  const connections = useQuery({
    ...shared,
    queryKey: [...key, 'tcp'],
    enabled: view === 'tcp',
    queryFn: async ({ signal }) => connectionGroups(await getTcpConnections(server, { signal })),
  });
  const transactions = useQuery({
    ...shared,
    queryKey: [...key, 'transactions', database],
    enabled: view === 'transactions',
    queryFn: ({ signal }) => getTransactions(server, database, { signal }),
  });
  const tombstones = useQuery({
    ...shared,
    queryKey: [...key, 'tombstones', database],
    enabled: view === 'tombstones' && database !== null,
    queryFn: ({ signal }) => getKeptTombstones(server.database(database ?? ''), { signal }),
  });
  const current = { tcp: connections, transactions, tombstones }[view];
  return (
    <div className={styles.pane}>
      <Toolbar label="Internals">
        <div className={styles.wideChoice}>
          <Select
            label="Database"
            hideLabel
            value={database ?? SERVER}
            onChange={(internalsDatabase) => onChange({ internalsDatabase })}
            options={[
              { value: SERVER, label: 'Server' },
              ...loaded.map(({ name }) => ({ value: name, label: name })),
            ]}
          />
        </div>
        <Button variant="ghost" icon={RefreshCw} onClick={() => void current.refetch()}>
          Refresh
        </Button>
        <ToolbarSpace />
        <CopyButton label="Copy as JSON" text={() => JSON.stringify(current.data ?? null, null, 2)} />
      </Toolbar>
      <div className={styles.fill}>
        <Tabs
          label="Internals"
          value={view}
          onChange={(internalsView) => onChange({ internalsView })}
          items={[
            {
              id: 'tcp',
              label: 'TCP connections',
              panel: (
                <Rows
                  query={connections}
                  doing="Reading the TCP connections"
                  rows={connections.data ?? []}
                  columns={connectionColumns}
                  label="TCP connections"
                  empty="The server reports no TCP connections."
                />
              ),
            },
            {
              id: 'transactions',
              label: 'Transactions',
              panel: (
                <Rows
                  query={transactions}
                  doing="Reading the transactions"
                  rows={transactions.data?.open ?? []}
                  columns={transactionColumns}
                  label="Open transactions"
                  empty={`No transaction is open in the ${transactions.data?.environments ?? 0} environments of ${database ?? 'the server'}. Long ones appear here.`}
                />
              ),
            },
            {
              id: 'tombstones',
              label: 'Tombstones',
              panel:
                database === null ? (
                  <EmptyState icon={Cable} title="No database chosen" text="Choose a database above." />
                ) : (
                  <Rows
                    query={tombstones}
                    doing="Reading the tombstones"
                    rows={tombstones.data ?? []}
                    columns={tombstoneColumns}
                    label="Tombstones"
                    empty="The database has no collections with tombstones."
                  />
                ),
            },
          ]}
        />
      </div>
    </div>
  );
}

function Rows<Row>(props: {
  readonly query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>;
  readonly doing: string;
  readonly rows: readonly Row[];
  readonly columns: readonly ValueColumn<Row>[];
  readonly label: string;
  readonly empty: string;
}): ReactNode {
  const { query, rows } = props;
  if (query.error !== null && query.data === undefined)
    return <ErrorView error={query.error} doing={props.doing} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <SkeletonRows label={props.doing} />;
  return (
    <SortedGrid
      label={props.label}
      columns={props.columns}
      rowCount={rows.length}
      row={(index) => rows[index]}
      empty={<EmptyState icon={Cable} title="Nothing here" text={props.empty} />}
    />
  );
}
