import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { deleteDatabase, type DatabaseInfo } from '../../protocol/databases.ts';
import { ConfirmDialog, formatBytes, pluralize } from '../../ui/index.ts';

/** Deletes an empty database on confirmation; otherwise the name must be typed. */
export function DeleteDatabaseDialog(props: {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly database: DatabaseInfo;
  readonly onClose: () => void;
  readonly onDeleted: (name: string) => void;
}): ReactNode {
  const { connectionId, connectionName, database, onClose, onDeleted } = props;
  const session = useSession();
  const queryClient = useQueryClient();
  // An idle database can be listed with zeros; only a loaded one is known to be empty.
  const isEmpty = database.documents === 0 && database.loadError === null && database.upTime !== null;
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={`Delete ${database.name}?`}
      confirmLabel="Delete database"
      {...(isEmpty ? {} : { typeToConfirm: database.name })}
      onConfirm={async () => {
        await deleteDatabase(new ServerClient(session.port, connectionId), database.name);
        queryClient.removeQueries({ queryKey: [connectionId, database.name] });
        await queryClient.invalidateQueries({ queryKey: [connectionId, '@databases'] });
        onDeleted(database.name);
      }}
    >
      {isEmpty ? (
        <>The database is empty. Its files on {connectionName} are removed.</>
      ) : (
        <>
          {database.documents === null ? 'Its documents' : pluralize(database.documents, 'document')}, indexes
          and files
          {database.sizeOnDisk !== null &&
            database.sizeOnDisk > 0 &&
            ` (${formatBytes(database.sizeOnDisk)})`}{' '}
          are removed from every node of <b>{connectionName}</b>. This cannot be undone.
        </>
      )}
    </ConfirmDialog>
  );
}
