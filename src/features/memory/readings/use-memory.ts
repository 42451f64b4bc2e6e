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
import { nextReading, type Timed } from './next-reading.ts';

/** An earlier history is kept this long after its tab closed. */
const KEPT_MS = 10 * 60_000;

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

const requestsPerMinute = (pause: number | false): number => (pause === false ? 0 : 60_000 / pause);

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
    refetchInterval: ({ state }) => live && nextReading(state),
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
    refetchInterval: ({ state }) => live && nextReading(state),
    queryFn: async ({ signal }) => {
      const at = Date.now();
      return { report: await getResidentReport(server, { signal }), elapsedMs: Date.now() - at };
    },
  });
  const collections = useQuery<Collections>({
    ...shared,
    enabled: visible && managedHeap,
    queryKey: [...key, 'collections'],
    refetchInterval: ({ state }) => live && nextReading(state),
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
      ? Math.round(polled.reduce((sum, state) => sum + requestsPerMinute(nextReading(state)), 0))
      : 0,
    refresh: () => {
      for (const each of polled) void each.refetch();
    },
  };
}
