/** Figures of the databases from plain requests, for a server without a dashboard feed. Loads no database. */
import type { ServerClient } from '../../../protocol/client.ts';
import { listDatabases } from '../../../protocol/databases.ts';
import { metricValues, sumOf } from '../../../protocol/server-metrics.ts';
import { getDatabaseStats } from '../../../protocol/stats.ts';
import { poll } from './poll.ts';
import type { Source } from './source.ts';

const LIST_MS = 10_000;
const ROUND_MS = 3_000;
/** At most two requests a second, however many databases there are. */
const MS_PER_DATABASE = 500;
export const MOST_DATABASES = 20;

interface Marks {
  readonly at: number;
  readonly etags: ReadonlyMap<string, number>;
}

/**
 * Two sources of one list: errors, alerts and sizes from the list itself; writes and stale indexes from the statistics
 * of the loaded databases.
 */
export function databaseSources(server: ServerClient): {
  readonly list: Source;
  readonly statistics: Source;
} {
  let loaded: readonly string[] = [];
  let onListed = (): void => undefined;
  const listed = new Promise<void>((resolve) => {
    onListed = resolve;
  });
  const list: Source = (sink, signal) =>
    poll(
      () => LIST_MS,
      async () => {
        sink.onRequest();
        const databases = await listDatabases(server, { signal });
        loaded = databases
          .filter(({ upTime, disabled, loadError }) => upTime !== null && !disabled && loadError === null)
          .map(({ name }) => name)
          .slice(0, MOST_DATABASES);
        onListed();
        sink.onValues(
          metricValues({
            'problems.indexingErrors': sumOf([0, ...databases.map(({ indexingErrors }) => indexingErrors)]),
            'problems.alerts': sumOf([0, ...databases.map(({ alerts }) => alerts)]),
            'disk.databases': sumOf([0, ...databases.map(({ sizeOnDisk }) => sizeOnDisk)]),
          }),
        );
      },
      sink,
      signal,
    );
  const statistics: Source = async (sink, signal) => {
    let before: Marks | null = null;
    sink.onStatus({ kind: 'connecting' });
    // Before the list has answered, no database is known: a sum of none would be a false zero.
    await Promise.race([listed, untilAborted(signal)]);
    await poll(
      () => Math.max(ROUND_MS, loaded.length * MS_PER_DATABASE),
      async () => {
        const names = loaded;
        const read = await Promise.all(
          names.map((name) => {
            sink.onRequest();
            return getDatabaseStats(server.database(name), { signal });
          }),
        );
        const etags = new Map(
          read.flatMap(({ lastEtag }, at) => (lastEtag === null ? [] : [[names[at] ?? '', lastEtag]])),
        );
        const marks: Marks = { at: Date.now(), etags };
        sink.onValues(
          metricValues({
            'writes.documents': before === null ? undefined : writesPerSecond(before, marks),
            'indexing.stale': sumOf([0, ...read.map(({ staleIndexes }) => staleIndexes)]),
          }),
        );
        before = marks;
      },
      sink,
      signal,
    );
  };
  return { list, statistics };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Every write of a database takes one etag. A database that was loaded or created in between counts from then on. */
export function writesPerSecond(before: Marks, after: Marks): number | undefined {
  const seconds = (after.at - before.at) / 1000;
  if (seconds <= 0) return undefined;
  let writes = 0;
  for (const [name, etag] of after.etags) writes += Math.max(0, etag - (before.etags.get(name) ?? etag));
  return writes / seconds;
}
