/** Creates or changes a scheduled backup. */
import { useState, type ReactNode } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { capabilitiesOf, type ConnectionMode } from '../../../contract/index.ts';
import {
  saveBackupSchedule,
  type BackupSchedule,
  type StoredSchedule,
} from '../../../protocol/backup-tasks.ts';
import { Button, Dialog, ErrorView, Select, TextField, useSubmit } from '../../../ui/index.ts';
import styles from '../backups.module.css';
import { FolderField, useFolderCheck } from '../folder-field.tsx';
import { cronProblem, FrequencyField, RetentionField } from './frequency-field.tsx';
import { retentionText } from './frequency.ts';

export function TaskDialog(props: {
  readonly name: string;
  readonly database: Database;
  readonly mode: ConnectionMode;
  readonly root: string | null;
  /** Null: a new task. */
  readonly edited: StoredSchedule | null;
  readonly suggestedFolder: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}): ReactNode {
  const { name, database, mode, root, edited, onClose, onSaved } = props;
  const [schedule, setSchedule] = useState<BackupSchedule>(
    edited?.schedule ?? {
      name: `Backup of ${name}`,
      type: 'Backup',
      full: '0 2 * * *',
      incremental: null,
      folder: props.suggestedFolder,
      keepDays: 14,
    },
  );
  const change = (part: Partial<BackupSchedule>) => setSchedule((before) => ({ ...before, ...part }));
  const check = useFolderCheck(database, schedule.folder ?? '', root);
  const submit = useSubmit();
  const problem =
    schedule.name.trim() === ''
      ? 'Enter a name.'
      : schedule.folder !== null && schedule.folder.trim() === ''
        ? 'Enter a folder on the server.'
        : schedule.full === null && schedule.incremental === null
          ? 'Choose when full or incremental backups run.'
          : (cronProblem(schedule.full) ?? cronProblem(schedule.incremental) ?? check.problem);

  async function save(): Promise<void> {
    const folder = schedule.folder === null ? null : schedule.folder.trim();
    await saveBackupSchedule(
      database.client,
      { ...schedule, name: schedule.name.trim(), folder },
      edited?.stored ?? null,
    );
    onSaved();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={edited === null ? 'Schedule backups' : `Change ${edited.schedule.name}`}
      onSubmit={() => {
        if (problem === undefined) void submit.run(save);
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={submit.busy} disabledReason={problem}>
            Save task
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <div className={styles.row}>
          <TextField label="Name" value={schedule.name} onChange={(text) => change({ name: text })} />
          <Select
            label="Type"
            value={schedule.type}
            onChange={(type) => change({ type })}
            options={[
              { value: 'Backup', label: 'Backup' },
              {
                value: 'Snapshot',
                label: 'Snapshot',
                hint: capabilitiesOf(database.key[0]).builtIn ? 'One file' : 'Needs a licence',
              },
            ]}
          />
        </div>
        {schedule.folder === null ? (
          <p className={styles.note}>
            This task writes to no folder of the server. Its destinations stay as they are.
          </p>
        ) : (
          <FolderField folder={schedule.folder} onChange={(folder) => change({ folder })} check={check} />
        )}
        <FrequencyField label="Full backup" cron={schedule.full} onChange={(full) => change({ full })} />
        <FrequencyField
          label="Incremental backup"
          cron={schedule.incremental}
          onChange={(incremental) => change({ incremental })}
        />
        <RetentionField
          keepDays={schedule.keepDays}
          onChange={(keepDays) => change({ keepDays })}
          sentence={retentionText(name, schedule.folder, schedule.keepDays)}
        />
        {mode === 'guarded' && (
          <p className={styles.note}>
            The connection is guarded: you confirm it once more outside of this page.
          </p>
        )}
        {submit.failure !== null && <ErrorView compact error={submit.failure} doing="Saving the task" />}
      </div>
    </Dialog>
  );
}
