/** Deletes every document of a collection as one operation of the server, with progress and cancel in the status bar. */
import { useQueryClient } from '@tanstack/react-query';
import { type Database, useSession } from '../../../app/registry/index.ts';
import { startDeleteCollection } from '../../../protocol/by-query.ts';
import { ConfirmDialog, pluralize } from '../../../ui/index.ts';
import { collectionLabel } from './collection-list.tsx';
import { runDeleteOperation } from './delete-operation.ts';

/** Of the system collections only documents without a collection: the others belong to the server and its clients. */
export function isEmptyable(collection: string): boolean {
  return !collection.startsWith('@') || collection === '@empty';
}

export interface EmptyCollectionDialogProps {
  readonly database: Database;
  readonly collection: string;
  /** The number of documents in it. */
  readonly documents: number;
  readonly onClose: () => void;
}

export function EmptyCollectionDialog(props: EmptyCollectionDialogProps) {
  const { database, collection, documents, onClose } = props;
  const session = useSession();
  const queries = useQueryClient();
  const name = collectionLabel(collection);

  const empty = () =>
    runDeleteOperation({
      database,
      session,
      queries,
      doing: `Emptying ${name}`,
      of: ` of ${name}`,
      start: (signal) => startDeleteCollection(database.client, collection, { signal }),
    });

  return (
    <ConfirmDialog
      open
      danger
      title={`Delete all ${pluralize(documents, 'document')} of ${name}?`}
      confirmLabel={`Delete ${pluralize(documents, 'document')}`}
      typeToConfirm={collection}
      onConfirm={() => {
        onClose();
        void empty();
      }}
      onClose={onClose}
    >
      <p>
        There is no undo. Attachments, counters and time series are deleted with the documents; revisions stay
        where they are enabled.
      </p>
      <p>
        The server deletes them in one operation, and every index of the collection processes it. You can
        cancel in the status bar; what is deleted by then stays deleted.
      </p>
    </ConfirmDialog>
  );
}
