/** Reads the memory of a server repeatedly while the screen is visible. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ServerClient } from '../../../protocol/client.ts';
import {
  getGarbageCollections,
  getMemoryReport,
  getResidentReport,
  type MemoryReport,
  type ResidentReport,
} from '../../../protocol/memory.ts';
import {
  MAX_SAMPLES,
  sampleOf,
  withCollections,
  type MemorySample,
  type SeenCollection,
} from './memory-history.ts';

const SHORTEST_MS = 5_000;
/** At most a twentieth of the time is spent in requests. */
const SHARE = 20;
/** An earlier history is kept this long after its tab closed. */
const KEPT_MS = 10 * 60_000;

interface Timed {
  readonly elapsedMs: number;
}

interface Report extends Timed {
  readonly report: MemoryReport;
  readonly samples: readonly MemorySample[];
}

interface Resident extends Timed {
  readonly report: ResidentReport;
}

interface Collections extends Timed {
  readonly seen: readonly SeenCollection[];
}

const intervalOf = (read: Timed | undefined): number => Math.max(SHORTEST_MS, (read?.elapsedMs ?? 0) * SHARE);

export interface MemoryReadings {
  readonly report: MemoryReport | null;
  readonly reportError: unknown;
  readonly samples: readonly MemorySample[];
  readonly resident: ResidentReport | null;
  readonly residentError: unknown;
  /** Null until they are read. */
  readonly collections: readonly SeenCollection[] | null;
  readonly collectionsError: unknown;
  readonly requestsPerMinute: number;
  readonly refresh: () => void;
}

export function useMemory(
  server: ServerClient,
  options: { readonly watching: boolean; readonly visible: boolean; readonly managedHeap: boolean },
): MemoryReadings {
  const { watching, visible, managedHeap } = options;
  const queries = useQueryClient();
  const live = watching && visible;
  const key = [server.connection, '@memory'];
  const shared = { enabled: visible, gcTime: KEPT_MS, structuralSharing: false, retry: false } as const;
  const report = useQuery<Report>({
    ...shared,
    queryKey: [...key, 'report'],
    refetchInterval: ({ state }) => (live ? intervalOf(state.data) : false),
    queryFn: async ({ signal, queryKey }) => {
      const at = Date.now();
      const read = await getMemoryReport(server, { signal });
      const before = queries.getQueryData<Report>(queryKey)?.samples ?? [];
      return {
        report: read,
        samples: [...before, sampleOf(at, read)].slice(-MAX_SAMPLES),
        elapsedMs: Date.now() - at,
      };
    },
  });
  const resident = useQuery<Resident>({
    ...shared,
    queryKey: [...key, 'resident'],
    refetchInterval: ({ state }) => (live && state.error === null ? intervalOf(state.data) : false),
    queryFn: async ({ signal }) => {
      const at = Date.now();
      return { report: await getResidentReport(server, { signal }), elapsedMs: Date.now() - at };
    },
  });
  const collections = useQuery<Collections>({
    ...shared,
    enabled: visible && managedHeap,
    queryKey: [...key, 'collections'],
    refetchInterval: ({ state }) => (live && state.error === null ? intervalOf(state.data) : false),
    queryFn: async ({ signal, queryKey }) => {
      const at = Date.now();
      const read = await getGarbageCollections(server, { signal });
      const before = queries.getQueryData<Collections>(queryKey)?.seen ?? [];
      return { seen: withCollections(before, read, at), elapsedMs: Date.now() - at };
    },
  });
  const polled = [report, resident, ...(managedHeap ? [collections] : [])];
  return {
    report: report.data?.report ?? null,
    reportError: report.error,
    samples: report.data?.samples ?? [],
    resident: resident.data?.report ?? null,
    residentError: resident.error,
    collections: collections.data?.seen ?? null,
    collectionsError: collections.error,
    requestsPerMinute: live
      ? Math.round(polled.reduce((sum, { data }) => sum + 60_000 / intervalOf(data), 0))
      : 0,
    refresh: () => {
      for (const each of polled) void each.refetch();
    },
  };
}
