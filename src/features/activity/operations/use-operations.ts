import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ServerClient } from '../../../protocol/client.ts';
import { listOperations, type ServerOperation } from '../../../protocol/operation-list.ts';
import { useLoadedDatabases } from '../live/use-loaded-databases.ts';

/** Requests of one round: one per loaded database. */
export const MOST_DATABASES = 50;
const ROUND_MS = 2_000;
/** A server with many databases is polled less often: at most about ten requests a second. */
const MS_PER_DATABASE = 100;

export interface Operations {
  readonly operations: readonly ServerOperation[];
  /** Databases that did not answer. */
  readonly failures: readonly { readonly database: string; readonly error: unknown }[];
  /** Loaded databases beyond the most that are polled. */
  readonly left: number;
}

/** Operations of all loaded databases. One that is not loaded has none, and reading them would load it. */
export function useOperations(server: ServerClient) {
  const { databases, loaded } = useLoadedDatabases(server);
  const polled = loaded.slice(0, MOST_DATABASES).map(({ name }) => name);
  const operations = useQuery({
    queryKey: [server.connection, '@activity', 'operations', polled],
    enabled: databases.isSuccess,
    placeholderData: keepPreviousData,
    refetchInterval: Math.max(ROUND_MS, polled.length * MS_PER_DATABASE),
    queryFn: async ({ signal }): Promise<Operations> => {
      const answers = await Promise.allSettled(
        polled.map((name) => listOperations(server.database(name), { signal })),
      );
      signal.throwIfAborted();
      return {
        operations: answers
          .flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
          .sort(newestFirst),
        failures: answers.flatMap((answer, at) =>
          answer.status === 'rejected'
            ? [{ database: polled[at] ?? '', error: answer.reason as unknown }]
            : [],
        ),
        left: loaded.length - polled.length,
      };
    },
  });
  return { databases, operations };
}

/** Running ones first. */
function newestFirst(a: ServerOperation, b: ServerOperation): number {
  const running = Number(b.status === 'running') - Number(a.status === 'running');
  if (running !== 0) return running;
  return (b.startedAt || 0) - (a.startedAt || 0) || b.id - a.id;
}
