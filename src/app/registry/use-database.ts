import { useMemo } from 'react';
import { ServerClient, type DatabaseClient } from '../../protocol/client.ts';
import type { ScreenProps } from './screen.ts';
import { useSession } from './session.ts';
import { useWriteRefusal } from './write-refusal.ts';

/** The database of a screen. */
export interface Database {
  readonly client: DatabaseClient;
  /** Prefix of all query keys of this database. */
  readonly key: readonly [connectionId: string, database: string];
  /** Why the connection refuses changes; undefined when it sends them. */
  readonly writeRefusal: string | undefined;
}

/** Client and key stay the same objects until the database changes, also when the access of the connection changes. */
export function useDatabase({
  connectionId,
  database,
}: Pick<ScreenProps, 'connectionId' | 'database'>): Database {
  const { port } = useSession();
  const writeRefusal = useWriteRefusal(connectionId);
  // The shell renders screens of scope `database` only with a selected database.
  const name = database ?? '';
  const access = useMemo(
    () => ({
      client: new ServerClient(port, connectionId).database(name),
      key: [connectionId, name] as const,
    }),
    [port, connectionId, name],
  );
  return useMemo(() => ({ ...access, writeRefusal }), [access, writeRefusal]);
}
