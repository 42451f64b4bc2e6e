/** The backups in a folder of the server, and restoring one under a new name. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArchiveRestore, Download, FolderSearch } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import {
  databasesQuery,
  useConnection,
  useServerWriteRefusal,
  useSession,
} from '../../../app/registry/index.ts';
import { listDatabases } from '../../../protocol/databases.ts';
import { serverOperations } from '../../../protocol/operation-state.ts';
import {
  listRestorePoints,
  startRestore,
  type RestoreOptions,
  type RestorePoint,
} from '../../../protocol/restore.ts';
import {
  Badge,
  Button,
  CopyButton,
  SortedGrid,
  EmptyState,
  ErrorView,
  fileName,
  pluralize,
  saveFile,
  SkeletonRows,
  Switch,
  TextField,
  Toolbar,
  ToolbarSpace,
  type ValueColumn,
} from '../../../ui/index.ts';
import styles from '../backups.module.css';
import type { PaneProps } from '../pane-props.ts';
import { idleRun, runKey, runToEnd, useBackupRuns } from '../run-store.ts';
import { RunView } from '../run-view.tsx';
import { filterPoints, pointsAsCsv, pointType } from './point-text.ts';
import { RestoreDialog } from './restore-dialog.tsx';

const columns: readonly ValueColumn<RestorePoint>[] = [
  { id: 'at', title: 'Time (server)', width: 160, mono: true, value: ({ at }) => at, render: ({ at }) => at },
  {
    id: 'type',
    title: 'Type',
    width: 170,
    value: pointType,
    render: (point) => (
      <span className={styles.badges}>
        <Badge tone={point.incremental ? 'neutral' : 'info'}>{pointType(point)}</Badge>
        {point.encrypted && <Badge tone="warning">Encrypted</Badge>}
      </span>
    ),
  },
  {
    id: 'database',
    title: 'Database',
    width: 180,
    value: ({ database }) => database,
    render: ({ database }) => database ?? '–',
  },
  { id: 'node', title: 'Node', width: 60, value: ({ node }) => node, render: ({ node }) => node ?? '–' },
  {
    id: 'files',
    title: 'Files',
    width: 60,
    align: 'end',
    value: ({ files }) => files,
    render: ({ files }) => files ?? '–',
  },
  {
    id: 'file',
    title: 'File',
    width: 520,
    mono: true,
    value: ({ file }) => file,
    render: ({ file }) => file,
  },
];

export function ExistingPane(props: PaneProps): ReactNode {
  const { tabId, connectionId, name, database, state, change } = props;
  const session = useSession();
  const queries = useQueryClient();
  const mode = useConnection(connectionId)?.mode ?? 'full';
  const refusal = useServerWriteRefusal(connectionId);
  const { server } = database.client;
  const folder = state.listedFolder;
  const [typed, setTyped] = useState(folder === '' ? state.folder : folder);
  const [selectedFile, setSelectedFile] = useState<string | null>(null);
  const [restoring, setRestoring] = useState<RestorePoint | null>(null);
  const key = runKey('restore', connectionId, name, tabId);
  const run = useBackupRuns(({ runs }) => runs.get(key) ?? idleRun);
  const databases = useQuery(databasesQuery(session.port, connectionId));
  const points = useQuery({
    queryKey: [connectionId, '@restore-points', folder],
    queryFn: ({ signal }) => listRestorePoints(server, folder, { signal }),
    enabled: folder !== '',
    retry: false,
  });
  const all = points.data;
  const rows = useMemo(
    () => filterPoints(all ?? [], state.filter, state.allDatabases ? null : name),
    [all, state.filter, state.allDatabases, name],
  );
  const place = rows.findIndex(({ file }) => file === selectedFile);
  const selected = rows[place];
  const restoreRefusal =
    refusal ??
    (run.kind === 'running'
      ? 'A restore of this tab is running.'
      : selected === undefined
        ? 'Select a backup first.'
        : undefined);

  function list(): void {
    const next = typed.trim();
    if (next === '') return;
    if (next === folder) void points.refetch();
    else change({ listedFolder: next });
  }

  async function restore(options: RestoreOptions): Promise<void> {
    // RavenDB answers a restore over an existing database, and that database is gone. The list of the page may be old.
    const now = await listDatabases(server);
    if (now.some((each) => each.name.toLowerCase() === options.name.toLowerCase()))
      throw new Error(
        `The database ${options.name} was created in the meantime. Nothing was sent. Choose another name.`,
      );
    setRestoring(null);
    void runToEnd({
      key,
      session,
      title: `Restoring ${options.name}`,
      subject: options.name,
      place: serverOperations(server),
      start: (signal) => startRestore(server, options, { signal }),
      cancelled: `The server stopped the restore. If ${options.name} is in the list of databases, it is incomplete: delete it.`,
    }).finally(() => void queries.invalidateQueries({ queryKey: [connectionId] }));
  }

  const csv = () => pointsAsCsv(rows);
  return (
    <div className={styles.pane}>
      <Toolbar label="Existing backups">
        <form
          className={styles.folder}
          onSubmit={(event) => {
            event.preventDefault();
            list();
          }}
        >
          <TextField
            label="Folder on the server"
            hideLabel
            mono
            placeholder="Folder on the server"
            value={typed}
            onChange={setTyped}
          />
          <Button
            type="submit"
            icon={FolderSearch}
            busy={points.isFetching}
            {...(typed.trim() === '' ? { disabledReason: 'Enter a folder on the server first.' } : {})}
          >
            List backups
          </Button>
        </form>
        <Button
          variant="primary"
          icon={ArchiveRestore}
          disabledReason={restoreRefusal}
          onClick={() => setRestoring(selected ?? null)}
        >
          Restore…
        </Button>
        <ToolbarSpace />
        <CopyButton label="Copy as CSV" text={csv} />
        <Button
          icon={Download}
          disabledReason={rows.length === 0 ? 'There is nothing to save.' : undefined}
          onClick={() => saveFile(fileName('backups', name, 'csv'), 'text/csv', csv())}
        >
          Save CSV
        </Button>
      </Toolbar>
      {all !== undefined && all.length > 0 && (
        <div className={styles.filters}>
          <div className={styles.filter}>
            <TextField
              label="Filter backups"
              hideLabel
              placeholder="Filter by time, type, file…"
              value={state.filter}
              onChange={(filter) => change({ filter })}
            />
          </div>
          <Switch
            label="All databases"
            checked={state.allDatabases}
            onChange={(allDatabases) => change({ allDatabases })}
          />
          <span className={styles.count} role="status">
            {rows.length === all.length
              ? pluralize(all.length, 'backup')
              : `${rows.length} of ${pluralize(all.length, 'backup')}`}
          </span>
        </div>
      )}
      {run.kind !== 'idle' && (
        <div className={styles.above}>
          <RunView run={run} runKey={key} connectionId={connectionId} verb="Restoring" doing="The restore">
            {run.kind === 'ended' && run.end === 'completed' && (
              <div className={styles.buttons}>
                <Button
                  variant="primary"
                  onClick={() => session.openScreen('documents', { connectionId, database: run.subject })}
                >
                  Open {run.subject}
                </Button>
              </div>
            )}
          </RunView>
        </div>
      )}
      <div className={styles.list}>
        {folder === '' ? (
          <EmptyState
            icon={FolderSearch}
            title="No folder chosen"
            text="Enter the folder on the server that contains the backups, and list them."
          />
        ) : points.isError && all === undefined ? (
          <ErrorView
            error={points.error}
            doing={`Listing the backups in ${folder}`}
            onRetry={() => void points.refetch()}
          />
        ) : all === undefined ? (
          <SkeletonRows label="Listing the backups" />
        ) : (
          <SortedGrid<RestorePoint>
            label="Backups"
            columns={columns}
            rowCount={rows.length}
            row={(index) => rows[index]}
            selected={place < 0 ? null : place}
            onSelect={(index) => setSelectedFile(rows[index]?.file ?? null)}
            onOpen={(index) => {
              const point = rows[index];
              if (point && refusal === undefined && run.kind !== 'running') setRestoring(point);
            }}
            empty={
              <EmptyState
                icon={ArchiveRestore}
                title={all.length === 0 ? 'No backups in this folder' : 'No backup matches'}
                text={
                  all.length === 0
                    ? `The server finds no backup files in ${folder} and its subfolders.`
                    : 'Change the filter, or show the backups of all databases.'
                }
              />
            }
          />
        )}
      </div>
      {restoring && all !== undefined && (
        <RestoreDialog
          key={restoring.file}
          point={restoring}
          points={all}
          databases={(databases.data ?? []).map((each) => each.name)}
          mode={mode}
          onClose={() => setRestoring(null)}
          onRestore={restore}
        />
      )}
    </div>
  );
}
