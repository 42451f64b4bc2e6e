/** One reading of a cluster through the connected node. A part that fails does not hide the others. */
import type { ServerClient } from '../../../protocol/client.ts';
import { getClusterTopology, type ClusterTopology } from '../../../protocol/cluster-topology.ts';
import { listDatabaseTopologies, type DatabaseTopology } from '../../../protocol/database-topology.ts';
import { getMaintenanceStats, type MaintenanceStats } from '../../../protocol/maintenance-stats.ts';

export type Part<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The server does not have it: the sandbox is a cluster of one. */
  | { readonly kind: 'absent' };

export interface ClusterReading {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly elapsedMs: number;
  readonly topology: ClusterTopology;
  readonly stats: Part<MaintenanceStats>;
  readonly databases: Part<readonly DatabaseTopology[]>;
}

/** Requests of one reading. */
export const REQUESTS = 3;

export async function readCluster(
  server: ServerClient,
  { replication, signal }: { readonly replication: boolean; readonly signal: AbortSignal },
): Promise<ClusterReading> {
  const at = Date.now();
  const [topology, stats, databases] = await Promise.all([
    getClusterTopology(server, { signal }),
    replication
      ? part(getMaintenanceStats(server, { signal }), signal)
      : Promise.resolve<Part<MaintenanceStats>>({ kind: 'absent' }),
    part(listDatabaseTopologies(server, { signal }), signal),
  ]);
  return { at, elapsedMs: Date.now() - at, topology, stats, databases };
}

async function part<T>(reading: Promise<T>, signal: AbortSignal): Promise<Part<T>> {
  try {
    return { kind: 'read', value: await reading };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'failed', error };
  }
}
