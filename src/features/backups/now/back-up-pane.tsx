/** One backup into a folder of the server: options on the left, progress and result on the right. */
import { useQueryClient } from '@tanstack/react-query';
import { ArchiveRestore, HardDriveDownload } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import { capabilitiesOf } from '../../../contract/index.ts';
import { readBackupFile, startBackup, type BackupType } from '../../../protocol/backups.ts';
import { databaseOperations } from '../../../protocol/operation-state.ts';
import { Badge, Banner, Button, CopyButton, EmptyState, Select, Toolbar } from '../../../ui/index.ts';
import type { PaneProps } from '../pane-props.ts';
import styles from '../backups.module.css';
import { FolderField, useFolderCheck } from '../folder-field.tsx';
import { idleRun, runKey, runToEnd, useBackupRuns, type EndedRun } from '../run-store.ts';
import { filePath } from '../run-text.ts';
import { RunView } from '../run-view.tsx';

export function BackUpPane(props: PaneProps): ReactNode {
  const { tabId, connectionId, name, database, limits, state, change } = props;
  const session = useSession();
  const queries = useQueryClient();
  const key = runKey('backup', connectionId, name, tabId);
  const run = useBackupRuns(({ runs }) => runs.get(key) ?? idleRun);
  // The only folder that the server allows is where backups go, unless another was entered before.
  const offersRoot = useRef(state.folder === '');
  useEffect(() => {
    if (limits.root === null || !offersRoot.current) return;
    offersRoot.current = false;
    change({ folder: limits.root });
  }, [limits.root, change]);
  const check = useFolderCheck(database, state.folder, limits.root);
  const running = run.kind === 'running';
  const folder = state.folder.trim();
  const refusal =
    database.writeRefusal ??
    (running
      ? 'A backup of this tab is running.'
      : folder === ''
        ? 'Enter a folder on the server first.'
        : check.problem);

  function start(): void {
    if (refusal !== undefined) return;
    // What is shown afterwards is where it was written, not what the field says then.
    void runToEnd({
      key,
      session,
      title: `Backing up ${name}`,
      subject: folder,
      place: databaseOperations(database.client),
      start: (signal) => startBackup(database.client, state.type, folder, { signal }),
      cancelled: 'No complete backup was written. The server may leave a partial file in the folder.',
    }).finally(() => {
      // A folder that was listed before has one backup more.
      change({ listedFolder: folder });
      void queries.invalidateQueries({ queryKey: [connectionId] });
    });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    start();
  }

  return (
    <div className={styles.pane} onKeyDown={onKeyDown}>
      <Toolbar label="Back up now">
        <Button
          variant="primary"
          icon={HardDriveDownload}
          busy={running}
          disabledReason={refusal}
          onClick={start}
        >
          Back up now
        </Button>
        {refusal !== undefined && database.writeRefusal === undefined && !running && (
          <span className={styles.note}>{refusal}</span>
        )}
      </Toolbar>
      {database.writeRefusal !== undefined && <Banner tone="warning">{database.writeRefusal}</Banner>}
      <div className={styles.sides}>
        <form
          className={styles.options}
          aria-label="Backup options"
          onSubmit={(event) => {
            event.preventDefault();
            start();
          }}
        >
          <Select<BackupType>
            label="Type"
            value={state.type}
            onChange={(type) => change({ type })}
            disabled={running}
            options={[
              {
                value: 'Backup',
                label: 'Backup',
                hint: 'Documents and definitions. Indexes are built again after a restore.',
              },
              {
                value: 'Snapshot',
                label: 'Snapshot',
                hint: capabilitiesOf(connectionId).builtIn
                  ? 'One file with all data in the format of the engine, for restoring here.'
                  : 'An image of the data files with indexes. Larger, restored faster. Needs a licence.',
              },
            ]}
          />
          <FolderField
            folder={state.folder}
            onChange={(next) => change({ folder: next })}
            check={check}
            disabled={running}
          />
        </form>
        <div className={styles.result}>
          {run.kind === 'idle' ? (
            <EmptyState
              icon={ArchiveRestore}
              title={`Back up ${name}`}
              text="The server writes a backup into a new folder inside the one that you enter. Existing backups are kept."
            />
          ) : (
            <RunView run={run} runKey={key} connectionId={connectionId} verb="Backing up" doing="The backup">
              {run.kind === 'ended' && run.end === 'completed' && (
                <Written run={run} onShow={() => change({ view: 'existing', listedFolder: run.subject })} />
              )}
            </RunView>
          )}
        </div>
      </div>
    </div>
  );
}

/** The file, and what each destination reported. */
function Written({ run, onShow }: { readonly run: EndedRun; readonly onShow: () => void }): ReactNode {
  const path = filePath(run.subject, run.result);
  const { destinations } = readBackupFile(run.result);
  const failed = destinations.filter(({ error }) => error !== null);
  return (
    <>
      <p className={styles.path}>
        <code>{path}</code>
        <CopyButton iconOnly label="Copy path" text={path} />
      </p>
      {failed.map(({ name, error }) => (
        <p key={name} className={styles.sentence}>
          <Badge tone="danger">{name}</Badge> {error}
        </p>
      ))}
      <div className={styles.buttons}>
        <Button onClick={onShow}>Show backups in this folder</Button>
      </div>
    </>
  );
}
