/** The figures of a server at one moment, by name. Rates are per second, sizes in bytes, times in milliseconds. */
export const metricNames = [
  'cpu.process',
  'cpu.machine',
  'cpu.cores',
  'cpu.credits',
  'memory.workingSet',
  'memory.managed',
  'memory.unmanaged',
  'memory.mapped',
  'memory.dirty',
  'memory.available',
  'gc.pause',
  'gc.timeShare',
  'gc.heap',
  'disk.readBytes',
  'disk.writeBytes',
  'disk.readOperations',
  'disk.writeOperations',
  'disk.queue',
  'disk.free',
  'disk.databases',
  'requests.rate',
  'requests.average',
  'requests.p50',
  'requests.p99',
  'requests.failed',
  'writes.documents',
  'writes.extensions',
  'writes.bytes',
  'indexing.indexed',
  'indexing.mapped',
  'indexing.reduced',
  'indexing.stale',
  'queries.running',
  'queries.slowest',
  'problems.indexingErrors',
  'problems.erroredIndexes',
  'problems.alerts',
  'problems.hints',
] as const;
export type MetricName = (typeof metricNames)[number];

/** A metric that the server does not report is absent. */
export type MetricValues = Readonly<Partial<Record<MetricName, number>>>;

/** A finite number that is not negative: RavenDB writes -1 for what it does not know. */
export function known(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** The sum of the known ones; undefined when none is known. */
export function sumOf(values: readonly unknown[]): number | undefined {
  const found = values.map(known).filter((value) => value !== undefined);
  return found.length === 0 ? undefined : known(found.reduce((total, value) => total + value, 0));
}

export function largestOf(values: readonly unknown[]): number | undefined {
  const found = values.map(known).filter((value) => value !== undefined);
  return found.length === 0 ? undefined : found.reduce((most, value) => Math.max(most, value));
}

/** Without the unknown ones. */
export function metricValues(read: Readonly<Partial<Record<MetricName, number | undefined>>>): MetricValues {
  const values: Partial<Record<MetricName, number>> = {};
  for (const name of metricNames) {
    const value = read[name];
    if (value !== undefined) values[name] = value;
  }
  return values;
}
