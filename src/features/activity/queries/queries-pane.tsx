/** Queries that run now, in all databases, and cancelling one. */
import { CircleX, Gauge, Pause, Play, SquarePen } from 'lucide-react';
import { useMemo, useState } from 'react';
import { FeedBadge, useSession, useWriteRefusal } from '../../../app/registry/index.ts';
import type { ServerClient } from '../../../protocol/client.ts';
import { killQuery, type RunningQuery } from '../../../protocol/running-queries.ts';
import {
  Badge,
  Button,
  ConfirmDialog,
  CopyButton,
  SortedGrid,
  EmptyState,
  ErrorView,
  formatDateTime,
  formatMs,
  SkeletonRows,
  TextField,
  Toolbar,
  ToolbarSpace,
  type ValueColumn,
} from '../../../ui/index.ts';
import type { ActivityState, ChangeState } from '../activity-state.ts';
import styles from '../activity.module.css';
import { Details } from '../live/details.tsx';
import { ListWithDetails } from '../live/list-with-details.tsx';
import { filterQueries, oneLine, queriesAsCsv } from './query-text.ts';
import { useRunningQueries } from './use-running-queries.ts';

const columns: readonly ValueColumn<RunningQuery>[] = [
  {
    id: 'duration',
    title: 'Running for',
    width: 110,
    align: 'end',
    value: ({ durationMs }) => durationMs,
    render: ({ durationMs }) => formatMs(durationMs),
  },
  {
    id: 'database',
    title: 'Database',
    width: 140,
    value: ({ database }) => database,
    render: ({ database }) => database,
  },
  {
    id: 'index',
    title: 'Index',
    width: 200,
    mono: true,
    value: ({ index }) => index,
    render: ({ index }) => index,
  },
  {
    id: 'state',
    title: 'Kind',
    width: 130,
    render: ({ isStreaming, waitsForIndex }) =>
      isStreaming ? (
        <Badge tone="info">Streaming</Badge>
      ) : waitsForIndex ? (
        <Badge title="It can be waiting until the index has processed all documents.">Waits for index</Badge>
      ) : (
        'Query'
      ),
  },
  {
    id: 'query',
    title: 'Query',
    width: 520,
    least: 240,
    mono: true,
    value: ({ query }) => query,
    render: ({ query }) => oneLine(query),
  },
];

export function QueriesPane(props: {
  readonly server: ServerClient;
  readonly state: ActivityState;
  readonly onChange: ChangeState;
}) {
  const { server, state, onChange } = props;
  const session = useSession();
  const refusal = useWriteRefusal(server.connection);
  const [paused, setPaused] = useState(false);
  const { status, queries, retry } = useRunningQueries(server, paused);
  const rows = useMemo(() => filterQueries(queries ?? [], state.queryFilter), [queries, state.queryFilter]);
  const [selectedKey, setSelectedKey] = useState<string | null>(null);
  const [toCancel, setToCancel] = useState<RunningQuery | null>(null);
  const place = rows.findIndex(({ key }) => key === selectedKey);
  const selected = rows[place];

  const open = (query: RunningQuery) =>
    session.openScreen('query', {
      database: query.database,
      connectionId: server.connection,
      params: { query: query.query },
    });
  const cancel = async (query: RunningQuery) => {
    const found = await killQuery(server, query);
    session.notify(
      found
        ? { kind: 'success', message: `Cancellation of the query on ${query.index} was requested.` }
        : { kind: 'info', message: 'The query had already ended.' },
    );
  };

  const list = () => {
    if (queries === null && status.kind === 'failed')
      return <ErrorView error={status.error} doing="Watching the running queries" onRetry={retry} />;
    if (queries === null) return <SkeletonRows label="Waiting for the list of running queries" />;
    return (
      <SortedGrid
        label="Running queries"
        columns={columns}
        rowCount={rows.length}
        row={(index) => rows[index]}
        selected={place < 0 ? null : place}
        onSelect={(index) => setSelectedKey(rows[index]?.key ?? null)}
        onOpen={(index) => {
          const query = rows[index];
          if (query) open(query);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Delete' || !selected || refusal !== undefined) return;
          event.preventDefault();
          setToCancel(selected);
        }}
        empty={
          <EmptyState
            icon={Gauge}
            title={queries.length === 0 ? 'No query is running' : 'No running query matches'}
            text={
              queries.length === 0
                ? 'The queries of all databases appear here while they run. The list is read about every second.'
                : 'No query text, database or index contains this text.'
            }
          />
        }
      />
    );
  };

  return (
    <div className={styles.pane}>
      <Toolbar label="Running queries">
        <FeedBadge status={status} paused={paused} />
        <Button variant="ghost" icon={paused ? <Play /> : <Pause />} onClick={() => setPaused(!paused)}>
          {paused ? 'Resume' : 'Pause'}
        </Button>
        <div className={styles.filter}>
          <TextField
            label="Filter running queries"
            hideLabel
            placeholder="Filter by text, database, index…"
            value={state.queryFilter}
            onChange={(queryFilter) => onChange({ queryFilter })}
          />
        </div>
        <ToolbarSpace />
        <CopyButton label="Copy as CSV" text={() => queriesAsCsv(rows)} />
      </Toolbar>
      <ListWithDetails
        name="queries"
        list={list()}
        details={
          selected && (
            <Details
              title={`Query ${selected.id}`}
              copy={selected}
              actions={
                <>
                  <Button icon={SquarePen} onClick={() => open(selected)}>
                    Open in editor
                  </Button>
                  <Button
                    variant="danger"
                    icon={CircleX}
                    disabledReason={refusal}
                    onClick={() => setToCancel(selected)}
                  >
                    Cancel query
                  </Button>
                </>
              }
              facts={[
                { name: 'Query', value: selected.query, block: true },
                {
                  name: 'Parameters',
                  value: selected.parameters && JSON.stringify(selected.parameters, null, 2),
                  block: true,
                },
                { name: 'Database', value: selected.database },
                { name: 'Index', value: selected.index },
                { name: 'Running for', value: formatMs(selected.durationMs) },
                {
                  name: 'Started',
                  value: Number.isNaN(selected.startedAt) ? null : formatDateTime(selected.startedAt),
                },
              ]}
            />
          )
        }
      />
      {toCancel && (
        <ConfirmDialog
          open
          danger
          title="Cancel this query?"
          confirmLabel="Cancel query"
          cancelLabel="Keep running"
          onClose={() => setToCancel(null)}
          onConfirm={() => cancel(toCancel)}
        >
          <p>
            The server stops the query on <b>{toCancel.index}</b> in {toCancel.database}, and its client gets
            an error. Data does not change.
          </p>
          {toCancel.waitsForIndex && (
            <p>It can be waiting for its index. RavenDB ends such a query only when the wait ends.</p>
          )}
          <pre className={styles.quote}>{oneLine(toCancel.query).slice(0, 400)}</pre>
        </ConfirmDialog>
      )}
    </div>
  );
}
