/** Replication, ETL, subscriptions and backups with their responsible node and lag. */
import { Rss, Workflow } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { isScreenRegistered, useSession, type Session } from '../../../app/registry/index.ts';
import {
  Badge,
  Banner,
  CopyButton,
  csvText,
  SortedGrid,
  EmptyState,
  ErrorView,
  pluralize,
  readError,
  SkeletonRows,
  TextField,
  Toolbar,
  ToolbarSpace,
} from '../../../ui/index.ts';
import type { ChangeState, ClusterState } from '../cluster-state.ts';
import styles from '../cluster.module.css';
import { taskTypeText, type TaskRow } from './task-rows.ts';
import { MOST_DATABASES, type useTasks } from './use-tasks.ts';

/** Opens the screen of a task, where it has one. */
function opening(session: Session, row: TaskRow | undefined): (() => void) | undefined {
  if (row?.task.type !== 'Subscription' || !isScreenRegistered('subscriptions')) return undefined;
  const { database, task } = row;
  return () => session.openScreen('subscriptions', { database, params: { name: task.name } });
}

export function TasksPane(props: {
  readonly source: ReturnType<typeof useTasks>;
  readonly state: ClusterState;
  readonly onChange: ChangeState;
}): ReactNode {
  const { source, state, onChange } = props;
  const session = useSession();
  const { tasks, supported } = source;
  const all = tasks.data?.rows;
  const rows = useMemo(() => filterTasks(all ?? [], state.taskFilter), [all, state.taskFilter]);
  if (!supported)
    return (
      <EmptyState
        icon={Workflow}
        title="The sandbox has no tasks"
        text="Connect to a RavenDB server to see replication, ETL, subscriptions and backups."
      />
    );
  if (all === undefined)
    return tasks.isError ? (
      <ErrorView error={tasks.error} doing="Reading the tasks" onRetry={() => void tasks.refetch()} />
    ) : (
      <SkeletonRows label="Reading the tasks" />
    );
  const { failures = [], left = 0 } = tasks.data ?? {};
  const [failure] = failures;
  return (
    <div className={styles.pane}>
      <Toolbar label="Tasks">
        <div className={styles.filter}>
          <TextField
            label="Filter tasks"
            hideLabel
            placeholder="Filter by database, type, name, node…"
            value={state.taskFilter}
            onChange={(taskFilter) => onChange({ taskFilter })}
          />
        </div>
        <span className={styles.note}>{pluralize(rows.length, 'task')}</span>
        <ToolbarSpace />
        <CopyButton label="Copy as CSV" text={() => tasksAsCsv(rows)} />
      </Toolbar>
      {failure && (
        <Banner tone="warning">
          The tasks of {failures.map(({ database }) => database).join(', ')} could not be read:{' '}
          {readError(failure.error).message}
        </Banner>
      )}
      {left > 0 && (
        <Banner tone="info">
          The tasks of the first {MOST_DATABASES} loaded databases are shown;{' '}
          {pluralize(left, 'more is', 'more are')} not read, to limit the load.
        </Banner>
      )}
      <div className={styles.fill}>
        <SortedGrid<TaskRow>
          label="Tasks"
          rowCount={rows.length}
          row={(index) => rows[index]}
          onOpen={(index) => opening(session, rows[index])?.()}
          rowMenu={(index) => {
            const open = opening(session, rows[index]);
            return open
              ? [
                  {
                    id: 'open',
                    label: 'Open in Subscriptions',
                    icon: <Rss />,
                    shortcut: 'Enter',
                    onSelect: open,
                  },
                ]
              : [];
          }}
          empty={
            <EmptyState
              icon={Workflow}
              title={all.length === 0 ? 'No tasks' : 'No task matches'}
              text={
                all.length === 0
                  ? 'Replication, ETL, subscriptions and backups of loaded databases appear here.'
                  : 'Change the filter.'
              }
            />
          }
          columns={[
            {
              id: 'database',
              title: 'Database',
              width: 180,
              value: ({ database }) => database,
              render: ({ database }) => database,
            },
            {
              id: 'type',
              title: 'Type',
              width: 140,
              value: ({ task }) => taskTypeText(task.type),
              render: ({ task }) => taskTypeText(task.type),
            },
            {
              id: 'name',
              title: 'Name',
              width: 200,
              value: ({ task }) => task.name,
              render: ({ task }) => task.name,
            },
            {
              id: 'state',
              title: 'State',
              width: 110,
              value: ({ state }) => state.text,
              render: ({ state: { tone, text } }) => <Badge tone={tone}>{text}</Badge>,
            },
            {
              id: 'node',
              title: 'Responsible node',
              width: 140,
              value: ({ task }) => task.node,
              render: ({ task: { node, preferredNode } }) =>
                `${node ?? 'None'}${preferredNode !== null && preferredNode !== node ? `, preferred ${preferredNode}` : ''}`,
            },
            { id: 'lag', title: 'Lag', width: 270, render: ({ lag }) => lag },
            {
              id: 'destination',
              title: 'Destination',
              width: 240,
              value: ({ task }) => task.destination,
              render: ({ task }) => task.destination ?? '',
            },
            {
              id: 'error',
              title: 'Error',
              width: 360,
              value: ({ task }) => task.error,
              render: ({ task }) => task.error ?? '',
            },
          ]}
        />
      </div>
    </div>
  );
}

function filterTasks(rows: readonly TaskRow[], filter: string): readonly TaskRow[] {
  const wanted = filter.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter(({ database, task, state }) =>
    [database, taskTypeText(task.type), task.name, task.node ?? '', state.text].some((part) =>
      part.toLowerCase().includes(wanted),
    ),
  );
}

export function tasksAsCsv(rows: readonly TaskRow[]): string {
  return csvText(
    ['database', 'type', 'name', 'state', 'node', 'lag', 'destination', 'error'],
    rows.map(({ database, task, state, lag }) => [
      database,
      task.type,
      task.name,
      state.text,
      task.node,
      lag,
      task.destination,
      task.error,
    ]),
  );
}
