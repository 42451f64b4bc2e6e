/** The name and the options of a restore. */
import { useState, type ReactNode } from 'react';
import type { ConnectionMode } from '../../../contract/index.ts';
import { databaseNameProblem } from '../../../protocol/databases.ts';
import type { RestoreOptions, RestorePoint } from '../../../protocol/restore.ts';
import { Button, Checkbox, Dialog, ErrorView, Select, TextField, useSubmit } from '../../../ui/index.ts';
import styles from '../backups.module.css';
import { baseName, pointType, suggestedName } from './point-text.ts';

export function RestoreDialog(props: {
  readonly point: RestorePoint;
  /** All files of its folder, the newest first. */
  readonly points: readonly RestorePoint[];
  readonly databases: readonly string[];
  readonly mode: ConnectionMode;
  readonly onClose: () => void;
  /** Reads the databases again, and refuses a name that is taken meanwhile. */
  readonly onRestore: (options: RestoreOptions) => Promise<void>;
}): ReactNode {
  const { point, databases, mode, onClose, onRestore } = props;
  const files = props.points.filter(({ location }) => location === point.location);
  const [name, setName] = useState(() => suggestedName(point.database ?? 'database', databases));
  const [last, setLast] = useState(point.file);
  const [disableOngoingTasks, setDisableOngoingTasks] = useState(true);
  const [skipIndexes, setSkipIndexes] = useState(false);
  const submit = useSubmit();
  const taken = databases.some((each) => each.toLowerCase() === name.toLowerCase());
  const problem = taken
    ? `${name} exists. A backup is restored only as a new database.`
    : databaseNameProblem(name);
  // Without a last file the server restores all; newer ones would follow while it runs.
  const lastFile = baseName(last);

  return (
    <Dialog
      open
      onClose={onClose}
      title="Restore a backup"
      description={`${pointType(point)} backup of ${point.database ?? 'an unnamed database'} from ${point.at} (clock of the server).`}
      onSubmit={() => {
        if (problem !== null) return;
        void submit.run(() =>
          onRestore({ name, location: point.location, lastFile, disableOngoingTasks, skipIndexes }),
        );
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={submit.busy}
            {...(problem === null ? {} : { disabledReason: problem })}
          >
            Restore database
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextField label="New database" value={name} onChange={setName} error={problem} />
        {files.length > 1 && (
          <Select
            label="Last file to restore"
            value={last}
            onChange={setLast}
            hint="Files up to this one are restored; later changes are not."
            options={files.map((each) => ({
              value: each.file,
              label: `${each.at} · ${pointType(each)}`,
              hint: baseName(each.file),
            }))}
          />
        )}
        <Checkbox
          label="Disable ongoing tasks"
          hint="Replication, ETL and backups of the copy do not start automatically."
          checked={disableOngoingTasks}
          onChange={setDisableOngoingTasks}
        />
        <Checkbox
          label="Skip indexes"
          hint="Index definitions are left out."
          checked={skipIndexes}
          onChange={setSkipIndexes}
        />
        {point.encrypted && (
          <p className={styles.note}>
            This backup is encrypted. Rookery does not ask for keys: the server refuses it without one.
          </p>
        )}
        {mode === 'guarded' && (
          <p className={styles.note}>
            The connection is guarded: you confirm it once more outside of this page.
          </p>
        )}
        {submit.failure !== null && <ErrorView compact error={submit.failure} doing="Restoring" />}
      </div>
    </Dialog>
  );
}
