import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import type { ConnectionMode } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { deleteDatabase, type DatabaseInfo } from '../../protocol/databases.ts';
import { Button, ConfirmDialog, Dialog, formatBytes, pluralize } from '../../ui/index.ts';

/** Deletes an empty database on confirmation; otherwise the name must be typed. */
export function DeleteDatabaseDialog(props: {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly database: DatabaseInfo;
  readonly onClose: () => void;
  readonly onDeleted: (name: string) => void;
  readonly mode: ConnectionMode;
}): ReactNode {
  const { connectionId, connectionName, database, onClose, onDeleted, mode } = props;
  const session = useSession();
  const queryClient = useQueryClient();
  // An idle database can be listed with zeros; only a loaded one is known to be empty.
  const isEmpty = database.documents === 0 && database.loadError === null && database.upTime !== null;
  if (mode === 'read-only')
    // The host would refuse the request; showing this first saves typing the name.
    return (
      <Dialog
        open
        width="narrow"
        onClose={onClose}
        title={`${connectionName} is ${mode}`}
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              onClick={() => {
                onClose();
                session.openScreen('connections');
              }}
            >
              Open connections
            </Button>
          </>
        }
      >
        A read-only connection deletes no database. To delete <b>{database.name}</b>, change the access of{' '}
        {connectionName} under Connections first.
      </Dialog>
    );
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
