/** The database a screen looks at, as a client and as the head of its query keys. */
import { useMemo } from 'react';
import { useSession, type ScreenProps } from '../../app/registry/index.ts';
import { ServerClient, type DatabaseClient } from '../../protocol/client.ts';

export interface Database {
  readonly client: DatabaseClient;
  /** Every query key of this database begins with these. */
  readonly key: readonly [connectionId: string, database: string];
}

export function useDatabase({
  connectionId,
  database,
}: Pick<ScreenProps, 'connectionId' | 'database'>): Database {
  const { port } = useSession();
  // The shell shows screens of scope `database` only with one chosen.
  const name = database ?? '';
  return useMemo(
    () => ({ client: new ServerClient(port, connectionId).database(name), key: [connectionId, name] }),
    [port, connectionId, name],
  );
}
