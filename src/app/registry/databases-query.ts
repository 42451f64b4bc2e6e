import { queryOptions } from '@tanstack/react-query';
import type { Port } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { listDatabases } from '../../protocol/databases.ts';

/** Keyed by the connection id, without a database name: mutations of databases invalidate it explicitly. */
export function databasesQuery(port: Port, connectionId: string) {
  return queryOptions({
    queryKey: [connectionId, '@databases'],
    queryFn: ({ signal }) => listDatabases(new ServerClient(port, connectionId), { signal }),
    refetchInterval: 15_000,
  });
}
