/** The load of a server from plain requests, where its socket cannot be opened. */
import { z } from 'zod';
import type { RequestOptions, ServerClient } from './client.ts';
import { known, metricValues, sumOf, type MetricValues } from './server-metrics.ts';

type Signal = Pick<RequestOptions, 'signal'>;

const group = z.record(z.string(), z.unknown()).nullish().catch(null);
const meter = z.looseObject({ Current: z.unknown() });
const metricsAnswer = z.looseObject({
  Requests: group,
  Docs: group,
  Attachments: group,
  Counters: group,
  TimeSeries: group,
  MapIndexes: group,
  MapReduceIndexes: group,
});

/** The present rate of a meter. */
function rate(of: Readonly<Record<string, unknown>> | null | undefined, name: string): number | undefined {
  return known(meter.safeParse(of?.[name]).data?.Current);
}

export async function getServerRates(server: ServerClient, options: Signal = {}): Promise<MetricValues> {
  const read = await server.read(metricsAnswer, 'GET', '/admin/metrics', options);
  const groups = [read.Docs, read.Attachments, read.Counters, read.TimeSeries];
  return metricValues({
    'requests.rate': rate(read.Requests, 'RequestsPerSec'),
    'requests.average': known(read.Requests?.AverageDuration),
    'writes.documents': rate(read.Docs, 'PutsPerSec'),
    'writes.extensions': sumOf(groups.slice(1).map((each) => rate(each, 'PutsPerSec'))),
    'writes.bytes': sumOf(groups.map((each) => rate(each, 'BytesPutsPerSec'))),
    'indexing.indexed': rate(read.MapIndexes, 'IndexedPerSec'),
    'indexing.mapped': rate(read.MapReduceIndexes, 'MappedPerSec'),
    'indexing.reduced': rate(read.MapReduceIndexes, 'ReducedPerSec'),
  });
}

const memoryAnswer = z.looseObject({ MemoryInformation: group });

/** Sizes are rounded to three or more digits, because this route writes them as text. */
export async function getServerMemory(server: ServerClient, options: Signal = {}): Promise<MetricValues> {
  const read = await server.read(memoryAnswer, 'GET', '/admin/debug/memory/stats', {
    query: { includeThreads: false, includeMappings: false },
    ...options,
  });
  const size = (name: string) => readSizeText(read.MemoryInformation?.[name]);
  return metricValues({
    'memory.workingSet': size('WorkingSet'),
    'memory.managed': size('ManagedAllocations'),
    'memory.unmanaged': size('UnmanagedAllocations'),
    'memory.mapped': size('MemoryMapped'),
    'memory.dirty': size('DirtyMemory'),
    'memory.available': size('AvailableMemoryForProcessing') ?? size('AvailableMemory'),
  });
}

const units: Readonly<Record<string, number>> = {
  bytes: 1,
  kbytes: 1024,
  mbytes: 1024 ** 2,
  gbytes: 1024 ** 3,
  tbytes: 1024 ** 4,
};

/** `2.208 GBytes` in bytes; undefined for another shape. */
export function readSizeText(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined;
  const [, digits = '', unit = ''] = /^([\d,]{1,20}(?:\.\d{1,6})?) ([KMGT]?Bytes)$/.exec(text) ?? [];
  const factor = units[unit.toLowerCase()];
  return factor === undefined ? undefined : known(Number(digits.replaceAll(',', '')) * factor);
}
