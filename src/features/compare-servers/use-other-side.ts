/** The choices for the other side, and the chosen one if it exists. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { databasesQuery, useConnections, useSession } from '../../app/registry/index.ts';
import { ServerClient, type DatabaseClient } from '../../protocol/client.ts';

export interface OtherSide {
  readonly connections: readonly { readonly value: string; readonly label: string }[];
  /** The chosen connection; the tab's own one until another is chosen. */
  readonly connection: string;
  readonly connectionName: string;
  readonly databases: readonly { readonly value: string; readonly label: string }[];
  /** Databases of that server that are disabled, which cannot be read. */
  readonly disabledCount: number;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** The chosen database; null also when its connection was removed. */
  readonly database: string | null;
  /** The chosen connection no longer exists. */
  readonly isRemoved: boolean;
  /** Null until a database is chosen. */
  readonly client: DatabaseClient | null;
}

export function useOtherSide(
  own: { readonly connection: string; readonly database: string },
  chosen: { readonly connection: string | null; readonly database: string | null },
): OtherSide {
  const { port } = useSession();
  const connections = useConnections();
  const known = connections.find(({ id }) => id === chosen.connection);
  const connection = known?.id ?? own.connection;
  const list = useQuery(databasesQuery(port, connection));
  const isOwn = chosen.connection === null || chosen.connection === own.connection;
  const isRemoved = !isOwn && !known && connections.length > 0;
  // A saved choice counts only on its own server, which is not known until the connections are loaded.
  const database = isOwn || known ? chosen.database : null;
  const client = useMemo(
    () => (database === null ? null : new ServerClient(port, connection).database(database)),
    [port, connection, database],
  );
  return {
    connections: connections.map(({ id, name }) => ({ value: id, label: name })),
    connection,
    connectionName: connections.find(({ id }) => id === connection)?.name ?? connection,
    databases: (list.data ?? [])
      .filter(({ name, disabled }) => !disabled && !(connection === own.connection && name === own.database))
      .map(({ name }) => ({ value: name, label: name })),
    disabledCount: (list.data ?? []).filter(({ disabled }) => disabled).length,
    isLoading: list.isPending,
    error: list.error,
    retry: () => void list.refetch(),
    database,
    isRemoved,
    client,
  };
}
