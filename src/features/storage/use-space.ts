/** Reads what takes the space: three reports, which walk trees, so only on display and on request. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Database } from '../../app/registry/index.ts';
import type { DatabaseClient } from '../../protocol/client.ts';
import { getCollectionSpace } from '../../protocol/collection-space.ts';
import { getEnvironmentStorage } from '../../protocol/environment-storage.ts';
import { getStorageReport } from '../../protocol/storage-report.ts';
import { spaceReading, type SpaceReading } from './space-items.ts';

export interface TimedReading extends SpaceReading {
  readonly at: number;
}

export function useSpace({ client, key }: Database): UseQueryResult<TimedReading> {
  return useQuery({
    queryKey: [...key, 'space'],
    queryFn: async ({ signal }) => ({ ...(await readSpace(client, signal)), at: Date.now() }),
    staleTime: 60_000,
    structuralSharing: false,
  });
}

async function readSpace(client: DatabaseClient, signal: AbortSignal): Promise<SpaceReading> {
  const [environments, collections] = await Promise.all([
    getStorageReport(client, { signal }),
    getCollectionSpace(client, { signal }),
  ]);
  const own = environments.find(({ type }) => type === 'Documents');
  const parts =
    own === undefined
      ? []
      : own.tables.length > 0
        ? own.tables
        : ((await getEnvironmentStorage(client, own.name, own.type, { signal }))?.parts ?? []);
  return spaceReading(environments, collections, parts);
}
