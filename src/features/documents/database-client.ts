/** The database of a screen: its client and the prefix of its query keys. */
import { useMemo } from 'react';
import { useSession, type ScreenProps } from '../../app/registry/index.ts';
import { ServerClient, type DatabaseClient } from '../../protocol/client.ts';

export interface Database {
  readonly client: DatabaseClient;
  /** Prefix of all query keys of this database. */
  readonly key: readonly [connectionId: string, database: string];
}

export function useDatabase({
  connectionId,
  database,
}: Pick<ScreenProps, 'connectionId' | 'database'>): Database {
  const { port } = useSession();
  // The shell renders screens of scope `database` only with a selected database.
  const name = database ?? '';
  return useMemo(
    () => ({ client: new ServerClient(port, connectionId).database(name), key: [connectionId, name] }),
    [port, connectionId, name],
  );
}
