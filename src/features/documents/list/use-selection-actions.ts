/** The actions of selected documents, of the toolbar and of a row's menu: each opens a dialog or a screen. */
import { type Database, useSession } from '../../../app/registry/index.ts';
import { pluralize, type MenuItem } from '../../../ui/index.ts';
import { copyDocuments } from './copy-documents.ts';
import type { CollectionRows } from './collection-rows.ts';
import { documentMenu } from './document-menu.tsx';
import { selectionMenu, tooManyToPatch } from './selection-menu.tsx';
import type { OpenDialog } from './table-dialogs.tsx';
import type { DocumentSelection } from './use-document-selection.ts';

export interface SelectionActions {
  /** Why the selected documents cannot be patched. */
  readonly patchRefusal: string | undefined;
  readonly patch: () => void;
  readonly remove: () => void;
  readonly exportFile: () => void;
  /** The other actions of the selection. */
  readonly menu: readonly MenuItem[];
  /** The menu of a row: of all selected documents when it is one of several. */
  readonly rowMenu: (index: number) => readonly MenuItem[];
}

export function useSelectionActions(
  database: Database,
  rows: CollectionRows,
  selection: DocumentSelection,
  openDialog: (dialog: OpenDialog) => void,
): SelectionActions {
  const session = useSession();
  const { writeRefusal } = database;
  const { ids: selectedIds, matches } = selection;
  /** A selection by query without ids, because there are too many. */
  const byQuery = matches?.ids === null ? matches : null;
  const patchRefusal = writeRefusal ?? tooManyToPatch(selectedIds);

  const copyIds = (ids: readonly string[]): void => {
    navigator.clipboard
      .writeText(ids.join('\n'))
      .catch((thrown: unknown) => session.reportError(thrown, 'Copying ids'));
  };
  const copyJson = (ids: readonly string[]): void => {
    copyDocuments(database.client, ids).then(
      (count) => session.notify({ kind: 'success', message: `Copied ${pluralize(count, 'document')}.` }),
      (thrown: unknown) => session.reportError(thrown, 'Copying documents'),
    );
  };
  const openPatch = (params: { query: string } | { ids: string }, dates: boolean): void =>
    session.openScreen('patch', { params: dates ? { ...params, dates: 'set' } : params });
  const patchIds = (ids: readonly string[], dates: boolean): void =>
    openPatch({ ids: JSON.stringify(ids) }, dates);
  const patch = (dates: boolean): void =>
    byQuery ? openPatch({ query: byQuery.query }, dates) : patchIds([...selectedIds], dates);
  const remove = (): void =>
    openDialog(byQuery ? { kind: 'delete-matches', matches: byQuery } : { kind: 'delete' });
  const clone = (ids: readonly string[]): void => openDialog({ kind: 'clone', ids });

  return {
    patchRefusal,
    patch: () => patch(false),
    remove,
    exportFile: () =>
      openDialog(
        byQuery
          ? { kind: 'export-matches', matches: byQuery }
          : { kind: 'export-ids', ids: [...selectedIds], name: 'selected' },
      ),
    menu: selectionMenu({
      ids: byQuery ? null : [...selectedIds],
      writeRefusal,
      patchRefusal,
      copyIds,
      copyJson,
      clone,
      setDates: () => patch(true),
    }),
    rowMenu: (index) => {
      const row = rows.row(index);
      if (!row) return [];
      const { id, collection } = row.metadata;
      const ids = selection.grid.has(index) && selectedIds.size > 1 ? [...selectedIds] : [id];
      const isOne = ids.length === 1;
      return documentMenu(ids, id, {
        writeRefusal,
        patchRefusal: isOne ? writeRefusal : patchRefusal,
        open: (opened, split = false) => session.openScreen('document', { params: { id: opened }, split }),
        copyId: () => copyIds(ids),
        copyJson: () => copyJson(ids),
        clone: () =>
          isOne ? session.openScreen('document', { params: { cloneOf: id, collection } }) : clone(ids),
        findReferences: () => openDialog({ kind: 'references', id }),
        patch: () => patchIds(ids, false),
        setDates: () => patchIds(ids, true),
        remove: () => {
          if (isOne) selection.only(index);
          openDialog({ kind: 'delete' });
        },
      });
    },
  };
}
