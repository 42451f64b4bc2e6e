/** The scheduled backups of a database: their state, and changing them. */
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { CalendarClock, Play, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useConnection, useSession } from '../../../app/registry/index.ts';
import {
  deleteBackupTask,
  getBackupSchedule,
  runBackupTask,
  setBackupTaskDisabled,
  type BackupTask,
  type StoredSchedule,
} from '../../../protocol/backup-tasks.ts';
import {
  Badge,
  Banner,
  Button,
  ConfirmDialog,
  CopyButton,
  SortedGrid,
  EmptyState,
  ErrorView,
  SkeletonRows,
  Toolbar,
  ToolbarSpace,
  type ValueColumn,
} from '../../../ui/index.ts';
import styles from '../backups.module.css';
import type { PaneProps } from '../pane-props.ts';
import { TaskDialog } from './task-dialog.tsx';
import { TaskDetails } from './task-details.tsx';
import { destinationsText, taskState, tasksAsCsv, timeText } from './task-text.ts';

const columns: readonly ValueColumn<BackupTask>[] = [
  {
    id: 'name',
    title: 'Task',
    width: 200,
    least: 120,
    value: ({ name }) => name,
    render: ({ name }) => <b>{name}</b>,
  },
  {
    id: 'state',
    title: 'State',
    width: 150,
    render: (task) => {
      const { tone, label } = taskState(task);
      return (
        <span className={styles.badges}>
          <Badge tone={tone}>{label}</Badge>
          {task.encrypted && <Badge tone="info">Encrypted</Badge>}
        </span>
      );
    },
  },
  {
    id: 'full',
    title: 'Last full',
    width: 140,
    mono: true,
    value: ({ lastFull }) => lastFull,
    render: ({ lastFull }) => timeText(lastFull),
  },
  {
    id: 'incremental',
    title: 'Last incremental',
    width: 140,
    mono: true,
    value: ({ lastIncremental }) => lastIncremental,
    render: ({ lastIncremental }) => timeText(lastIncremental),
  },
  {
    id: 'next',
    title: 'Next',
    width: 190,
    mono: true,
    value: ({ next }) => next,
    render: ({ next, nextIsFull }) =>
      Number.isNaN(next) ? '–' : `${timeText(next)} ${nextIsFull ? 'full' : 'incr.'}`,
  },
  {
    id: 'keep',
    title: 'Keep',
    width: 90,
    value: ({ keepDays }) => keepDays,
    render: ({ keepDays }) => (keepDays === null ? 'Forever' : `${keepDays} d`),
  },
  {
    id: 'destinations',
    title: 'Destinations',
    width: 160,
    value: ({ destinations }) => destinationsText(destinations),
    render: ({ destinations }) => destinationsText(destinations),
  },
  { id: 'node', title: 'Node', width: 60, value: ({ node }) => node, render: ({ node }) => node ?? '–' },
  { id: 'type', title: 'Type', width: 90, value: ({ type }) => type, render: ({ type }) => type },
];

type Open =
  | { readonly kind: 'edit'; readonly edited: StoredSchedule | null }
  | { readonly kind: 'delete'; readonly task: BackupTask };

export function SchedulePane(
  props: PaneProps & { readonly tasks: UseQueryResult<readonly BackupTask[]> },
): ReactNode {
  const { connectionId, name, database, limits, state, tasks } = props;
  const session = useSession();
  const queries = useQueryClient();
  const mode = useConnection(connectionId)?.mode ?? 'full';
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [busy, setBusy] = useState(false);
  const rows = tasks.data ?? [];
  const place = rows.findIndex(({ id }) => id === selectedId);
  const selected = rows[place];
  const refusal = database.writeRefusal;
  const onSelected = refusal ?? (selected === undefined ? 'Select a task first.' : undefined);

  async function act(doing: string, work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
      await queries.invalidateQueries({ queryKey: database.key });
    } catch (thrown) {
      session.reportError(thrown, doing);
    } finally {
      setBusy(false);
    }
  }
  const edit = (task: BackupTask) =>
    void act(`Reading ${task.name}`, async () =>
      setOpen({ kind: 'edit', edited: await getBackupSchedule(database.client, task.id) }),
    );
  const schedule = (
    <Button
      variant="primary"
      icon={Plus}
      disabledReason={refusal}
      onClick={() => setOpen({ kind: 'edit', edited: null })}
    >
      Schedule backups…
    </Button>
  );

  return (
    <div className={styles.pane}>
      <Toolbar label="Scheduled backups">
        {schedule}
        <Button disabledReason={onSelected} busy={busy} onClick={() => selected && edit(selected)}>
          Change…
        </Button>
        <Button
          disabledReason={onSelected}
          busy={busy}
          onClick={() =>
            selected &&
            void act(`Changing ${selected.name}`, () =>
              setBackupTaskDisabled(database.client, selected.id, !selected.disabled),
            )
          }
        >
          {selected?.disabled === true ? 'Enable' : 'Disable'}
        </Button>
        <Button
          icon={Play}
          disabledReason={onSelected}
          busy={busy}
          onClick={() =>
            selected &&
            void act(`Running ${selected.name}`, async () => {
              const operation = await runBackupTask(database.client, selected.id, true);
              session.notify({
                kind: 'success',
                message: `Full backup of “${selected.name}” started as operation ${operation}.`,
                action: {
                  label: 'Show operations',
                  run: () => session.openScreen('activity', { connectionId, params: { view: 'operations' } }),
                },
              });
            })
          }
        >
          Run now
        </Button>
        <Button
          variant="danger"
          icon={Trash2}
          disabledReason={onSelected}
          onClick={() => selected && setOpen({ kind: 'delete', task: selected })}
        >
          Delete…
        </Button>
        <ToolbarSpace />
        <CopyButton label="Copy as CSV" text={() => tasksAsCsv(rows)} />
      </Toolbar>
      {refusal !== undefined && <Banner tone="warning">{refusal}</Banner>}
      <div className={styles.list}>
        {tasks.isError && tasks.data === undefined ? (
          <ErrorView
            error={tasks.error}
            doing={`Reading the scheduled backups of ${name}`}
            onRetry={() => void tasks.refetch()}
          />
        ) : tasks.data === undefined ? (
          <SkeletonRows label="Reading the scheduled backups" />
        ) : (
          <SortedGrid<BackupTask>
            label="Scheduled backups"
            columns={columns}
            rowCount={rows.length}
            row={(index) => rows[index]}
            selected={place < 0 ? null : place}
            onSelect={(index) => setSelectedId(rows[index]?.id ?? null)}
            onOpen={(index) => {
              const task = rows[index];
              if (task && refusal === undefined) edit(task);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Delete' || selected === undefined || refusal !== undefined) return;
              event.preventDefault();
              setOpen({ kind: 'delete', task: selected });
            }}
            empty={
              <EmptyState
                icon={CalendarClock}
                title="No scheduled backups"
                text={`No task makes backups of ${name} automatically. Schedule them, or back up now.`}
                action={schedule}
              />
            }
          />
        )}
      </div>
      {selected && <TaskDetails task={selected} name={name} database={database} />}
      {open?.kind === 'edit' && (
        <TaskDialog
          name={name}
          database={database}
          mode={mode}
          root={limits.root}
          edited={open.edited}
          suggestedFolder={state.folder}
          onClose={() => setOpen(null)}
          onSaved={() => {
            setOpen(null);
            void queries.invalidateQueries({ queryKey: database.key });
          }}
        />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          open
          danger
          title={`Delete ${open.task.name}?`}
          confirmLabel="Delete task"
          onClose={() => setOpen(null)}
          onConfirm={async () => {
            await deleteBackupTask(database.client, open.task.id);
            await queries.invalidateQueries({ queryKey: database.key });
          }}
        >
          <p>
            The server no longer backs up <b>{name}</b> with this task. Backups that it has written stay.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
