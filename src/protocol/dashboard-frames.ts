/**
 * The frames of `/cluster-dashboard/watch` (RavenDB 6.2 and 7.1 send the same members): one JSON object per widget and
 * period. A member of an unknown shape is left out; the others of its frame are read.
 */
import { z } from 'zod';
import { known, largestOf, metricValues, sumOf, type MetricValues } from './server-metrics.ts';

/** The widgets that are watched. The server closes the socket when it does not know one. */
export const widgetTypes = [
  'CpuUsage',
  'MemoryUsage',
  'IoStats',
  'Traffic',
  'Indexing',
  'DatabaseOverview',
  'StorageUsage',
  'GcInfo',
] as const;
export type WidgetType = (typeof widgetTypes)[number];

type Members = Readonly<Record<string, unknown>>;

const members = z.record(z.string(), z.unknown());
const frame = z.looseObject({ Data: z.looseObject({ Type: z.string() }) });
const errorFrame = z.looseObject({ Type: z.literal('Error'), Exception: z.string().catch('') });

const KB = 1024;
const times = (factor: number, value: number | undefined): number | undefined =>
  value === undefined ? undefined : known(value * factor);

function itemsOf(data: Members): readonly Members[] {
  const items = Array.isArray(data.Items) ? (data.Items as readonly unknown[]) : [];
  return items.flatMap((item) => {
    const read = members.safeParse(item).data;
    return read ? [read] : [];
  });
}

/** The total pause of a collection; undefined when there was none in the period. */
function pauseOf(collection: unknown): number | undefined {
  const pauses = members.safeParse(collection).data?.PauseDurationsInMs;
  return Array.isArray(pauses) ? sumOf(pauses) : undefined;
}

const readers: Readonly<Record<WidgetType, (data: Members) => MetricValues>> = {
  CpuUsage: (data) =>
    metricValues({
      'cpu.process': known(data.ProcessCpuUsage),
      'cpu.machine': known(data.MachineCpuUsage),
      'cpu.cores': known(data.UtilizedCores),
    }),
  MemoryUsage: (data) =>
    metricValues({
      'memory.workingSet': known(data.WorkingSet),
      'memory.managed': known(data.ManagedAllocations),
      'memory.unmanaged': known(data.UnmanagedAllocations),
      'memory.mapped': known(data.MemoryMapped),
      'memory.dirty': known(data.DirtyMemory),
      'memory.available': known(data.AvailableMemoryForProcessing) ?? known(data.AvailableMemory),
    }),
  IoStats: (data) => {
    const items = itemsOf(data);
    const sum = (name: string) => sumOf(items.map((item) => item[name]));
    return metricValues({
      'disk.readOperations': sum('IoReadOperations'),
      'disk.writeOperations': sum('IoWriteOperations'),
      'disk.readBytes': times(KB, sum('ReadThroughputInKb')),
      'disk.writeBytes': times(KB, sum('WriteThroughputInKb')),
      'disk.queue': largestOf(items.map((item) => item.QueueLength)),
    });
  },
  Traffic: (data) =>
    metricValues({
      'requests.rate': known(data.RequestsPerSecond),
      'requests.average': known(data.AverageRequestDuration),
      'writes.documents': known(data.DocumentWritesPerSecond),
      'writes.extensions': sumOf([
        data.AttachmentWritesPerSecond,
        data.CounterWritesPerSecond,
        data.TimeSeriesWritesPerSecond,
      ]),
      'writes.bytes': sumOf([
        data.DocumentsWriteBytesPerSecond,
        data.AttachmentsWriteBytesPerSecond,
        data.CountersWriteBytesPerSecond,
        data.TimeSeriesWriteBytesPerSecond,
      ]),
    }),
  Indexing: (data) =>
    metricValues({
      'indexing.indexed': known(data.IndexedPerSecond),
      'indexing.mapped': known(data.MappedPerSecond),
      'indexing.reduced': known(data.ReducedPerSecond),
    }),
  DatabaseOverview: (data) => {
    const items = itemsOf(data).filter((item) => item.Irrelevant !== true);
    const sum = (name: string) => sumOf(items.map((item) => item[name]));
    // A server without databases has no problems of databases.
    const none = Array.isArray(data.Items) && items.length === 0 ? 0 : undefined;
    return metricValues({
      'problems.indexingErrors': sum('IndexingErrorsCount') ?? none,
      'problems.erroredIndexes': sum('ErroredIndexesCount') ?? none,
      'problems.alerts': sum('AlertsCount') ?? none,
      'problems.hints': sum('PerformanceHintsCount') ?? none,
    });
  },
  StorageUsage: (data) => {
    const items = itemsOf(data);
    const free = items.map((item) => known(item.FreeSpace)).filter((value) => value !== undefined);
    return metricValues({
      'disk.free': free.length === 0 ? undefined : free.reduce((least, value) => Math.min(least, value)),
      'disk.databases': sumOf(items.map((item) => item.RavenSize)),
    });
  },
  GcInfo: (data) => {
    const collections = [data.Ephemeral, data.Background, data.FullBlocking];
    const read = collections.map((collection) => members.safeParse(collection).data);
    return metricValues({
      'gc.pause': largestOf(collections.map(pauseOf)),
      'gc.timeShare': largestOf(read.map((collection) => collection?.PauseTimePercentage)),
      'gc.heap': largestOf(read.map((collection) => collection?.TotalHeapSizeAfterBytes)),
    });
  },
};

export type DashboardFrame =
  | { readonly kind: 'values'; readonly type: WidgetType; readonly values: MetricValues }
  | { readonly kind: 'error'; readonly reason: string }
  /** The server's clock, or a widget or shape that is not known here. */
  | { readonly kind: 'other' };

export function readDashboardFrame(raw: unknown): DashboardFrame {
  const failure = errorFrame.safeParse(raw).data;
  if (failure) return { kind: 'error', reason: failure.Exception };
  const read = frame.safeParse(raw).data;
  const type = widgetTypes.find((each) => each === read?.Data.Type);
  if (!read || type === undefined) return { kind: 'other' };
  return { kind: 'values', type, values: readers[type](read.Data) };
}
