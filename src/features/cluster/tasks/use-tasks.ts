/** Reads the tasks of the loaded databases, one after the other. */
import { useQuery } from '@tanstack/react-query';
import { capabilitiesOf } from '../../../contract/index.ts';
import type { ServerClient } from '../../../protocol/client.ts';
import {
  getEtlProgress,
  getOngoingTasks,
  getReplicationProgress,
  type TaskProgress,
} from '../../../protocol/ongoing-tasks.ts';
import type { DatabaseRow } from '../databases/database-rows.ts';
import { isEtl, isReplication, taskRow, type TaskRow } from './task-rows.ts';

const SHORTEST_MS = 15_000;
const SHARE = 20;
export const MOST_DATABASES = 20;

export interface ReadTasks {
  readonly rows: readonly TaskRow[];
  readonly failures: readonly { readonly database: string; readonly error: unknown }[];
  /** Loaded databases that were not read, to limit the load. */
  readonly left: number;
  readonly elapsedMs: number;
}

export function useTasks(
  server: ServerClient,
  databases: readonly DatabaseRow[],
  connected: string | null,
  { watching, visible }: { readonly watching: boolean; readonly visible: boolean },
) {
  const { replication } = capabilitiesOf(server.connection);
  const loaded = databases.filter(({ loaded: isLoaded }) => isLoaded);
  const read = loaded.slice(0, MOST_DATABASES);
  const tasks = useQuery<ReadTasks>({
    queryKey: [server.connection, '@cluster-tasks', read.map(({ name }) => name)],
    enabled: visible && replication,
    refetchInterval: ({ state }) =>
      watching && visible ? Math.max(SHORTEST_MS, (state.data?.elapsedMs ?? 0) * SHARE) : false,
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const started = Date.now();
      const rows: TaskRow[] = [];
      const failures: ReadTasks['failures'][number][] = [];
      for (const database of read)
        try {
          rows.push(...(await tasksOf(server, database, connected, signal)));
        } catch (error) {
          signal.throwIfAborted();
          failures.push({ database: database.name, error });
        }
      return { rows, failures, left: loaded.length - read.length, elapsedMs: Date.now() - started };
    },
  });
  return { tasks, supported: replication, databases: read.length };
}

async function tasksOf(
  server: ServerClient,
  row: DatabaseRow,
  connected: string | null,
  signal: AbortSignal,
): Promise<readonly TaskRow[]> {
  const client = server.database(row.name);
  const tasks = await getOngoingTasks(client, { signal });
  const progress = new Map<string, TaskProgress>([
    ...(tasks.some(({ type }) => isEtl(type)) ? await getEtlProgress(client, { signal }) : []),
    ...(tasks.some(({ type }) => isReplication(type))
      ? await getReplicationProgress(client, { signal })
      : []),
  ]);
  const changeVector = row.cells.find(({ node }) => node === connected)?.changeVector ?? null;
  const now = Date.now();
  return tasks.map((task) => taskRow(row.name, task, progress.get(task.name) ?? null, changeVector, now));
}
