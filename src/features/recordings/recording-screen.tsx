/** The list of recordings, an open recording, or a comparison of two. */
import { ArrowRight, FolderOpen, X } from 'lucide-react';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import {
  useOpenedFile,
  useScreenRequest,
  useSession,
  type ScreenProps,
  type ScreenRequest,
} from '../../app/registry/index.ts';
import { Button, classNames, ErrorView, FileInput, formatBytes } from '../../ui/index.ts';
import { CompareDialog } from './comparison/compare-dialog.tsx';
import { ComparisonView } from './comparison/comparison-view.tsx';
import type { ComparedSource } from './comparison/use-comparison.ts';
import { LibraryPane } from './library/library-pane.tsx';
import { RecordDialog } from './record/record-dialog.tsx';
import { RecordingToolbar, type RecordingToolbarProps } from './recording-toolbar.tsx';
import { RecordingView } from './recording-view.tsx';
import styles from './recordings.module.css';
import { useRecording, type RecordingSource, type RecordingState } from './use-recording.ts';
import { useSelection } from './use-selection.ts';

interface Comparison {
  readonly a: ComparedSource;
  readonly b: string;
}

export default function RecordingScreen({ connectionId, database }: ScreenProps): ReactNode {
  const session = useSession();
  const { state, open: openSource, close } = useRecording();
  const [utc, setUtc] = useState(true);
  const [dropping, setDropping] = useState(false);
  /** The list is shown, and a recording stays open. */
  const [inLibrary, setInLibrary] = useState(false);
  const [comparison, setComparison] = useState<Comparison | null>(null);
  /** The stored recording that is compared with one that is chosen next. */
  const [comparing, setComparing] = useState<string | null>(null);
  const [recordOf, setRecordOf] = useState<Pick<ScreenRequest, 'connectionId' | 'database'> | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const open = useCallback(
    (source: RecordingSource) => {
      setInLibrary(false);
      setComparison(null);
      openSource(source);
    },
    [openSource],
  );
  const openStored = useCallback((stored: string) => open({ stored }), [open]);
  const showLibrary = useCallback(() => {
    setComparison(null);
    setInLibrary(true);
  }, []);
  useOpenedFile('recording', open);
  useScreenRequest(
    'recording',
    useCallback(
      (request: ScreenRequest) => {
        if (request.action === 'record') setRecordOf(request);
        else showLibrary();
      },
      [showLibrary],
    ),
  );

  const isLibrary = state.kind === 'none' || inLibrary;
  const show = comparison !== null ? 'comparison' : isLibrary ? 'library' : 'recording';
  return (
    <div
      className={classNames(styles.screen, dropping && styles.dropping)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={(event) => {
        setDropping(false);
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        open(file);
      }}
    >
      <FileInput ref={input} label="Recording file" accept=".rookery" onFile={open} />
      {show === 'library' && (
        <LibraryPane
          onRecord={() => setRecordOf({ connectionId, database })}
          onOpenFile={() => input.current?.click()}
          onOpen={openStored}
          onCompare={setComparing}
          back={
            state.kind === 'open' ? (
              <Button variant="ghost" icon={ArrowRight} onClick={() => setInLibrary(false)}>
                Return to the open recording
              </Button>
            ) : null
          }
        />
      )}
      {comparison !== null && <ComparisonView {...comparison} onBack={() => setComparison(null)} />}
      {/* Stays mounted below the list and a comparison, with its zoom and selection. */}
      <div className={styles.screen} hidden={show !== 'recording'}>
        <Opened
          state={state}
          onCancel={close}
          onOpenFile={() => input.current?.click()}
          toolbar={{
            utc,
            onUtc: setUtc,
            onOpen: openStored,
            onLibrary: showLibrary,
            onClose: close,
          }}
          onCompare={setComparison}
        />
      </div>
      {comparing !== null && (
        <CompareDialog
          name={comparing}
          isStored
          onClose={() => setComparing(null)}
          onCompare={(b) => {
            setComparing(null);
            setComparison({ a: { stored: comparing }, b });
          }}
        />
      )}
      {recordOf !== null && (
        <RecordDialog
          connectionId={recordOf.connectionId}
          database={recordOf.database}
          onClose={() => setRecordOf(null)}
          onStarted={(name, isPlanned) => {
            setRecordOf(null);
            session.notify({
              kind: 'success',
              message: isPlanned
                ? `The recording of ${name} is planned.`
                : `The recording of ${name} starts.`,
              ...(show === 'library' ? {} : { action: { label: 'Show recordings', run: showLibrary } }),
            });
          }}
        />
      )}
    </div>
  );
}

function Opened(props: {
  readonly state: RecordingState;
  readonly toolbar: Omit<RecordingToolbarProps, 'recording' | 'selection' | 'onCompare'>;
  readonly onCancel: () => void;
  readonly onOpenFile: () => void;
  readonly onCompare: (comparison: Comparison) => void;
}): ReactNode {
  const { state, toolbar, onCancel, onOpenFile, onCompare } = props;
  if (state.kind === 'none') return null;
  if (state.kind === 'open') {
    const { recording } = state;
    return (
      <OpenedRecording
        key={recording.key}
        {...toolbar}
        recording={recording}
        onCompare={(b) => onCompare({ a: recording, b })}
      />
    );
  }
  if (state.kind === 'failed')
    return (
      <ErrorView error={state.error} doing={`Opening ${state.fileName}`}>
        <Button icon={FolderOpen} onClick={onOpenFile}>
          Open file…
        </Button>
        <Button onClick={onCancel}>All recordings</Button>
      </ErrorView>
    );
  const { fileName, sending } = state;
  const isSending = sending !== null && sending.sent < sending.size;
  return (
    <div className={styles.reading} role="status">
      <p>
        Reading {fileName}
        {isSending
          ? `: ${formatBytes(sending.sent)} of ${formatBytes(sending.size)}`
          : ' and looking for findings'}
        …
      </p>
      <progress
        aria-label={`Reading ${fileName}`}
        {...(isSending ? { value: sending.sent, max: sending.size } : {})}
      />
      <Button variant="ghost" icon={<X />} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function OpenedRecording(props: Omit<RecordingToolbarProps, 'selection'>): ReactNode {
  const selection = useSelection(props.recording.overview);
  return (
    <>
      <RecordingToolbar {...props} selection={selection} />
      <RecordingView recording={props.recording} selection={selection} utc={props.utc} />
    </>
  );
}
