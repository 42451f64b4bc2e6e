/** A report as texts: cells, CSV, and plain text for the clipboard. Pure. */
import type { DiskCheckReport, DiskMeasurement } from '../../contract/index.ts';
import { csvText } from '../../ui/csv-text.ts';
import { formatBytes, formatCount, formatMs } from '../../ui/format.ts';

export const methodNames: Readonly<Record<DiskMeasurement['method'], string>> = {
  Journal: 'Journal commit',
  Durable: 'Durable write',
  WriteSync: 'Write + fdatasync',
  Buffered: 'Buffered write',
  Read: 'Read',
};

export const formatNs = (nanoseconds: number | null): string =>
  nanoseconds === null ? '–' : formatMs(nanoseconds / 1e6);
/** Decimal, as the sentences of the report and the makers of disks count: 1 MB/s is a million bytes. */
export function formatRate(bytesPerSecond: number): string {
  for (const [unit, size] of rateUnits)
    if (bytesPerSecond >= size) return `${rateNumber.format(bytesPerSecond / size)} ${unit}/s`;
  return `${rateNumber.format(bytesPerSecond)} B/s`;
}
const rateUnits = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['KB', 1e3],
] as const;
const rateNumber = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** `ext4 on /dev/vda, 79 GB of 271 GB free`. */
export function diskText({ fileSystem: { name, source }, space }: DiskCheckReport): string {
  const where = `${name ?? 'Unknown file system'}${source === null ? '' : ` on ${source}`}`;
  return `${where}, ${formatBytes(space.available)} of ${formatBytes(space.total)} free`;
}

export function reportAsCsv({ measurements }: DiskCheckReport): string {
  return csvText(
    [
      ...['method', 'access', 'block_bytes', 'threads', 'operations', 'seconds', 'operations_per_second'],
      ...['bytes_per_second', 'min_ns', 'mean_ns', 'p50_ns', 'p90_ns', 'p99_ns', 'p999_ns', 'max_ns'],
      ...['sync_p50_ns', 'flush_seconds'],
    ],
    measurements.map(({ latency, syncLatency, ...each }) => [
      ...[each.method, each.access, each.blockSize, each.threads, each.operations, each.seconds],
      ...[each.operationsPerSecond, each.bytesPerSecond],
      ...[latency.minNs, latency.meanNs, latency.p50Ns, latency.p90Ns, latency.p99Ns, latency.p999Ns],
      ...[latency.maxNs, syncLatency?.p50Ns ?? null, each.flushSeconds],
    ]),
  );
}

export function reportAsText(report: DiskCheckReport): string {
  const rows = report.measurements.map((each) =>
    [
      methodNames[each.method],
      each.access.toLowerCase(),
      formatBytes(each.blockSize),
      String(each.threads),
      `${formatCount(each.operationsPerSecond)}/s`,
      formatRate(each.bytesPerSecond),
      ...[each.latency.p50Ns, each.latency.p99Ns, each.latency.maxNs].map(formatNs),
    ].join('\t'),
  );
  return [
    `Disk check of ${report.folder}, ${report.startedAt}`,
    diskText(report),
    '',
    ...report.findings.map(({ text }) => `- ${text}`),
    '',
    'method\taccess\tblock\tthreads\toperations\trate\tp50\tp99\tmax',
    ...rows,
    ...(report.skipped.length === 0
      ? []
      : ['', 'Not measured:', ...report.skipped.map((text) => `- ${text}`)]),
  ].join('\n');
}
