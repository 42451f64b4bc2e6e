import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { SANDBOX_ID, type ServerConnection } from '../../contract/index.ts';
import { ConfirmDialog } from '../../ui/index.ts';

/** Removes only the stored connection, not the server or its data, so one confirmation is enough. */
export function RemoveDialog(props: {
  readonly connection: ServerConnection;
  readonly onClose: () => void;
}): ReactNode {
  const { connection, onClose } = props;
  const session = useSession();
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Remove ${connection.name}?`}
      confirmLabel="Remove server"
      danger
      onConfirm={async () => {
        await session.port.call('connections.remove', { id: connection.id });
        await queryClient.invalidateQueries({ queryKey: ['app', 'connections'] });
        if (session.connectionId === connection.id) session.setConnection(SANDBOX_ID);
      }}
    >
      Removes <code>{connection.url}</code> and its certificate paths from Rookery. The server and the files
      stay unchanged.
    </ConfirmDialog>
  );
}
