/** The database of a screen: its client and the prefix of its query keys. */
import { useMemo } from 'react';
import { useSession, useWriteRefusal, type ScreenProps } from '../../app/registry/index.ts';
import { ServerClient, type DatabaseClient } from '../../protocol/client.ts';

export interface Database {
  readonly client: DatabaseClient;
  /** Prefix of all query keys of this database. */
  readonly key: readonly [connectionId: string, database: string];
  /** Why the connection refuses changes; undefined when it sends them. */
  readonly writeRefusal: string | undefined;
}

export function useDatabase({
  connectionId,
  database,
}: Pick<ScreenProps, 'connectionId' | 'database'>): Database {
  const { port } = useSession();
  const writeRefusal = useWriteRefusal(connectionId);
  // The shell renders screens of scope `database` only with a selected database.
  const name = database ?? '';
  return useMemo(
    () => ({
      client: new ServerClient(port, connectionId).database(name),
      key: [connectionId, name],
      writeRefusal,
    }),
    [port, connectionId, name, writeRefusal],
  );
}
