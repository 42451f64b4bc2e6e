/** What both kinds of imports share: choosing a file by button, drop and keyboard. */
import { FolderOpen } from 'lucide-react';
import { useRef, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { Button, FileInput, Toolbar } from '../../ui/index.ts';
import styles from './transfer.module.css';

interface ImportFrameProps {
  readonly running: boolean;
  readonly onFile: (file: File) => void;
  /** Ctrl or Cmd with Enter. */
  readonly onSubmit: () => void;
  /** After the button that chooses a file. */
  readonly toolbar: ReactNode;
  readonly children: (chooseButton: ReactNode) => ReactNode;
}

export function ImportFrame({ running, onFile, onSubmit, toolbar, children }: ImportFrameProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file && !running) onFile(file);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSubmit();
  }

  const chooseButton = (
    <Button icon={<FolderOpen />} disabled={running} onClick={() => input.current?.click()}>
      Choose file…
    </Button>
  );
  return (
    <div
      className={styles.pane}
      onKeyDown={onKeyDown}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <FileInput
        ref={input}
        label="File to import"
        accept=".ravendbdump,.ravendb-full-backup,.gz,.zst,.json,.ndjson,.jsonl,.csv,.tsv,.tab,.txt"
        onFile={onFile}
      />
      <Toolbar label="Import">
        {chooseButton}
        {toolbar}
      </Toolbar>
      {children(chooseButton)}
    </div>
  );
}
