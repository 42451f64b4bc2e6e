/** The dialogs of the table, one at a time. */
import { type Database, ExportDialog, type ExportChoice, useSession } from '../../../app/registry/index.ts';
import { collectionSource } from '../../../protocol/exports.ts';
import { pluralize } from '../../../ui/index.ts';
import { ReferencesDialog } from '../references/references-dialog.tsx';
import { CloneDialog } from './clone-dialog.tsx';
import type { CollectionRows, RowSource } from './collection-rows.ts';
import type { ColumnChoice } from './column-choice.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { DeleteMatchesDialog } from './delete-matches-dialog.tsx';
import { columnTitle, isProperty } from './document-columns.tsx';
import { EmptyCollectionDialog } from './empty-collection.tsx';
import { GoToDialog } from './go-to-dialog.tsx';
import type { QuerySelection } from './query-selection.ts';
import { SelectByQueryDialog } from './select-by-query-dialog.tsx';
import { sourceQuery } from './source-query.ts';
import type { DocumentSelection } from './use-document-selection.ts';

export type OpenDialog =
  | { readonly kind: 'go' }
  | { readonly kind: 'delete' }
  | { readonly kind: 'export' }
  | { readonly kind: 'columns' }
  | { readonly kind: 'select' }
  | { readonly kind: 'clone'; readonly ids: readonly string[] }
  | { readonly kind: 'delete-matches'; readonly matches: QuerySelection }
  | { readonly kind: 'export-matches'; readonly matches: QuerySelection }
  | { readonly kind: 'references'; readonly id: string }
  | { readonly kind: 'empty'; readonly collection: string }
  | { readonly kind: 'export-ids'; readonly ids: readonly string[]; readonly name: 'selected' | 'loaded' }
  | undefined;

/** What the table shows, with the place for a condition. */
const queryToEdit = (source: RowSource): string =>
  `${sourceQuery(source)}\n${source.prefix === '' ? 'where' : 'and'} `;

export interface TableDialogsProps {
  readonly dialog: OpenDialog;
  readonly database: Database;
  readonly source: RowSource;
  readonly title: string;
  readonly documents: number | undefined;
  readonly rows: CollectionRows;
  readonly choice: ColumnChoice;
  readonly changeColumns: (change: (now: ColumnChoice) => ColumnChoice) => void;
  readonly selection: DocumentSelection;
  readonly onClose: () => void;
}

export function TableDialogs(props: TableDialogsProps) {
  const { dialog, database, source, title, documents, rows, choice, changeColumns, selection, onClose } =
    props;
  const session = useSession();
  const exportDialog = (what: string, name: string, exported: ExportChoice) => (
    <ExportDialog
      what={what}
      connectionId={database.client.server.connection}
      database={database.client.name}
      choices={[exported]}
      initialFormat="json"
      fileName={`${database.client.name}-${name}`}
      shownColumns={['@id', ...rows.columns.filter(isProperty), '@last-modified']}
      metadata
      onClose={onClose}
    />
  );
  return (
    <>
      {dialog?.kind === 'go' && (
        <GoToDialog
          onClose={onClose}
          onGo={(id) => {
            onClose();
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
          onClose={onClose}
        />
      )}
      {dialog?.kind === 'references' && (
        <ReferencesDialog database={database} id={dialog.id} onClose={onClose} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          database={database}
          ids={[...selection.ids]}
          onClose={onClose}
          onDone={() => {
            onClose();
            selection.clear();
          }}
        />
      )}
      {dialog?.kind === 'empty' && (
        <EmptyCollectionDialog
          database={database}
          collection={dialog.collection}
          documents={documents ?? 0}
          onClose={onClose}
        />
      )}
      {dialog?.kind === 'export' &&
        exportDialog(title, source.prefix === '' ? title : source.prefix, {
          label: title,
          source:
            source.prefix === ''
              ? collectionSource(source.collection)
              : { kind: 'documents', startsWith: source.prefix },
          expected: source.prefix === '' ? (documents ?? null) : null,
        })}
      {dialog?.kind === 'export-ids' &&
        exportDialog(`${dialog.name} ${pluralize(dialog.ids.length, 'document')}`, dialog.name, {
          label: 'Documents',
          source: { kind: 'ids', ids: [...dialog.ids] },
          expected: dialog.ids.length,
        })}
      {dialog?.kind === 'select' && (
        <SelectByQueryDialog
          database={database}
          query={selection.matches?.query ?? queryToEdit(source)}
          onSelect={(found) => {
            onClose();
            selection.select(found);
          }}
          onClose={onClose}
        />
      )}
      {dialog?.kind === 'delete-matches' && (
        <DeleteMatchesDialog
          database={database}
          selection={dialog.matches}
          onClose={onClose}
          onDone={selection.clear}
        />
      )}
      {dialog?.kind === 'clone' && <CloneDialog database={database} ids={dialog.ids} onClose={onClose} />}
      {dialog?.kind === 'export-matches' &&
        exportDialog(pluralize(dialog.matches.total, 'selected document'), 'selected', {
          label: 'Selected documents',
          source: { kind: 'query', query: dialog.matches.query, parameters: {}, noNewIndex: true },
          expected: dialog.matches.total,
        })}
    </>
  );
}
