/** Whether a metric is measured, and why not. Pure. */
import type { MetricName } from '../../protocol/server-metrics.ts';
import type { OverviewRecorder } from './recorder.ts';
import type { SourceId } from './sources/source.ts';

/** What the sandbox reports; the rest needs a server. */
const ofSandbox: ReadonlySet<MetricName> = new Set<MetricName>([
  'cpu.process',
  'cpu.machine',
  'queries.running',
  'queries.slowest',
  'requests.p50',
  'requests.p99',
  'requests.failed',
  'memory.workingSet',
  'memory.mapped',
  'memory.available',
  'problems.indexingErrors',
  'problems.alerts',
  'indexing.stale',
  'writes.documents',
  'disk.databases',
]);

/** Only the connected node reports these. */
const ofConnected: ReadonlySet<MetricName> = new Set<MetricName>([
  'queries.running',
  'queries.slowest',
  'requests.p50',
  'requests.p99',
  'requests.failed',
]);

/** Needs every request reported. */
const ofRequests: ReadonlySet<MetricName> = new Set<MetricName>([
  'requests.p50',
  'requests.p99',
  'requests.failed',
]);

/** Read by requests alone: a server with a dashboard feed does not report it. */
const ofRequestedStatistics: ReadonlySet<MetricName> = new Set<MetricName>(['indexing.stale']);

/** The dashboard feed reports storage about once a minute. */
const REPORTED_WITHIN_MS = 90_000;
/** A feed that is silent for this long is not live, whatever its socket says. */
export const SILENT_MS = 15_000;
/** Slow answers make the pause between two polls up to a minute long. */
const POLLED_WITHIN_MS = 75_000;
const polled: ReadonlySet<SourceId> = new Set<SourceId>(['credits', 'databases', 'statistics', 'load']);
/** The dashboard feed reports these in its storage frame, which is rarer than the others. */
const ofStorage: ReadonlySet<MetricName> = new Set<MetricName>(['disk.free', 'disk.databases']);

export type Reported =
  | {
      readonly kind: 'measured';
      readonly value: number;
      readonly at: number;
      readonly stale: boolean;
      /** Why its source failed; undefined while it works. */
      readonly error: unknown;
    }
  | { readonly kind: 'waiting' }
  /** It did not happen since the feed was opened. */
  | { readonly kind: 'none' }
  /** It needs the switch of the toolbar. */
  | { readonly kind: 'off' }
  /** The server, or the node, does not report it. */
  | { readonly kind: 'unreported' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Reporter {
  readonly sandbox: boolean;
  readonly connectedNode: boolean;
  readonly watchingRequests: boolean;
}

export function reportOf(
  recorder: OverviewRecorder,
  metric: MetricName,
  by: Reporter,
  now: number,
): Reported {
  const last = recorder.history.last(metric);
  if (last)
    return {
      kind: 'measured',
      ...last,
      stale: isStale(recorder, metric, last.at, now),
      error: failureOf(recorder, recorder.origins.get(metric)),
    };
  if (by.sandbox ? !ofSandbox.has(metric) : !by.connectedNode && ofConnected.has(metric))
    return { kind: 'unreported' };
  if (ofRequests.has(metric) && !by.watchingRequests) return { kind: 'off' };
  const source = recorder.sources.get(sourceOf(metric, by.sandbox));
  if (source?.status.kind === 'failed') {
    if (!ofRequestedStatistics.has(metric)) return { kind: 'failed', error: source.status.error };
    // Plain requests may still report it.
    const error = failureOf(recorder, 'databases') ?? failureOf(recorder, 'statistics');
    return error === undefined ? { kind: 'waiting' } : { kind: 'failed', error };
  }
  if (!by.sandbox && ofRequestedStatistics.has(metric)) return { kind: 'unreported' };
  // A collection is reported when there was one.
  if (metric === 'gc.pause' && source?.status.kind === 'live') return { kind: 'none' };
  const waited = now - (source?.liveSince ?? now);
  return { kind: waited > REPORTED_WITHIN_MS ? 'unreported' : 'waiting' };
}

/** Both the source and the figure itself must have reported lately. */
function isStale(recorder: OverviewRecorder, metric: MetricName, lastAt: number, now: number): boolean {
  const origin = recorder.origins.get(metric);
  if (origin === undefined) return true;
  const source = recorder.sources.get(origin);
  if (source?.status.kind !== 'live') return true;
  const silentMs = polled.has(origin) ? POLLED_WITHIN_MS : SILENT_MS;
  if (source.lastAt === null || now - source.lastAt > silentMs) return true;
  // A collection is reported when there was one.
  if (metric === 'gc.pause') return false;
  return now - lastAt > (ofStorage.has(metric) ? REPORTED_WITHIN_MS : silentMs);
}

function failureOf(recorder: OverviewRecorder, id: SourceId | undefined): unknown {
  const status = id && recorder.sources.get(id)?.status;
  return status?.kind === 'failed' ? status.error : undefined;
}

/** Where a metric is expected from. */
function sourceOf(metric: MetricName, sandbox: boolean): SourceId {
  if (ofRequests.has(metric)) return 'requests';
  if (metric.startsWith('queries.')) return 'queries';
  if (!sandbox) return 'dashboard';
  if (metric.startsWith('cpu.')) return 'threads';
  if (metric.startsWith('memory.')) return 'load';
  return metric === 'indexing.stale' || metric === 'writes.documents' ? 'statistics' : 'databases';
}
