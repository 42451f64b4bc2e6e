/** The dialogs of the table, one at a time. */
import { type Database, ExportDialog, useSession } from '../../../app/registry/index.ts';
import { collectionSource } from '../../../protocol/exports.ts';
import { pluralize } from '../../../ui/index.ts';
import { quoted } from '../references/find-references.ts';
import { ReferencesDialog } from '../references/references-dialog.tsx';
import { CloneDialog } from './clone-dialog.tsx';
import type { CollectionRows, RowSource } from './collection-rows.ts';
import type { ColumnChoice } from './column-choice.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { DeleteMatchesDialog } from './delete-matches-dialog.tsx';
import { columnTitle, isProperty } from './document-columns.tsx';
import { EmptyCollectionDialog } from './empty-collection.tsx';
import { ExportDialog as ExportIdsDialog } from './export-dialog.tsx';
import { GoToDialog } from './go-to-dialog.tsx';
import type { QuerySelection } from './query-selection.ts';
import { SelectByQueryDialog } from './select-by-query-dialog.tsx';
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
  | { readonly kind: 'export-ids'; readonly ids: readonly string[]; readonly name: string }
  | undefined;

/** The collection of the table as RQL. */
export const sourceQuery = ({ collection }: RowSource): string =>
  `from ${collection === null ? '@all_docs' : quoted(collection)}`;

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
          shownColumns={['@id', ...rows.columns.filter(isProperty), '@last-modified']}
          metadata
          onClose={onClose}
        />
      )}
      {dialog?.kind === 'export-ids' && (
        <ExportIdsDialog database={database} ids={dialog.ids} name={dialog.name} onClose={onClose} />
      )}
      {dialog?.kind === 'select' && (
        <SelectByQueryDialog
          database={database}
          query={selection.matches?.query ?? `${sourceQuery(source)}\nwhere `}
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
      {dialog?.kind === 'export-matches' && (
        <ExportDialog
          what={pluralize(dialog.matches.total, 'selected document')}
          connectionId={database.client.server.connection}
          database={database.client.name}
          choices={[
            {
              label: 'Selected documents',
              source: { kind: 'query', query: dialog.matches.query, parameters: {}, noNewIndex: true },
              expected: dialog.matches.total,
            },
          ]}
          initialFormat="json"
          fileName={`${database.client.name}-selected`}
          shownColumns={['@id', ...rows.columns.filter(isProperty), '@last-modified']}
          metadata
          onClose={onClose}
        />
      )}
    </>
  );
}
