/** Reads the cluster repeatedly while the screen is visible, and keeps what a lag and a mismatch need. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { capabilitiesOf } from '../../../contract/index.ts';
import type { ServerClient } from '../../../protocol/client.ts';
import { databaseRows, type DatabaseRow } from '../databases/database-rows.ts';
import { readCluster, REQUESTS, type ClusterReading } from './cluster-reading.ts';
import { addLags, type LagHistory } from './lag-history.ts';
import { reportsOf } from './reports.ts';

const SHORTEST_MS = 5_000;
/** A cluster that answers slowly is read less often: at most a twentieth of the time is spent in requests. */
const SHARE = 20;
/** While a difference waits for the reading that confirms it. */
const CONFIRMING_SHARE = 4;

export interface ReadCluster {
  readonly reading: ClusterReading;
  readonly history: LagHistory;
  readonly rows: readonly DatabaseRow[];
}

export interface ClusterReadings {
  readonly read: ReadCluster | undefined;
  /** Of the last reading. Older data is still shown. */
  readonly error: unknown;
  readonly isReading: boolean;
  readonly requestsPerMinute: number;
  readonly refresh: () => void;
}

function intervalOf(read: ReadCluster | undefined): number {
  const share = read?.rows.some(isUnconfirmed) === true ? CONFIRMING_SHARE : SHARE;
  return Math.max(SHORTEST_MS, (read?.reading.elapsedMs ?? 0) * share);
}

function isUnconfirmed({ state, differentCounts, missingIndexes }: DatabaseRow): boolean {
  return state !== 'mismatch' && (differentCounts !== '' || missingIndexes.length > 0);
}

export function nextRead(before: ReadCluster | undefined, reading: ClusterReading): ReadCluster {
  const databases = reading.databases.kind === 'read' ? reading.databases.value : [];
  const nodes = reportsOf(reading);
  const names = databases.map(({ name }) => name);
  const history = addLags(before?.history ?? new Map(), reading.at, names, nodes);
  const earlier = new Map(before?.rows.map((row) => [row.name, row]));
  const rows = databaseRows(databases, nodes, history, {
    connected: reading.topology.node,
    before: earlier,
  });
  return { reading, history, rows };
}

export function useClusterReading(
  server: ServerClient,
  { watching, visible }: { readonly watching: boolean; readonly visible: boolean },
): ClusterReadings {
  const queries = useQueryClient();
  const { replication } = capabilitiesOf(server.connection);
  const queryKey = [server.connection, '@cluster-reading'];
  const query = useQuery<ReadCluster>({
    queryKey,
    enabled: visible,
    refetchInterval: ({ state }) => (watching && visible ? intervalOf(state.data) : false),
    // Each reading replaces the one before; its members are not compared.
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const reading = await readCluster(server, { replication, signal });
      return nextRead(queries.getQueryData<ReadCluster>(queryKey), reading);
    },
  });
  const { refetch } = query;
  return {
    read: query.data,
    error: query.error,
    isReading: query.isFetching,
    requestsPerMinute: watching && visible ? Math.round((60_000 / intervalOf(query.data)) * REQUESTS) : 0,
    refresh: useCallback(() => void refetch(), [refetch]),
  };
}
