/** Exports selected or loaded documents to a file; closing cancels it. */
import { useEffect, useRef, useState } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { getDocuments } from '../../../protocol/documents.ts';
import { Button, Dialog, ErrorView, pluralize, saveFile, Select } from '../../../ui/index.ts';
import { DocumentExport, exportFileName, type ExportFormat } from './export-documents.ts';
import styles from '../documents.module.css';

export interface ExportDialogProps {
  readonly database: Database;
  readonly ids: readonly string[];
  /** `selected` or `visible`. */
  readonly name: string;
  readonly onClose: () => void;
}

type Progress =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly done: number }
  | { readonly kind: 'finished'; readonly done: number }
  | { readonly kind: 'failed'; readonly error: unknown; readonly done: number };

export function ExportDialog({ database, ids, name, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('json');
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const what = `${name} documents`;

  const run = async () => {
    const control = new AbortController();
    stop.current = control;
    const file = new DocumentExport(format);
    setProgress({ kind: 'running', done: 0 });
    try {
      file.add(await getDocuments(database.client, ids, { signal: control.signal }));
      const content = file.finish();
      saveFile(exportFileName(database.client.name, what, format), content.type, content);
      setProgress({ kind: 'finished', done: file.count });
    } catch (error) {
      if (!control.signal.aborted) setProgress({ kind: 'failed', error, done: file.count });
    }
  };

  const running = progress.kind === 'running';
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Export ${what}`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {running ? 'Stop' : 'Close'}
          </Button>
          <Button variant="primary" disabled={running} onClick={() => void run()}>
            {progress.kind === 'failed' ? 'Try again' : 'Export'}
          </Button>
        </>
      }
    >
      <Select
        label="Format"
        value={format}
        onChange={setFormat}
        options={[
          { value: 'json', label: 'JSON: complete documents with exact numbers' },
          { value: 'ndjson', label: 'NDJSON: one document per line' },
          { value: 'csv', label: 'CSV: one column per property' },
        ]}
      />
      <p className={styles.note}>
        {pluralize(ids.length, 'document')} will be saved to the downloads folder.
      </p>
      {running && (
        <>
          <progress className={styles.progress} aria-label="Export" />
          <p role="status">{pluralize(progress.done, 'document')} exported…</p>
        </>
      )}
      {progress.kind === 'finished' && <p role="status">{pluralize(progress.done, 'document')} written.</p>}
      {progress.kind === 'failed' && (
        <ErrorView
          error={progress.error}
          doing={`Exporting, after ${pluralize(progress.done, 'document')}`}
        />
      )}
    </Dialog>
  );
}
