/** Records the figures of one node while its screen is visible. Kept when the tab closes, so that a return shows the past. */
import { capabilitiesOf } from '../../contract/index.ts';
import type { ServerClient } from '../../protocol/client.ts';
import type { FeedStatus } from '../../protocol/follow.ts';
import { pause } from '../../protocol/pause.ts';
import type { RunningQuery } from '../../protocol/running-queries.ts';
import { metricNames, type MetricName, type MetricValues } from '../../protocol/server-metrics.ts';
import { MetricHistory } from './history/metric-history.ts';
import { databaseSources } from './sources/database-source.ts';
import { dashboardSource, querySource, requestSource, threadSource } from './sources/feed-sources.ts';
import { loadSource } from './sources/load-source.ts';
import { RequestRate } from './sources/request-rate.ts';
import type { Source, SourceId } from './sources/source.ts';

/** A feed that could not be opened is tried again after this time. */
const RETRY_MS = 30_000;

export interface SourceState {
  readonly status: FeedStatus;
  /** When it delivered last; null: never. */
  readonly lastAt: number | null;
  /** When it was live first since the screen was shown. */
  readonly liveSince: number | null;
}

const feeds: ReadonlySet<SourceId> = new Set(['dashboard', 'threads', 'queries', 'requests']);

/** The node that is recorded. */
export interface RecordedNode {
  /** Null: a server that has no tag yet, or the sandbox. */
  readonly tag: string | null;
  /** The connected one. Others report only the figures of the dashboard feed. */
  readonly connected: boolean;
}

export class OverviewRecorder {
  readonly history = new MetricHistory();
  readonly sources = new Map<SourceId, SourceState>();
  readonly requests: RequestRate;
  /** The source that delivered a metric last. */
  readonly origins = new Map<MetricName, SourceId>();
  slowest: RunningQuery | null = null;
  private readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
    this.requests = new RequestRate(now());
  }

  /** Runs all sources of a server until aborted. */
  start(server: ServerClient, node: RecordedNode, signal: AbortSignal): void {
    this.requests.restart(this.now());
    this.sources.clear();
    this.slowest = null;
    const { monitoringFeeds } = capabilitiesOf(server.connection);
    if (node.connected)
      void this.run(
        'queries',
        querySource(server, (query) => {
          this.slowest = query;
        }),
        signal,
      );
    if (monitoringFeeds) {
      void this.runDashboard(server, node, signal);
      return;
    }
    const { list, statistics } = databaseSources(server);
    void this.run('threads', threadSource(server), signal);
    void this.run('databases', list, signal);
    void this.run('statistics', statistics, signal);
  }

  /** Percentiles need every request reported, so they are separate. */
  watchRequests(server: ServerClient, signal: AbortSignal): void {
    void this.run('requests', requestSource(server), signal);
    signal.addEventListener('abort', () => this.sources.delete('requests'), { once: true });
  }

  get liveFeeds(): number {
    return [...this.sources].filter(([id, { status }]) => feeds.has(id) && status.kind === 'live').length;
  }

  private async runDashboard(server: ServerClient, node: RecordedNode, signal: AbortSignal): Promise<void> {
    const dashboard = dashboardSource(server, node.tag);
    while (!signal.aborted) {
      await this.run('dashboard', dashboard, signal);
      if (isAborted(signal)) return;
      const fallback = new AbortController();
      if (node.connected) this.runRequests(server, fallback.signal);
      // Ends early when the signal is aborted.
      await pause(RETRY_MS, signal);
      fallback.abort();
      for (const id of ['load', 'databases', 'statistics'] as const) this.sources.delete(id);
    }
  }

  /** What plain requests report, while the feed cannot be opened. */
  private runRequests(server: ServerClient, signal: AbortSignal): void {
    const { list, statistics } = databaseSources(server);
    void this.run('load', loadSource(server), signal);
    void this.run('databases', list, signal);
    void this.run('statistics', statistics, signal);
  }

  private run(id: SourceId, source: Source, signal: AbortSignal): Promise<void> {
    const change = (part: Partial<SourceState>) => {
      if (signal.aborted) return;
      const before = this.sources.get(id) ?? {
        status: { kind: 'connecting' },
        lastAt: null,
        liveSince: null,
      };
      this.sources.set(id, { ...before, ...part });
    };
    return source(
      {
        onStatus: (status) => {
          const before = this.sources.get(id);
          const since = before?.liveSince ?? null;
          // A failure stays shown while the source is tried again.
          if (status.kind === 'connecting' && before?.status.kind === 'failed') return;
          change({ status, liveSince: status.kind === 'live' ? (since ?? this.now()) : since });
        },
        onValues: (values) => {
          if (signal.aborted) return;
          this.record(id, values);
          change({ lastAt: this.now() });
        },
        onRequest: () => this.requests.count(this.now()),
      },
      signal,
    );
  }

  private record(id: SourceId, values: MetricValues): void {
    this.history.add(this.now(), values);
    for (const name of metricNames) if (values[name] !== undefined) this.origins.set(name, id);
  }
}

/** Read again after an await: the compiler takes the value from before. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

const MOST_RECORDERS = 8;
const recorders = new Map<string, OverviewRecorder>();

/** The recorder of a connection and node; the oldest of more than eight is dropped. */
export function recorderOf(connectionId: string, node: string | null): OverviewRecorder {
  const key = JSON.stringify([connectionId, node]);
  const found = recorders.get(key) ?? new OverviewRecorder();
  recorders.delete(key);
  recorders.set(key, found);
  const [oldest] = recorders.keys();
  if (recorders.size > MOST_RECORDERS && oldest !== undefined) recorders.delete(oldest);
  return found;
}
