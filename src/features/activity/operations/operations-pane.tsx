/** Long-running operations of all loaded databases, with progress, and cancelling one. */
import { CircleX, ListChecks } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSession, useWriteRefusal } from '../../../app/registry/index.ts';
import type { ServerClient } from '../../../protocol/client.ts';
import { cancelOperation, type ServerOperation } from '../../../protocol/operation-list.ts';
import {
  Badge,
  Banner,
  Button,
  ConfirmDialog,
  CopyButton,
  SortedGrid,
  EmptyState,
  ErrorView,
  formatDateTime,
  formatMs,
  pluralize,
  readError,
  SkeletonRows,
  Switch,
  TextField,
  Toolbar,
  ToolbarSpace,
  type ValueColumn,
} from '../../../ui/index.ts';
import type { ActivityState, ChangeState } from '../activity-state.ts';
import styles from '../activity.module.css';
import { Details } from '../live/details.tsx';
import { ListWithDetails } from '../live/list-with-details.tsx';
import {
  durationMs,
  filterOperations,
  operationsAsCsv,
  progressText,
  statusTexts,
  typeText,
} from './operation-text.ts';
import { useOperations } from './use-operations.ts';

const columns = (now: number): readonly ValueColumn<ServerOperation>[] => [
  {
    id: 'status',
    title: 'State',
    width: 110,
    value: ({ status }) => statusTexts[status].label,
    render: ({ status }) => <Badge tone={statusTexts[status].tone}>{statusTexts[status].label}</Badge>,
  },
  {
    id: 'type',
    title: 'Operation',
    width: 160,
    value: ({ type }) => typeText(type),
    render: ({ type }) => typeText(type),
  },
  {
    id: 'database',
    title: 'Database',
    width: 140,
    value: ({ database }) => database,
    render: ({ database }) => database,
  },
  { id: 'progress', title: 'Progress', width: 190, align: 'end', render: progressText },
  {
    id: 'duration',
    title: 'Duration',
    width: 100,
    align: 'end',
    value: (operation) => durationMs(operation, now),
    render: (operation) => formatMs(durationMs(operation, now)),
  },
  {
    id: 'description',
    title: 'On',
    width: 360,
    render: ({ message, description, status }) =>
      status === 'failed' ? (message ?? description) : description,
  },
];

export function OperationsPane(props: {
  readonly server: ServerClient;
  readonly state: ActivityState;
  readonly onChange: ChangeState;
}) {
  const { server, state, onChange } = props;
  const session = useSession();
  const refusal = useWriteRefusal(server.connection);
  const { databases, operations } = useOperations(server);
  const all = operations.data?.operations;
  const rows = useMemo(
    () => filterOperations(all ?? [], state.operationFilter, state.endedOperations),
    [all, state.operationFilter, state.endedOperations],
  );
  const [selectedKey, setSelectedKey] = useState<string | null>(null);
  const [toCancel, setToCancel] = useState<ServerOperation | null>(null);
  const place = rows.findIndex(({ key }) => key === selectedKey);
  const selected = rows[place];
  const shownColumns = useMemo(() => columns(operations.dataUpdatedAt), [operations.dataUpdatedAt]);

  const cancel = async (operation: ServerOperation) => {
    await cancelOperation(server.database(operation.database), operation.id);
    await operations.refetch();
    session.notify({ kind: 'success', message: `Cancellation of operation ${operation.id} was requested.` });
  };

  const list = () => {
    const failure = databases.isError ? databases : operations.isError ? operations : undefined;
    if (all === undefined && failure)
      return (
        <ErrorView
          error={failure.error}
          doing="Loading the operations"
          onRetry={() => void failure.refetch()}
        />
      );
    if (all === undefined) return <SkeletonRows label="Loading the operations" />;
    return (
      <SortedGrid
        label="Operations"
        columns={shownColumns}
        rowCount={rows.length}
        row={(index) => rows[index]}
        selected={place < 0 ? null : place}
        onSelect={(index) => setSelectedKey(rows[index]?.key ?? null)}
        onKeyDown={(event) => {
          if (event.key !== 'Delete' || selected?.canBeCancelled !== true || refusal !== undefined) return;
          event.preventDefault();
          setToCancel(selected);
        }}
        empty={
          <EmptyState
            icon={ListChecks}
            title={all.length === 0 ? 'No operations' : 'No operation matches'}
            text={
              all.length === 0
                ? 'Patches, deletes by query, imports and exports of loaded databases appear here while they run and for a while afterwards.'
                : 'Change the filter, or show ended operations too.'
            }
          />
        }
      />
    );
  };

  const failures = operations.data?.failures ?? [];
  const left = operations.data?.left ?? 0;
  const [firstFailure] = failures;
  return (
    <div className={styles.pane}>
      <Toolbar label="Operations">
        <div className={styles.filter}>
          <TextField
            label="Filter operations"
            hideLabel
            placeholder="Filter by type, database, query…"
            value={state.operationFilter}
            onChange={(operationFilter) => onChange({ operationFilter })}
          />
        </div>
        <Switch
          label="Show ended"
          checked={state.endedOperations}
          onChange={(endedOperations) => onChange({ endedOperations })}
        />
        <ToolbarSpace />
        <CopyButton label="Copy as CSV" text={() => operationsAsCsv(rows)} />
      </Toolbar>
      {firstFailure && (
        <Banner tone="warning">
          The operations of {failures.map(({ database }) => database).join(', ')} could not be read:{' '}
          {readError(firstFailure.error).message}
        </Banner>
      )}
      {left > 0 && (
        <Banner tone="info">
          {pluralize(left, 'more loaded database is', 'more loaded databases are')} not shown, to limit the
          load on the server.
        </Banner>
      )}
      <ListWithDetails
        name="operations"
        list={list()}
        details={
          selected && (
            <Details
              title={`${typeText(selected.type)} ${selected.id}`}
              copy={selected}
              actions={
                selected.canBeCancelled && (
                  <Button
                    variant="danger"
                    icon={CircleX}
                    disabledReason={refusal}
                    onClick={() => setToCancel(selected)}
                  >
                    Cancel operation
                  </Button>
                )
              }
              facts={[
                { name: 'State', value: statusTexts[selected.status].label },
                { name: 'Progress', value: progressText(selected) },
                { name: 'Result', value: selected.message, block: true },
                { name: 'Query', value: selected.query, block: true },
                { name: 'On', value: selected.description },
                { name: 'Database', value: selected.database },
                { name: 'Started', value: formatDateTime(selected.startedAt) },
                {
                  name: 'Ended',
                  value: Number.isNaN(selected.endedAt) ? null : formatDateTime(selected.endedAt),
                },
                { name: 'Error', value: selected.detail, block: true },
              ]}
            />
          )
        }
      />
      {toCancel && (
        <ConfirmDialog
          open
          danger
          title="Cancel this operation?"
          confirmLabel="Cancel operation"
          cancelLabel="Keep running"
          onClose={() => setToCancel(null)}
          onConfirm={() => cancel(toCancel)}
        >
          <p>
            The server stops operation {toCancel.id} ({typeText(toCancel.type)}) of <b>{toCancel.database}</b>
            . Changes that it has already made remain.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
