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

export type Reported =
  | { readonly kind: 'measured'; readonly value: number; readonly at: number; readonly stale: boolean }
  | { readonly kind: 'waiting' }
  /** It did not happen since the feed was opened. */
  | { readonly kind: 'none' }
  /** It needs the switch of the toolbar. */
  | { readonly kind: 'off' }
  /** The server, or the node, does not report it. */
  | { readonly kind: 'unreported' }
  | { readonly kind: 'failed' };

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
  if (last) return { kind: 'measured', ...last, stale: isStale(recorder, metric, now) };
  if (by.sandbox ? !ofSandbox.has(metric) : !by.connectedNode && ofConnected.has(metric))
    return { kind: 'unreported' };
  if (ofRequests.has(metric) && !by.watchingRequests) return { kind: 'off' };
  const source = recorder.sources.get(sourceOf(metric, by.sandbox));
  if (source?.status.kind === 'failed')
    return { kind: ofRequestedStatistics.has(metric) ? 'waiting' : 'failed' };
  if (!by.sandbox && ofRequestedStatistics.has(metric)) return { kind: 'unreported' };
  // A collection is reported when there was one.
  if (metric === 'gc.pause' && source?.status.kind === 'live') return { kind: 'none' };
  const waited = now - (source?.liveSince ?? now);
  return { kind: waited > REPORTED_WITHIN_MS ? 'unreported' : 'waiting' };
}

function isStale(recorder: OverviewRecorder, metric: MetricName, now: number): boolean {
  const origin = recorder.origins.get(metric);
  const source = origin && recorder.sources.get(origin);
  if (source?.status.kind !== 'live') return true;
  return source.lastAt === null || now - source.lastAt > SILENT_MS;
}

/** Where a metric is expected from. */
function sourceOf(metric: MetricName, sandbox: boolean): SourceId {
  if (ofRequests.has(metric)) return 'requests';
  if (metric.startsWith('queries.')) return 'queries';
  if (!sandbox) return 'dashboard';
  if (metric.startsWith('cpu.')) return 'threads';
  return metric === 'indexing.stale' || metric === 'writes.documents' ? 'statistics' : 'databases';
}
