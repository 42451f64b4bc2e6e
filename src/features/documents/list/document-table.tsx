/** The table of a collection or of an id prefix: paged rows, selection and actions. */
import { FilePlus2 } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type Database, ExportDialog, useSession } from '../../../app/registry/index.ts';
import { previewDocument } from '../../../protocol/document-preview.ts';
import { collectionSource } from '../../../protocol/exports.ts';
import {
  Button,
  DataGrid,
  EmptyState,
  ErrorView,
  formatCount,
  IdPreviews,
  pluralize,
  type LoadIdPreview,
  type MenuItem,
} from '../../../ui/index.ts';
import { useCollectionRows, type CollectionRows, type RowSource } from './collection-rows.ts';
import { collectionLabel } from './collection-list.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EmptyCollectionDialog, isEmptyable } from './empty-collection.tsx';
import type { FeedState } from '../document-feed.ts';
import { isPinned, resized } from './column-choice.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { columnTitle, documentColumns, isProperty } from './document-columns.tsx';
import { documentMenu } from './document-menu.tsx';
import { DocumentsToolbar } from './documents-toolbar.tsx';
import styles from '../documents.module.css';
import { ExportDialog as ExportIdsDialog } from './export-dialog.tsx';
import { ReferencesDialog } from '../references/references-dialog.tsx';
import { quoted } from '../references/find-references.ts';
import { cloneDocuments, copyDocuments } from './copy-documents.ts';
import { GoToDialog } from './go-to-dialog.tsx';
import { useColumnChoice } from './use-column-choice.ts';
import { useDocumentSelection } from './use-document-selection.ts';

export interface DocumentTableProps {
  readonly database: Database;
  readonly source: RowSource;
  readonly feed: FeedState;
  /** The number of documents in the collection, if known. */
  readonly documents: number | undefined;
  readonly onPrefix: (prefix: string) => void;
}

type OpenDialog =
  | { readonly kind: 'go' }
  | { readonly kind: 'delete' }
  | { readonly kind: 'export' }
  | { readonly kind: 'columns' }
  | { readonly kind: 'references'; readonly id: string }
  | { readonly kind: 'empty'; readonly collection: string }
  | { readonly kind: 'export-ids'; readonly ids: readonly string[]; readonly name: string }
  | undefined;

/** How often visible rows are read again while no feed reports changes. */
const POLL_MS = 5_000;

interface Selection {
  readonly index: number;
  /** Undefined while the row is still loading. */
  readonly id: string | undefined;
}

/** The row of the selected document, which moves when documents are added, changed or deleted elsewhere. */
function selectedIndex(selection: Selection | null, rows: CollectionRows): number | null {
  if (!selection) return null;
  const { index, id } = selection;
  if (id === undefined || rows.row(index)?.metadata.id === id) return index;
  return rows.indexOf(id) ?? null;
}

export function DocumentTable({ database, source, feed, documents, onPrefix }: DocumentTableProps) {
  const session = useSession();
  const [choice, changeColumns] = useColumnChoice(
    source.prefix === '' ? (source.collection ?? '') : '@prefix',
  );
  const rows = useCollectionRows(database, source, choice, feed === 'off' ? POLL_MS : false);
  const selectedRows = useDocumentSelection(database, source, rows);
  const selectedIds = selectedRows.ids;
  const [selection, setSelection] = useState<Selection | null>(null);
  /** A ref: a state would render the table again for each scrolled row. */
  const visible = useRef({ start: 0, end: 0 });
  const [dialog, setDialog] = useState<OpenDialog>();
  const { columns: names, sample } = rows;
  const { writeRefusal } = database;
  const selected = selectedIndex(selection, rows);
  const title =
    source.prefix === '' ? collectionLabel(source.collection) : `Ids starting with ${source.prefix}`;

  /** The collection that the table shows completely, if its documents may be deleted together. */
  const emptyable =
    source.prefix === '' && source.collection !== null && isEmptyable(source.collection)
      ? source.collection
      : null;
  const hasNone = documents === 0;

  const open = useCallback(
    (id: string | undefined, split = false): void => {
      if (id !== undefined) session.openScreen('document', { params: { id }, split });
    },
    [session],
  );
  const columns = useMemo(() => documentColumns({ names, sample, onOpen: open }), [names, sample, open]);
  // The id stays in view with the columns that the user pins.
  const pinnedColumns = 1 + names.filter((name) => isPinned(choice, name)).length;

  const loadPreview = useCallback<LoadIdPreview>(
    (id, signal) => previewDocument(database.client, id, signal),
    [database.client],
  );

  const patch = (ids: readonly string[]) =>
    session.openScreen('patch', { params: { ids: JSON.stringify(ids) } });
  const setDates = (ids: readonly string[]) =>
    session.openScreen('patch', { params: { ids: JSON.stringify(ids), dates: 'set' } });
  const rowMenu = (index: number): readonly MenuItem[] => {
    const id = rows.row(index)?.metadata.id;
    if (id === undefined) return [];
    const ids = selectedRows.grid.has(index) && selectedIds.size > 1 ? [...selectedIds] : [id];
    return documentMenu(ids, id, {
      writeRefusal,
      open,
      copyId: () => {
        navigator.clipboard
          .writeText(ids.join('\n'))
          .catch((thrown: unknown) => session.reportError(thrown, 'Copying ids'));
      },
      copyJson: () => {
        copyDocuments(database.client, ids).then(
          (count) => session.notify({ kind: 'success', message: `Copied ${pluralize(count, 'document')}.` }),
          (thrown: unknown) => session.reportError(thrown, 'Copying documents'),
        );
      },
      clone: () => {
        if (ids.length === 1) {
          session.openScreen('document', {
            params: { cloneOf: id, collection: rows.row(index)?.metadata.collection ?? '' },
          });
          return;
        }
        cloneDocuments(database.client, ids).then(
          (count) => session.notify({ kind: 'success', message: `Cloned ${pluralize(count, 'document')}.` }),
          (thrown: unknown) => session.reportError(thrown, 'Cloning documents'),
        );
      },
      findReferences: () => setDialog({ kind: 'references', id }),
      patch: () => patch(ids),
      setDates: () => setDates(ids),
      remove: () => {
        if (ids.length === 1) selectedRows.only(index);
        setDialog({ kind: 'delete' });
      },
    });
  };
  const newDocument = () =>
    session.openScreen('document', { params: { collection: source.collection ?? '' } });
  const visibleIds = () => {
    const ids: string[] = [];
    const { start, end } = visible.current;
    for (let i = start; i <= end && i < rows.count; i++) {
      const row = rows.row(i);
      if (row) ids.push(row.metadata.id);
    }
    return ids;
  };

  const { onVisibleRange: loadRange } = rows;
  const onVisibleRange = useCallback(
    (start: number, end: number) => {
      visible.current = { start, end };
      loadRange(start, end);
    },
    [loadRange],
  );

  const commands = useEffectEvent(() =>
    session.addCommands([
      {
        id: 'documents.go',
        title: 'Go to document by id…',
        group: 'Documents',
        shortcut: 'Mod+G',
        run: () => setDialog({ kind: 'go' }),
      },
      ...(writeRefusal === undefined
        ? [
            {
              id: 'documents.new',
              title: 'New document',
              group: 'Documents',
              keywords: 'create add',
              run: newDocument,
            },
            ...(emptyable === null || hasNone
              ? []
              : [
                  {
                    id: 'documents.empty',
                    title: `Empty collection ${emptyable}…`,
                    group: 'Documents',
                    keywords: 'delete all documents truncate clear',
                    run: () => setDialog({ kind: 'empty', collection: emptyable }),
                  },
                ]),
          ]
        : []),
      {
        id: 'documents.columns',
        title: 'Choose columns…',
        group: 'Documents',
        keywords: 'hide show order pin fields',
        run: () => setDialog({ kind: 'columns' }),
      },
      {
        id: 'documents.export',
        title: 'Export documents…',
        group: 'Documents',
        keywords: 'json csv download save',
        run: () => setDialog({ kind: 'export' }),
      },
    ]),
  );
  // Registered again when the access of the connection changes, the collection, or whether it has documents.
  useEffect(() => commands(), [writeRefusal, emptyable, hasNone]);

  const body = () => {
    if (rows.error !== null && rows.count === 0)
      return <ErrorView error={rows.error} doing="Loading documents" onRetry={rows.retry} />;
    if (!rows.loading && rows.count === 0)
      return source.prefix === '' ? (
        <EmptyState
          icon={FilePlus2}
          title={source.collection === null ? 'No documents yet' : 'No documents in this collection'}
          text="Documents are JSON objects with an id and a collection. Create one here or write documents with a client."
          action={
            <Button variant="primary" disabledReason={writeRefusal} onClick={newDocument}>
              New document
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={FilePlus2}
          title="No documents match"
          text={`No document id starts with "${source.prefix}".`}
          action={
            <Button variant="secondary" onClick={() => onPrefix('')}>
              Clear filter
            </Button>
          }
        />
      );
    return (
      <DataGrid
        label={`Documents: ${collectionLabel(source.collection)}`}
        columns={columns}
        rowCount={rows.loading && rows.count === 0 ? 20 : rows.count}
        row={rows.row}
        busy={rows.loading}
        onVisibleRange={onVisibleRange}
        selected={selected}
        onSelect={(index) => setSelection({ index, id: rows.row(index)?.metadata.id })}
        onOpen={(index) => open(rows.row(index)?.metadata.id)}
        selection={selectedRows.grid}
        columnWidths={choice.widths}
        onColumnWidth={(column, width) => changeColumns((now) => resized(now, column, width))}
        pinnedColumns={pinnedColumns}
        rowMenu={rowMenu}
        onKeyDown={(event, index) => {
          if (event.key !== 'Delete' || (selectedIds.size === 0 && index === null)) return;
          if (writeRefusal !== undefined) {
            session.notify({ kind: 'info', message: writeRefusal });
            return;
          }
          if (selectedIds.size === 0 && index !== null) selectedRows.only(index);
          setDialog({ kind: 'delete' });
        }}
      />
    );
  };

  return (
    <section className={styles.table} aria-label="Documents in the collection">
      <DocumentsToolbar
        title={title}
        count={source.prefix === '' ? documents : rows.count}
        countIsFinal={source.prefix === '' || rows.countIsFinal}
        feed={feed}
        prefix={source.prefix}
        selected={selectedIds.size}
        writeRefusal={writeRefusal}
        onPrefix={onPrefix}
        onNew={newDocument}
        onGo={() => setDialog({ kind: 'go' })}
        onExport={(what) =>
          setDialog(
            what === 'all'
              ? { kind: 'export' }
              : {
                  kind: 'export-ids',
                  ids: what === 'selected' ? [...selectedIds] : visibleIds(),
                  name: what,
                },
          )
        }
        onDelete={() => setDialog({ kind: 'delete' })}
        onPatch={() => patch([...selectedIds])}
        onClearSelection={selectedRows.clear}
        onColumns={() => setDialog({ kind: 'columns' })}
        onQuery={(as) => {
          const query = `from ${source.collection === null ? '@all_docs' : quoted(source.collection)}`;
          if (as === 'patch') session.openScreen('patch', { params: { query } });
          else session.openScreen('query', { params: { query, ...(as === 'map' ? { view: 'map' } : {}) } });
        }}
        onEmpty={emptyable === null ? undefined : () => setDialog({ kind: 'empty', collection: emptyable })}
      />
      <div className={styles.grid}>
        <IdPreviews load={loadPreview}>{body()}</IdPreviews>
      </div>
      <p className={styles.srOnly} role="status">
        {selectedIds.size > 0 ? `${formatCount(selectedIds.size)} selected` : ''}
      </p>
      {dialog?.kind === 'go' && (
        <GoToDialog
          onClose={() => setDialog(undefined)}
          onGo={(id) => {
            setDialog(undefined);
            session.openScreen('document', { params: { id } });
          }}
        />
      )}
      {dialog?.kind === 'columns' && (
        <ColumnsDialog
          title={title}
          choice={choice}
          defaults={rows.defaultColumns}
          available={rows.availableColumns}
          titleOf={columnTitle}
          onChange={changeColumns}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog?.kind === 'references' && (
        <ReferencesDialog database={database} id={dialog.id} onClose={() => setDialog(undefined)} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          database={database}
          ids={[...selectedIds]}
          onClose={() => setDialog(undefined)}
          onDone={() => {
            setDialog(undefined);
            selectedRows.clear();
          }}
        />
      )}
      {dialog?.kind === 'empty' && (
        <EmptyCollectionDialog
          database={database}
          collection={dialog.collection}
          documents={documents ?? 0}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog?.kind === 'export' && (
        <ExportDialog
          what={title}
          connectionId={database.client.server.connection}
          database={database.client.name}
          choices={[
            {
              label: title,
              source:
                source.prefix === ''
                  ? collectionSource(source.collection)
                  : { kind: 'documents', startsWith: source.prefix },
              expected: source.prefix === '' ? (documents ?? null) : null,
            },
          ]}
          initialFormat="json"
          fileName={`${database.client.name}-${source.prefix === '' ? title : source.prefix}`}
          shownColumns={['@id', ...names.filter(isProperty), '@last-modified']}
          metadata
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog?.kind === 'export-ids' && (
        <ExportIdsDialog
          database={database}
          ids={dialog.ids}
          name={dialog.name}
          onClose={() => setDialog(undefined)}
        />
      )}
    </section>
  );
}
