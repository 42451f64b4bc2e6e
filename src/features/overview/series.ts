/** What the screen shows of each metric: label, unit, tile, scale, and the screen that explains it. */
import type { MetricName } from '../../protocol/server-metrics.ts';

export type Unit = 'percent' | 'bytes' | 'bytes-per-second' | 'per-second' | 'ms' | 'count';

export interface Target {
  readonly screen: string;
  /** The name of the screen, and of its view. */
  readonly label: string;
  readonly params?: Readonly<Record<string, string>>;
}

export interface Series {
  readonly id: MetricName;
  /** In its tile. */
  readonly label: string;
  /** Alone, as in a list of changes. */
  readonly title: string;
  /** In a list inside a sentence; absent: the label. */
  readonly inSentence?: string;
  /** What the label does not say. */
  readonly hint?: string;
  readonly unit: Unit;
  readonly kind: 'level' | 'count';
  /** The smallest deviation that matters, in its unit. */
  readonly floor: number;
  /** `zero`: from zero to the largest value; `fit`: around its values; `share`: from 0 to 100. */
  readonly scale: 'zero' | 'fit' | 'share';
  readonly explains: Target;
}

/**
 * The screen that explains a figure; null for a node that is not connected, because the screens show the connected one.
 * The sandbox reports no notifications: its alerts are in the dashboard.
 */
export function explainedBy(
  { explains }: Series,
  by: { readonly sandbox: boolean; readonly connectedNode: boolean },
): Target | null {
  if (!by.connectedNode) return null;
  return by.sandbox && explains === notifications ? dashboard : explains;
}

export interface Tile {
  readonly id: string;
  readonly title: string;
  readonly series: readonly Series[];
}

const threads: Target = { screen: 'threads', label: 'Threads' };
const io: Target = { screen: 'io', label: 'I/O' };
const indexes: Target = { screen: 'indexes', label: 'Indexes' };
const dashboard: Target = { screen: 'dashboard', label: 'Dashboard' };
const activity = (view: string, label: string): Target => ({
  screen: 'activity',
  label: `Activity: ${label}`,
  params: { view },
});
const requests = activity('traffic', 'Requests');
const queries = activity('queries', 'Running queries');
const notifications = activity('notifications', 'Notifications');

type Look = Pick<Series, 'unit' | 'floor' | 'scale' | 'kind'>;
const MB = 1024 * 1024;
const percent: Look = { unit: 'percent', floor: 3, scale: 'share', kind: 'level' };
const size: Look = { unit: 'bytes', floor: 8 * MB, scale: 'fit', kind: 'level' };
const throughput: Look = { unit: 'bytes-per-second', floor: 256 * 1024, scale: 'zero', kind: 'level' };
const rate: Look = { unit: 'per-second', floor: 1, scale: 'zero', kind: 'level' };
const duration: Look = { unit: 'ms', floor: 1, scale: 'zero', kind: 'level' };
const number: Look = { unit: 'count', floor: 0.5, scale: 'zero', kind: 'level' };
const exact: Look = { unit: 'count', floor: 1, scale: 'zero', kind: 'count' };

const one = (
  id: MetricName,
  label: string,
  title: string,
  look: Look,
  explains: Target,
  words: Pick<Series, 'inSentence' | 'hint'> = {},
): Series => ({ id, label, title, ...look, explains, ...words });

export const tiles: readonly Tile[] = [
  {
    id: 'cpu',
    title: 'Processor',
    series: [
      one('cpu.process', 'Server process', 'CPU of the server process', percent, threads),
      one('cpu.machine', 'Machine', 'CPU of the machine', percent, threads),
      one('cpu.cores', 'Cores in use', 'Cores in use', exact, threads, {
        hint: 'Those that the server may use: its licence, its system or an option can limit them.',
      }),
    ],
  },
  {
    id: 'credits',
    title: 'CPU credits',
    series: [
      one('cpu.credits', 'Left', 'CPU credits', { ...number, floor: 0.1 }, threads, {
        hint: 'Of a burstable machine: the server uses them while it needs more than its share of the processor.',
      }),
    ],
  },
  {
    id: 'requests',
    title: 'Requests',
    series: [
      one('requests.rate', 'Requests', 'Requests', rate, requests),
      one('requests.average', 'Average', 'Average request duration', duration, requests),
      one('requests.p50', 'Median (p50)', 'Median request duration (p50)', duration, requests, {
        inSentence: 'p50',
      }),
      one(
        'requests.p99',
        'Slowest 1\u00a0% (p99)',
        'Slowest 1\u00a0% of requests (p99)',
        duration,
        requests,
        {
          inSentence: 'p99',
        },
      ),
      one('requests.failed', 'Failed', 'Failed requests', { ...rate, floor: 0.1 }, requests, {
        inSentence: 'failed requests',
      }),
    ],
  },
  {
    id: 'queries',
    title: 'Queries',
    series: [
      one('queries.running', 'Running', 'Running queries', number, queries),
      one(
        'queries.slowest',
        'Longest running',
        'Longest running query',
        { ...duration, floor: 250 },
        queries,
      ),
    ],
  },
  {
    id: 'problems',
    title: 'Problems',
    series: [
      one('problems.indexingErrors', 'Indexing errors', 'Indexing errors', exact, indexes),
      one('problems.erroredIndexes', 'Errored indexes', 'Errored indexes', exact, indexes),
      one('problems.alerts', 'Alerts', 'Alerts of the databases', exact, notifications),
      one('problems.hints', 'Performance hints', 'Performance hints', exact, notifications),
    ],
  },
  {
    id: 'indexing',
    title: 'Indexing',
    series: [
      one('indexing.indexed', 'Indexed', 'Documents indexed', rate, indexes),
      one('indexing.mapped', 'Mapped', 'Documents mapped', rate, indexes),
      one('indexing.reduced', 'Reduced', 'Entries reduced', rate, indexes, {
        inSentence: 'reduced entries per second',
      }),
      one('indexing.stale', 'Stale indexes', 'Stale indexes', number, indexes),
    ],
  },
  {
    id: 'writes',
    title: 'Writes',
    series: [
      one('writes.documents', 'Documents', 'Document writes', rate, io),
      one('writes.extensions', 'Extensions', 'Attachment, counter, time series writes', rate, io, {
        inSentence: 'attachments, counters, time series',
        hint: 'Attachments, counters, time series.',
      }),
      one('writes.bytes', 'Written data', 'Written data', throughput, io),
    ],
  },
  {
    id: 'memory',
    title: 'Memory',
    series: [
      one('memory.workingSet', 'Working set', 'Working set', size, threads),
      one('memory.managed', 'Managed', 'Managed memory', size, threads),
      one('memory.unmanaged', 'Unmanaged', 'Unmanaged memory', size, threads),
      one('memory.mapped', 'Mapped files', 'Mapped files', size, io),
      one('memory.dirty', 'Dirty', 'Dirty memory', size, io),
      one('memory.available', 'Available', 'Available memory', { ...size, floor: 64 * MB }, threads),
    ],
  },
  {
    id: 'gc',
    title: 'Garbage collection',
    series: [
      one('gc.pause', 'Last pause', 'Pause of a garbage collection', { ...duration, floor: 5 }, threads),
      one(
        'gc.timeShare',
        'Time in pauses',
        'Time in garbage collection',
        { ...percent, floor: 0.5, scale: 'zero' },
        threads,
      ),
      one('gc.heap', 'Heap after collection', 'Heap after a garbage collection', size, threads),
    ],
  },
  {
    id: 'disk',
    title: 'Disk',
    series: [
      one('disk.readBytes', 'Read', 'Disk reads', throughput, io),
      one('disk.writeBytes', 'Written', 'Disk writes', throughput, io),
      one('disk.readOperations', 'Read operations', 'Disk read operations', { ...rate, floor: 5 }, io),
      one('disk.writeOperations', 'Write operations', 'Disk write operations', { ...rate, floor: 5 }, io),
      one('disk.queue', 'Queue length', 'Disk queue length', number, io),
      one('disk.free', 'Free space', 'Free disk space', { ...size, floor: 256 * MB }, dashboard),
      one('disk.databases', 'Database size', 'Size of the databases', { ...size, floor: 64 * MB }, dashboard),
    ],
  },
];

export const allSeries: readonly Series[] = tiles.flatMap(({ series }) => series);
