import type { Connection } from '../../contract/index.ts';
import { missingWriteRight } from '../../protocol/identity.ts';
import { useSession } from './session.ts';
import { useConnection } from './use-connection.ts';
import { useIdentity } from './use-identity.ts';

/** Why the host would refuse every change on this connection, for a person; undefined when changes are sent. */
export function writeRefusal(connection: Connection | undefined): string | undefined {
  return connection?.mode === 'read-only'
    ? `${connection.name} is read-only. To change data, change its access under Connections.`
    : undefined;
}

/**
 * Shown on every control that changes data, before the user works on something that cannot be saved: the host would
 * refuse it, or the client certificate has no right to change the database of the session.
 */
export function useWriteRefusal(connectionId: string): string | undefined {
  const { connectionId: own, database } = useSession();
  return useRefusal(connectionId, own === connectionId ? database : null);
}

/** The same for changes of the server: its list of databases. */
export function useServerWriteRefusal(connectionId: string): string | undefined {
  return useRefusal(connectionId, null);
}

function useRefusal(connectionId: string, database: string | null): string | undefined {
  const connection = useConnection(connectionId);
  const identity = useIdentity(connectionId);
  return writeRefusal(connection) ?? (identity ? missingWriteRight(identity, database) : undefined);
}
