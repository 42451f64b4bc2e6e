/** Saved queries and past runs: search, open, rename, delete, import and export. */
import { Download, FolderInput, History, Pencil, Trash2, Upload } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import type { SavedQueryPlace } from '../../../contract/index.ts';
import {
  Button,
  SortedGrid,
  Dialog,
  EmptyState,
  ErrorView,
  FileInput,
  fileName,
  formatAgo,
  formatMs,
  pluralize,
  saveFile,
  TextField,
  type ValueColumn,
  type MenuItem,
} from '../../../ui/index.ts';
import { freeName, fullName, placeOf } from '../../../ui/rql/index.ts';
import type { PastRun } from '../runs/query-state.ts';
import styles from './saved.module.css';
import { libraryEntries, searchLibrary, type LibraryEntry } from './library.ts';
import { formatBundle, formatQueryText, readBundle } from './saved-query-text.ts';
import type { SavedQueriesState } from './use-saved-queries.ts';

interface LibraryDialogProps {
  readonly database: string;
  readonly saved: SavedQueriesState;
  readonly history: readonly PastRun[];
  readonly onOpen: (entry: LibraryEntry) => void;
  readonly onRename: (place: SavedQueryPlace) => void;
  readonly onClose: () => void;
}

export function LibraryDialog({ database, saved, history, onOpen, onRename, onClose }: LibraryDialogProps) {
  const session = useSession();
  const [words, setWords] = useState('');
  const [selected, setSelected] = useState(0);
  const files = useRef<HTMLInputElement>(null);
  const all = useMemo(() => libraryEntries(saved.queries, history), [saved.queries, history]);
  const entries = useMemo(() => searchLibrary(all, words), [all, words]);
  const shown = Math.min(selected, entries.length - 1);
  const entry = entries[shown];

  const open = (index: number): void => {
    const chosen = entries[index];
    if (chosen) onOpen(chosen);
  };
  const attempt = (work: Promise<void>, doing: string): void => {
    work.catch((thrown: unknown) => session.reportError(thrown, doing));
  };
  const remove = (chosen: Extract<LibraryEntry, { kind: 'saved' }>): void => {
    const name = fullName(chosen);
    const text = formatQueryText({ ...chosen, name });
    attempt(
      saved.remove(chosen).then(() =>
        session.notify({
          kind: 'info',
          message: `Deleted the saved query ${name}.`,
          action: {
            label: 'Undo',
            run: () => attempt(saved.save(chosen, text, { replace: false }), 'Restoring the query'),
          },
        }),
      ),
      'Deleting the saved query',
    );
  };
  const exportOne = (chosen: LibraryEntry): void => {
    const name = chosen.kind === 'saved' ? fullName(chosen) : null;
    const suggested = chosen.kind === 'saved' ? chosen.name : 'query';
    saveFile(`${suggested}.rql`, 'text/plain', formatQueryText({ ...chosen, name }));
  };
  const exportAll = (): void =>
    saveFile(
      fileName('queries', database, 'rql'),
      'text/plain',
      formatBundle(
        all.flatMap((each) =>
          each.kind === 'saved'
            ? [{ name: fullName(each), query: each.query, parameters: each.parameters }]
            : [],
        ),
      ),
    );

  const rowMenu = (index: number): readonly MenuItem[] => {
    const chosen = entries[index];
    if (!chosen) return [];
    const common: readonly MenuItem[] = [
      { id: 'open', label: 'Open', shortcut: 'Enter', onSelect: () => open(index) },
      { id: 'export', label: 'Export .rql file', icon: <Download />, onSelect: () => exportOne(chosen) },
    ];
    if (chosen.kind === 'past') return common;
    return [
      ...common,
      { id: 'rename', label: 'Rename or move…', icon: <Pencil />, onSelect: () => onRename(chosen) },
      {
        id: 'delete',
        label: 'Delete',
        icon: <Trash2 />,
        danger: true,
        separated: true,
        shortcut: 'Delete',
        onSelect: () => remove(chosen),
      },
    ];
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Saved queries and history"
      width="wide"
      footer={
        <>
          <FileInput
            ref={files}
            label="Files of queries"
            accept=".rql,text/plain"
            onFiles={(chosen) =>
              attempt(
                importFiles(saved, chosen).then((result) =>
                  session.notify({
                    kind: result.failed.length > 0 ? 'warning' : 'success',
                    message: importText(result),
                  }),
                ),
                'Importing queries',
              )
            }
          />
          <Button variant="ghost" icon={<Upload />} onClick={() => files.current?.click()}>
            Import files…
          </Button>
          <Button
            variant="ghost"
            icon={<Download />}
            disabled={saved.queries.length === 0}
            onClick={exportAll}
          >
            Export all
          </Button>
          <Button variant="primary" disabled={!entry} onClick={() => open(shown)}>
            Open
          </Button>
        </>
      }
    >
      <TextField
        label="Search"
        hideLabel
        placeholder="Search names, folders and texts"
        value={words}
        onChange={(next) => {
          setWords(next);
          setSelected(0);
        }}
      />
      {saved.error !== null && (
        <ErrorView error={saved.error} doing="Loading saved queries" onRetry={saved.retry} compact />
      )}
      <div className={styles.list}>
        {entries.length === 0 ? (
          <EmptyState
            icon={words === '' ? FolderInput : History}
            title={words === '' ? 'No saved queries yet' : 'No query matches'}
            text={
              words === ''
                ? 'Save the query in the editor with Ctrl/Cmd+S, or import .rql files.'
                : 'Every word must occur in the name, the folder or the text.'
            }
          />
        ) : (
          <SortedGrid
            label="Saved queries and history"
            columns={columns}
            rowCount={entries.length}
            row={(index) => entries[index]}
            selected={shown}
            onSelect={setSelected}
            onOpen={open}
            rowMenu={rowMenu}
            onKeyDown={(event, index) => {
              const chosen = index === null ? undefined : entries[index];
              if (event.key === 'Delete' && chosen?.kind === 'saved') remove(chosen);
            }}
          />
        )}
      </div>
      <pre className={styles.text} aria-label="Query text" tabIndex={0}>
        {entry?.query ?? ''}
      </pre>
      {saved.path !== undefined && (
        <p className={styles.path}>
          Files: <code>{saved.path}</code>
          {saved.leftOut > 0 &&
            ` ${pluralize(saved.leftOut, 'file')} not listed: too large, too many or unreadable.`}
        </p>
      )}
    </Dialog>
  );
}

const columns: readonly ValueColumn<LibraryEntry>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 210,
    render: (entry) =>
      entry.kind === 'saved' ? (
        fullName(entry)
      ) : (
        <span className={styles.past}>{formatAgo(entry.run.at)}</span>
      ),
  },
  {
    id: 'query',
    title: 'Query',
    width: 290,
    mono: true,
    value: ({ query }) => query,
    render: ({ query }) => query.replaceAll(/\s+/g, ' ').slice(0, 200),
  },
  {
    id: 'result',
    title: 'Last run',
    width: 160,
    render: (entry) =>
      entry.kind === 'saved'
        ? ''
        : entry.run.total === null
          ? 'failed'
          : `${pluralize(entry.run.total, 'result')} in ${formatMs(entry.run.ms ?? 0)}`,
  },
];

interface ImportResult {
  readonly imported: number;
  readonly failed: readonly string[];
}

/** Queries of the same name are kept: the imported one gets a number. */
async function importFiles(saved: SavedQueriesState, chosen: readonly File[]): Promise<ImportResult> {
  const taken = new Set(saved.queries.map(fullName));
  const failed: string[] = [];
  let imported = 0;
  for (const file of chosen) {
    const base = file.name.replace(/\.(rql|txt)$/i, '');
    for (const read of readBundle(await file.text())) {
      const place = placeOf(read.name ?? base);
      const name = freeName(fullName(place), (each) => taken.has(each));
      try {
        await saved.save(placeOf(name), formatQueryText({ ...read, name }), { replace: false });
        taken.add(name);
        imported++;
      } catch (thrown) {
        failed.push(`${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      }
    }
  }
  return { imported, failed };
}

function importText({ imported, failed }: ImportResult): string {
  const done = `${pluralize(imported, 'query', 'queries')} imported.`;
  return failed.length === 0 ? done : `${done} Not imported: ${failed.join(' ')}`;
}
