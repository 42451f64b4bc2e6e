/** Deletes what a query finds as one operation of the server, where there are too many documents to select by id. */
import { useQueryClient } from '@tanstack/react-query';
import { type Database, useSession } from '../../../app/registry/index.ts';
import { startDelete } from '../../../protocol/by-query.ts';
import { ConfirmDialog, pluralize } from '../../../ui/index.ts';
import { runDeleteOperation } from './delete-operation.ts';
import type { QuerySelection } from './query-selection.ts';

export interface DeleteMatchesDialogProps {
  readonly database: Database;
  readonly selection: QuerySelection;
  readonly onClose: () => void;
  /** Called when the operation is complete. */
  readonly onDone: () => void;
}

export function DeleteMatchesDialog({ database, selection, onClose, onDone }: DeleteMatchesDialogProps) {
  const session = useSession();
  const queries = useQueryClient();
  const what = pluralize(selection.total, 'document');

  const remove = async () => {
    const complete = await runDeleteOperation({
      database,
      session,
      queries,
      doing: `Deleting ${what}`,
      of: '',
      start: (signal) =>
        startDelete(
          database.client,
          { query: selection.query, parameters: {} },
          {
            maxPerSecond: null,
            allowStale: false,
            staleSeconds: null,
            ignoreScriptLimit: false,
            details: false,
            signal,
          },
        ),
    });
    if (complete) onDone();
  };

  return (
    <ConfirmDialog
      open
      danger
      title={`Delete ${what}?`}
      confirmLabel={`Delete ${what}`}
      typeToConfirm={String(selection.total)}
      onConfirm={() => {
        onClose();
        void remove();
      }}
      onClose={onClose}
    >
      <p>
        There is no undo. The server deletes everything that <code>{selection.query}</code> finds when the
        operation starts, also documents that match since the selection.
      </p>
      <p>You can cancel in the status bar; what is deleted by then stays deleted.</p>
      {selection.isStale && (
        <p>
          The index {selection.indexName} is stale, so the number can be wrong. The server waits for the index
          first.
        </p>
      )}
    </ConfirmDialog>
  );
}
