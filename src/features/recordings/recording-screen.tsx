import { FileClock, FolderOpen, X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useOpenedFile } from '../../app/registry/index.ts';
import {
  Button,
  classNames,
  EmptyState,
  ErrorView,
  FileInput,
  formatBytes,
  Switch,
  Toolbar,
  ToolbarSpace,
} from '../../ui/index.ts';
import { RecordingView } from './recording-view.tsx';
import styles from './recordings.module.css';
import { useRecording } from './use-recording.ts';

export default function RecordingScreen(): ReactNode {
  const { state, open, close } = useRecording();
  const [utc, setUtc] = useState(true);
  const [dropping, setDropping] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useOpenedFile('recording', open);
  const openButton = (
    <Button icon={<FolderOpen />} onClick={() => input.current?.click()}>
      Open recording…
    </Button>
  );
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
      {state.kind === 'open' && (
        <Toolbar label="Recording">
          <span className={styles.file} title={state.recording.fileName}>
            {state.recording.fileName}
          </span>
          <ToolbarSpace />
          <Switch label="UTC" checked={utc} onChange={setUtc} />
          {openButton}
          <Button variant="ghost" icon={<X />} onClick={close}>
            Close recording
          </Button>
        </Toolbar>
      )}
      {state.kind === 'none' && (
        <EmptyState
          icon={FileClock}
          title="Open a recording"
          text="Shows what a server did over a while: findings, charts and rows. Write one with “rookeryd record URL”, or drop a .rookery file here."
          action={openButton}
        />
      )}
      {state.kind === 'reading' && (
        <div className={styles.reading} role="status">
          <p>
            Reading {state.fileName}
            {state.sent < state.size
              ? `: ${formatBytes(state.sent)} of ${formatBytes(state.size)}`
              : ' and looking for findings'}
            …
          </p>
          <progress
            aria-label={`Reading ${state.fileName}`}
            max={state.size}
            {...(state.sent < state.size ? { value: state.sent } : {})}
          />
          <Button variant="ghost" icon={<X />} onClick={close}>
            Cancel
          </Button>
        </div>
      )}
      {state.kind === 'failed' && (
        <ErrorView error={state.error} doing={`Opening ${state.fileName}`}>
          {openButton}
        </ErrorView>
      )}
      {state.kind === 'open' && (
        <RecordingView key={state.recording.key} recording={state.recording} utc={utc} />
      )}
    </div>
  );
}
