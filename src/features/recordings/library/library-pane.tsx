/** The recordings of this computer: those that are made, that failed, and that are stored. */
import { CircleDot, FileClock, FolderOpen, GitCompareArrows, Save, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import type { StoredRecording } from '../../../contract/index.ts';
import { dismissRecording, removeRecording, saveRecording } from '../../../protocol/recorder.ts';
import {
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorView,
  formatBytes,
  pluralize,
  SkeletonRows,
  TextField,
  Toolbar,
  ToolbarSeparator,
  ToolbarSpace,
  type MenuEntry,
} from '../../../ui/index.ts';
import { writeFileAndNotify } from '../changes/write-file.ts';
import { EndedList } from './ended-list.tsx';
import { FailedList } from './failed-list.tsx';
import styles from './library.module.css';
import { MissedList } from './missed-list.tsx';
import { RunningList } from './running-list.tsx';
import { StoredGrid } from './stored-grid.tsx';
import { matches, newestFirst } from './stored-text.ts';
import { useRecordingsList } from './use-recordings-list.ts';
import { useRunningActions } from './use-running-actions.ts';

export interface LibraryPaneProps {
  readonly onRecord: () => void;
  readonly onOpenFile: () => void;
  readonly onOpen: (name: string) => void;
  readonly onCompare: (name: string) => void;
  /** Returns to the recording that is still open. */
  readonly back: ReactNode | null;
}

export function LibraryPane(props: LibraryPaneProps): ReactNode {
  const { onRecord, onOpenFile, onOpen, onCompare, back } = props;
  const session = useSession();
  const { list, error, reopen } = useRecordingsList();
  useEffect(() => reopen(), [reopen]);
  const actions = useRunningActions(onOpen);
  const [filter, setFilter] = useState('');
  const [selectedName, setSelectedName] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<StoredRecording | null>(null);
  const all = useMemo(() => newestFirst(list?.stored ?? []), [list?.stored]);
  const stored = useMemo(() => all.filter((each) => matches(each, filter)), [all, filter]);
  const selected = stored.find(({ name }) => name === selectedName);

  const dismiss = ({ id }: { readonly id: string }): void => {
    dismissRecording(session.port, id).catch((thrown: unknown) =>
      session.reportError(thrown, 'Removing the recording from the list'),
    );
  };
  const save = ({ name }: StoredRecording): void =>
    writeFileAndNotify(session, `Saving a copy of ${name}`, (options) =>
      saveRecording(session.port, name, options),
    );
  const menu = (recording: StoredRecording): readonly MenuEntry[] => {
    const unreadable = recording.about === null;
    return [
      { id: 'open', label: 'Open', disabled: unreadable, onSelect: () => onOpen(recording.name) },
      { id: 'save', label: 'Save a copy…', onSelect: () => save(recording) },
      {
        id: 'compare',
        label: 'Compare with…',
        disabled: unreadable,
        onSelect: () => onCompare(recording.name),
      },
      {
        id: 'delete',
        label: 'Delete…',
        danger: true,
        separated: true,
        shortcut: 'Delete',
        onSelect: () => setDeleting(recording),
      },
    ];
  };

  const recordButton = (
    <Button variant="primary" icon={CircleDot} onClick={onRecord}>
      Record…
    </Button>
  );
  const openButton = (
    <Button icon={FolderOpen} onClick={onOpenFile}>
      Open file…
    </Button>
  );
  const needsSelection = selected === undefined ? 'Select a recording.' : undefined;
  const needsReadable =
    needsSelection ?? (selected?.about === null ? 'This file cannot be read.' : undefined);
  const isEmpty = list !== null && list.running.length === 0 && all.length === 0;
  return (
    <>
      {(!isEmpty || back !== null) && (
        <Toolbar label="Recordings">
          {back}
          {!isEmpty && (
            <>
              {recordButton}
              {openButton}
            </>
          )}
          {all.length > 0 && (
            <>
              <ToolbarSeparator />
              <Button
                icon={FileClock}
                disabledReason={needsReadable}
                onClick={() => selected && onOpen(selected.name)}
              >
                Open
              </Button>
              <Button icon={Save} disabledReason={needsSelection} onClick={() => selected && save(selected)}>
                Save a copy…
              </Button>
              <Button
                icon={GitCompareArrows}
                disabledReason={needsReadable}
                onClick={() => selected && onCompare(selected.name)}
              >
                Compare with…
              </Button>
              <Button
                icon={Trash2}
                disabledReason={needsSelection}
                onClick={() => selected && setDeleting(selected)}
              >
                Delete…
              </Button>
              <ToolbarSpace />
              <span className={styles.count}>{countText(stored.length, all)}</span>
              <div className={styles.filter}>
                <TextField
                  label="Filter recordings"
                  hideLabel
                  placeholder="Filter by name, server, note…"
                  value={filter}
                  onChange={setFilter}
                />
              </div>
            </>
          )}
        </Toolbar>
      )}
      {error !== null && (
        <ErrorView compact error={error} doing="Reading the list of recordings" onRetry={reopen} />
      )}
      {list !== null && (
        <div className={styles.notices}>
          <MissedList missed={list.missed} onDismiss={dismiss} />
          <FailedList failed={list.failed} onOpen={onOpen} onDismiss={dismiss} />
          <EndedList
            list={list}
            onOpen={(ended) => {
              dismiss(ended);
              onOpen(ended.name);
            }}
            onDismiss={dismiss}
          />
        </div>
      )}
      {list !== null && list.running.length > 0 && <RunningList running={list.running} {...actions} />}
      {list === null && error === null && <SkeletonRows label="Reading the list of recordings" />}
      {isEmpty && (
        <EmptyState
          icon={FileClock}
          title="Record what a server does"
          text="A recording keeps what the diagnostics of a server show over a while: writes, processor, memory, requests, queries, indexes and log. Look at it later with findings and charts, compare it, mask it and share it. To see one, drop a .rookery file here."
          action={
            <div className={styles.buttons}>
              {recordButton}
              {openButton}
            </div>
          }
        />
      )}
      {list !== null && !isEmpty && (
        <div className={styles.stored}>
          <StoredGrid
            label="Stored recordings"
            stored={stored}
            selected={selectedName}
            onSelect={setSelectedName}
            onOpen={(recording) => {
              if (recording.about !== null) onOpen(recording.name);
            }}
            onDelete={setDeleting}
            menu={menu}
            empty={
              <p className={styles.none}>
                {all.length === 0
                  ? 'No stored recordings yet. A recording appears here when it ends.'
                  : 'No recording matches.'}
              </p>
            }
          />
        </div>
      )}
      {deleting !== null && (
        <ConfirmDialog
          open
          danger
          title="Delete the recording?"
          confirmLabel="Delete recording"
          onClose={() => setDeleting(null)}
          onConfirm={() => removeRecording(session.port, deleting.name)}
        >
          <p>
            <b>{deleting.name}</b> ({formatBytes(deleting.bytes)}) is deleted from this computer. This cannot
            be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function countText(shown: number, all: readonly StoredRecording[]): string {
  const bytes = all.reduce((sum, each) => sum + each.bytes, 0);
  const of = shown === all.length ? '' : `${shown} of `;
  return `${of}${pluralize(all.length, 'recording')}, ${formatBytes(bytes)}`;
}
