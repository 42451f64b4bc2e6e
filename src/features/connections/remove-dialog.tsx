import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { SANDBOX_ID, type ServerConnection } from '../../contract/index.ts';
import { ConfirmDialog } from '../../ui/index.ts';

/** Removing forgets an address; the server and its data are not touched, so one press is enough. */
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
      Rookery forgets <code>{connection.url}</code> and the paths of its certificate. Nothing on the server
      and none of the files is touched.
    </ConfirmDialog>
  );
}
