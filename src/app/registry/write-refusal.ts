import type { Connection } from '../../contract/index.ts';
import { useConnection } from './use-connection.ts';

/** Why the host would refuse every change on this connection, for a person; undefined when changes are sent. */
export function writeRefusal(connection: Connection | undefined): string | undefined {
  return connection?.mode === 'read-only'
    ? `${connection.name} is read-only. To change data, change its access under Connections.`
    : undefined;
}

/** Shown on every control that changes data, before the user works on something that cannot be saved. */
export function useWriteRefusal(connectionId: string): string | undefined {
  return writeRefusal(useConnection(connectionId));
}
