/** The table of a collection or of an id prefix: paged rows, selection and actions. */
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type Database, useIdPrefixes, useSession } from '../../../app/registry/index.ts';
import { previewDocument } from '../../../protocol/document-preview.ts';
import {
  Banner,
  Button,
  DataGrid,
  ErrorView,
  formatCount,
  IdPreviews,
  type LoadIdPreview,
  type MenuEntry,
} from '../../../ui/index.ts';
import { useCollectionRows, type CollectionRows, type RowSource } from './collection-rows.ts';
import { collectionLabel } from './collection-list.tsx';
import { isEmptyable } from './empty-collection.tsx';
import type { FeedState } from '../document-feed.ts';
import { isPinned, resized } from './column-choice.ts';
import { columnTitle, documentColumns } from './document-columns.tsx';
import { EmptyTable } from './empty-table.tsx';
import { matchesText } from './query-selection.ts';
import { sortedQuery } from './sorted-query.ts';
import { sourceQuery } from './source-query.ts';
import { TableDialogs, type OpenDialog } from './table-dialogs.tsx';
import { DocumentsToolbar } from './documents-toolbar.tsx';
import styles from '../documents.module.css';
import { useColumnChoice } from './use-column-choice.ts';
import { useDocumentSelection } from './use-document-selection.ts';
import { useSelectionActions } from './use-selection-actions.ts';

export interface DocumentTableProps {
  readonly database: Database;
  readonly source: RowSource;
  readonly feed: FeedState;
  /** The number of documents in the collection, if known. */
  readonly documents: number | undefined;
  readonly onPrefix: (prefix: string) => void;
}

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

  const prefixes = useIdPrefixes(database.client, database.key);
  const loadPreview = useCallback<LoadIdPreview>(
    (id, signal) => previewDocument(database.client, id, signal),
    [database.client],
  );

  const actions = useSelectionActions(database, rows, selectedRows, setDialog);
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
        id: 'documents.select-by-query',
        title: 'Select documents by query…',
        group: 'Documents',
        keywords: 'matching rql where',
        run: () => setDialog({ kind: 'select' }),
      },
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

  const columnMenu = (column: string): readonly MenuEntry[] =>
    [false, true].flatMap((descending) => {
      const query = sortedQuery(source, column, sample, descending);
      if (query === null) return [];
      return {
        id: `sort-${descending ? 'down' : 'up'}`,
        label: `Query sorted by ${columnTitle(column)}${descending ? ', descending' : ''}`,
        onSelect: () => session.openScreen('query', { params: { query } }),
      };
    });

  const body = () => {
    if (rows.error !== null && rows.count === 0)
      return <ErrorView error={rows.error} doing="Loading documents" onRetry={rows.retry} />;
    if (!rows.loading && rows.count === 0)
      return (
        <EmptyTable source={source} writeRefusal={writeRefusal} onNew={newDocument} onPrefix={onPrefix} />
      );
    return (
      <DataGrid
        choosesColumns
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
        rowMenu={actions.rowMenu}
        columnMenu={columnMenu}
        onKeyDown={(event, index) => {
          if (event.key !== 'Delete' || (selectedRows.count === 0 && index === null)) return;
          if (writeRefusal !== undefined) {
            session.notify({ kind: 'info', message: writeRefusal });
            return;
          }
          if (selectedRows.count === 0 && index !== null) selectedRows.only(index);
          actions.remove();
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
        selected={selectedRows.count}
        writeRefusal={writeRefusal}
        onPrefix={onPrefix}
        onNew={newDocument}
        onGo={() => setDialog({ kind: 'go' })}
        onExport={(what) => {
          if (what === 'selected') actions.exportFile();
          else {
            const ids = what === 'all' ? [] : visibleIds();
            setDialog(ids.length === 0 ? { kind: 'export' } : { kind: 'export-ids', ids, name: 'loaded' });
          }
        }}
        onDelete={actions.remove}
        patchRefusal={actions.patchRefusal}
        onPatch={actions.patch}
        selectionItems={actions.menu}
        onSelectByQuery={() => setDialog({ kind: 'select' })}
        onClearSelection={selectedRows.clear}
        onColumns={() => setDialog({ kind: 'columns' })}
        onQuery={(as) => {
          const query = sourceQuery(source);
          if (as === 'patch') session.openScreen('patch', { params: { query } });
          else session.openScreen('query', { params: { query, ...(as === 'map' ? { view: 'map' } : {}) } });
        }}
        onEmpty={emptyable === null ? undefined : () => setDialog({ kind: 'empty', collection: emptyable })}
      />
      {selectedRows.matches && (
        <Banner tone="info" actions={<Button onClick={() => setDialog({ kind: 'select' })}>Change…</Button>}>
          {matchesText(selectedRows.matches)} <code>{selectedRows.matches.query}</code>
        </Banner>
      )}
      {rows.refreshError !== null && rows.count > 0 && (
        <ErrorView error={rows.refreshError} doing="Refreshing documents" onRetry={rows.retry} compact />
      )}
      <div className={styles.grid}>
        <IdPreviews load={loadPreview} prefixes={prefixes}>
          {body()}
        </IdPreviews>
      </div>
      <p className={styles.srOnly} role="status">
        {selectedRows.count > 0 ? `${formatCount(selectedRows.count)} selected` : ''}
      </p>
      <TableDialogs
        dialog={dialog}
        database={database}
        source={source}
        title={title}
        documents={documents}
        rows={rows}
        choice={choice}
        changeColumns={changeColumns}
        selection={selectedRows}
        onClose={() => setDialog(undefined)}
      />
    </section>
  );
}
