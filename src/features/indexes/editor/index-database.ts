/** The database of an index editor: its client, the prefix of its query keys, and why changes are refused. */
import { useMemo } from 'react';
import { capabilitiesOf } from '../../../contract/index.ts';
import { useSession, useWriteRefusal, type ScreenProps } from '../../../app/registry/index.ts';
import { ServerClient, type DatabaseClient } from '../../../protocol/client.ts';

export interface IndexDatabase {
  readonly client: DatabaseClient;
  readonly key: readonly [connectionId: string, database: string];
  /** Why the connection refuses changes; undefined when it sends them. */
  readonly writeRefusal: string | undefined;
  /** The server runs rolling deployment, search engines and output collections of indexes. */
  readonly hasAllOptions: boolean;
}

export function useIndexDatabase({
  connectionId,
  database,
}: Pick<ScreenProps, 'connectionId' | 'database'>): IndexDatabase {
  const { port } = useSession();
  const writeRefusal = useWriteRefusal(connectionId);
  // The shell renders screens of scope `database` only with a selected database.
  const name = database ?? '';
  return useMemo(
    () => ({
      client: new ServerClient(port, connectionId).database(name),
      key: [connectionId, name],
      writeRefusal,
      hasAllOptions: capabilitiesOf(connectionId).allIndexOptions,
    }),
    [port, connectionId, name, writeRefusal],
  );
}
