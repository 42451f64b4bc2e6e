/** Exports documents to a file with progress; closing cancels it. */
import { useEffect, useRef, useState } from 'react';
import { getCollectionDocuments } from '../../../protocol/collections.ts';
import { getDocuments, getDocumentsStartingWith, type StoredDocument } from '../../../protocol/documents.ts';
import { Button, Dialog, ErrorView, pluralize, saveFile, Select } from '../../../ui/index.ts';
import type { RowSource } from './collection-rows.ts';
import { collectionLabel } from './collection-list.tsx';
import type { Database } from '../database-client.ts';
import { DocumentExport, exportFileName, type ExportFormat } from './export-documents.ts';
import styles from '../documents.module.css';

const PAGE = 256;

export type ExportWhat =
  | { readonly kind: 'source'; readonly source: RowSource }
  | { readonly kind: 'ids'; readonly ids: readonly string[]; readonly name: string };

export interface ExportDialogProps {
  readonly database: Database;
  readonly what: ExportWhat;
  /** The number of documents, if known. */
  readonly total: number | undefined;
  readonly onClose: () => void;
}

type Progress =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly done: number }
  | { readonly kind: 'finished'; readonly done: number }
  | { readonly kind: 'failed'; readonly error: unknown; readonly done: number };

export function ExportDialog({ database, what, total, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('json');
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const expected = what.kind === 'ids' ? what.ids.length : total;

  const run = async () => {
    const control = new AbortController();
    stop.current = control;
    const file = new DocumentExport(format);
    setProgress({ kind: 'running', done: 0 });
    try {
      for await (const page of pagesOf(database, what, control.signal)) {
        file.add(page);
        setProgress({ kind: 'running', done: file.count });
      }
      const content = file.finish();
      saveFile(exportFileName(database.client.name, nameOf(what), format), content.type, content);
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
      title={`Export ${nameOf(what)}`}
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
          { value: 'csv', label: 'CSV: one column per property' },
        ]}
      />
      <p className={styles.note}>
        {expected === undefined ? 'Every matching document' : pluralize(expected, 'document')} will be saved
        to the downloads folder.
      </p>
      {running && (
        <>
          <progress
            className={styles.progress}
            aria-label="Export"
            {...(expected === undefined ? {} : { max: expected, value: progress.done })}
          />
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

function nameOf(what: ExportWhat): string {
  if (what.kind === 'ids') return `${what.name} documents`;
  return what.source.prefix === '' ? collectionLabel(what.source.collection) : what.source.prefix;
}

async function* pagesOf(
  { client }: Database,
  what: ExportWhat,
  signal: AbortSignal,
): AsyncGenerator<readonly StoredDocument[]> {
  if (what.kind === 'ids') {
    yield await getDocuments(client, what.ids, { signal });
    return;
  }
  const { collection, prefix } = what.source;
  for (let start = 0; ; start += PAGE) {
    const page = { start, pageSize: PAGE };
    const documents =
      prefix === ''
        ? await getCollectionDocuments(client, collection, page, { signal })
        : await getDocumentsStartingWith(client, prefix, page, { signal });
    yield documents;
    if (documents.length < PAGE) return;
  }
}
