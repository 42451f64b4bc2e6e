import { useQuery } from '@tanstack/react-query';
import { databasesQuery } from '../../../app/registry/index.ts';
import type { ServerClient } from '../../../protocol/client.ts';

/** Databases that are in memory: reading from another one would load it. */
export function useLoadedDatabases(server: ServerClient) {
  const databases = useQuery(databasesQuery(server.port, server.connection));
  const loaded = (databases.data ?? []).filter(
    ({ upTime, disabled, loadError }) => upTime !== null && !disabled && loadError === null,
  );
  return { databases, loaded };
}
