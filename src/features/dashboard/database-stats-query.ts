import { queryOptions } from '@tanstack/react-query';
import type { Port } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { getDatabaseStats } from '../../protocol/stats.ts';

export function databaseStatsQuery(port: Port, connectionId: string, database: string) {
  return queryOptions({
    queryKey: [connectionId, database, 'stats'],
    queryFn: ({ signal }) =>
      getDatabaseStats(new ServerClient(port, connectionId).database(database), { signal }),
    refetchInterval: 10_000,
  });
}
