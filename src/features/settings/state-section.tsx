/** The database as a whole: enabled or disabled, protection against deletion, and its record. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileJson, Power } from 'lucide-react';
import { useState } from 'react';
import { type Database, useServerWriteRefusal, useSession } from '../../app/registry/index.ts';
import {
  disableDatabase,
  enableDatabase,
  getDatabaseInfo,
  setLockMode,
  type DatabaseInfo,
  type LockMode,
} from '../../protocol/databases.ts';
import { Button, ConfirmDialog, ErrorView, Select, SkeletonRows, useSubmit } from '../../ui/index.ts';
import { DisplayNameField } from './display-name-field.tsx';
import { PlainSection } from './plain-section.tsx';
import { RecordDialog } from './record-dialog.tsx';
import { lockChange, lockModes } from './state-text.ts';
import styles from './settings.module.css';

export function useDatabaseState({ client, key }: Database) {
  return useQuery({
    queryKey: [...key, 'settings', 'state'],
    queryFn: ({ signal }) => getDatabaseInfo(client.server, client.name, { signal }),
    retry: false,
  });
}

export interface StateSectionProps {
  readonly database: Database;
  readonly wanted: boolean;
}

export function StateSection({ database, wanted }: StateSectionProps) {
  const { name } = database.client;
  const info = useDatabaseState(database);
  const [recordOpen, setRecordOpen] = useState(false);

  return (
    <PlainSection
      anchor="state"
      title="Database state"
      about="A disabled database stays on disk but answers no request. A locked one is protected against deletion."
      state={
        info.data && {
          tone: info.data.disabled ? 'warning' : 'success',
          words: info.data.disabled ? 'disabled' : 'enabled',
        }
      }
      wanted={wanted}
      loaded={!info.isPending}
    >
      {info.isPending ? (
        <SkeletonRows rows={3} label="Loading the state of the database" />
      ) : info.isError ? (
        <ErrorView
          error={info.error}
          doing={`Loading the state of ${name}`}
          onRetry={() => void info.refetch()}
          compact
        />
      ) : (
        <StateForm database={database} info={info.data} />
      )}
      <DisplayNameField database={database} />
      <div className={styles.buttons}>
        <Button icon={<FileJson />} onClick={() => setRecordOpen(true)}>
          Show database record…
        </Button>
      </div>
      {recordOpen && <RecordDialog database={database} onClose={() => setRecordOpen(false)} />}
    </PlainSection>
  );
}

function StateForm({ database, info }: { readonly database: Database; readonly info: DatabaseInfo }) {
  const { client, key } = database;
  const { name, server } = client;
  const session = useSession();
  const queries = useQueryClient();
  const writeRefusal = useServerWriteRefusal(server.connection);
  const [confirming, setConfirming] = useState(false);
  const [chosen, setChosen] = useState<LockMode>();
  const { busy, failure, run } = useSubmit();
  const lock = chosen ?? info.lockMode;

  /** Every screen of the database depends on its state, and so does the list of databases. */
  const refresh = () => queries.invalidateQueries({ queryKey: [key[0]] });
  const disable = async () => {
    await disableDatabase(server, name);
    session.notify({ kind: 'success', message: `Disabled ${name}.` });
    void refresh();
  };
  const enable = () =>
    run(async () => {
      await enableDatabase(server, name);
      session.notify({ kind: 'success', message: `Enabled ${name}.` });
      void refresh();
    });
  const saveLock = () =>
    run(async () => {
      await setLockMode(server, name, lock);
      setChosen(undefined);
      session.notify({ kind: 'success', message: `Saved: lock mode of ${name}.` });
      await refresh();
    });

  return (
    <>
      <div className={styles.buttons}>
        {info.disabled ? (
          <Button
            variant="primary"
            icon={<Power />}
            busy={busy}
            disabledReason={writeRefusal}
            onClick={() => void enable()}
          >
            Enable database
          </Button>
        ) : (
          <Button
            variant="danger"
            icon={<Power />}
            disabledReason={writeRefusal}
            onClick={() => setConfirming(true)}
          >
            Disable database…
          </Button>
        )}
      </div>
      <div className={styles.fields}>
        <Select<LockMode>
          label="Lock mode"
          value={lock}
          options={lockModes}
          disabled={writeRefusal !== undefined}
          onChange={setChosen}
          hint={writeRefusal}
        />
      </div>
      {lock !== info.lockMode && (
        <>
          <div className={styles.changes} aria-live="polite">
            <h3>Changes to save</h3>
            <ul>
              <li>{lockChange(name, lock)}</li>
            </ul>
          </div>
          <div className={styles.buttons}>
            <Button
              variant="primary"
              busy={busy}
              disabledReason={writeRefusal}
              onClick={() => void saveLock()}
            >
              Save lock mode
            </Button>
            <Button variant="ghost" disabled={busy} onClick={() => setChosen(undefined)}>
              Revert
            </Button>
          </div>
        </>
      )}
      {failure !== null && <ErrorView error={failure} doing={`Changing the state of ${name}`} compact />}
      <ConfirmDialog
        open={confirming}
        danger
        title={`Disable ${name}?`}
        confirmLabel="Disable database"
        onConfirm={disable}
        onClose={() => setConfirming(false)}
      >
        <p>
          Every request of every client fails with an error (503) until the database is enabled again. Running
          operations, indexing, subscriptions and background jobs stop.
        </p>
        <p>Nothing is deleted. Enabling it loads the database again, which takes time for a large one.</p>
      </ConfirmDialog>
    </>
  );
}
