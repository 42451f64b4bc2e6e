import { queryOptions } from '@tanstack/react-query';
import type { Port } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { getDatabaseStats } from '../../protocol/stats.ts';

/** How often the counts of a database are read again, in milliseconds. */
export const STATS_REFRESH_MS = 10_000;

export function databaseStatsQuery(port: Port, connectionId: string, database: string) {
  return queryOptions({
    queryKey: [connectionId, database, 'stats'],
    queryFn: ({ signal }) =>
      getDatabaseStats(new ServerClient(port, connectionId).database(database), { signal }),
    refetchInterval: STATS_REFRESH_MS,
  });
}
