/** Records the figures of one node while its screen is visible. Kept when the tab closes, so that a return shows the past. */
import { capabilitiesOf } from '../../contract/index.ts';
import type { ServerClient } from '../../protocol/client.ts';
import type { FeedStatus } from '../../protocol/follow.ts';
import { pause } from '../../protocol/pause.ts';
import type { CpuCredits } from '../../protocol/cpu-credits.ts';
import type { RunningQuery } from '../../protocol/running-queries.ts';
import { metricNames, type MetricName, type MetricValues } from '../../protocol/server-metrics.ts';
import { MetricHistory } from './history/metric-history.ts';
import { databaseSources } from './sources/database-source.ts';
import { creditSource } from './sources/credit-source.ts';
import { dashboardSource, querySource, requestSource, threadSource } from './sources/feed-sources.ts';
import { loadSource, memorySource } from './sources/load-source.ts';
import { RequestRate } from './sources/request-rate.ts';
import type { Source, SourceId } from './sources/source.ts';
import { isAborted } from '../../protocol/is-aborted.ts';

/** A feed that could not be opened is tried again after this time. */
const RETRY_MS = 30_000;
/** What plain requests report while the dashboard feed cannot be opened. */
const fallbackIds = ['load', 'databases', 'statistics'] as const;

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
  /** Null: the server knows none. */
  credits: CpuCredits | null = null;
  /** Called when a source delivers for the first time since `start`. */
  onFirstValues: () => void = () => undefined;
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
    this.credits = null;
    const { monitoringFeeds } = capabilitiesOf(server.connection);
    if (node.connected)
      void this.runAgain(
        'queries',
        querySource(server, (query) => {
          this.slowest = query;
        }),
        signal,
      );
    if (monitoringFeeds) {
      if (node.connected)
        void this.run(
          'credits',
          creditSource(server, (credits) => (this.credits = credits)),
          signal,
        );
      void this.runDashboard(server, node, signal);
      return;
    }
    const { list, statistics } = databaseSources(server);
    void this.run('threads', threadSource(server), signal);
    void this.run('load', memorySource(server), signal);
    void this.run('databases', list, signal);
    void this.run('statistics', statistics, signal);
  }

  /** Percentiles need every request reported, so they are separate. */
  watchRequests(server: ServerClient, signal: AbortSignal): void {
    void this.runAgain('requests', requestSource(server), signal);
    signal.addEventListener('abort', () => this.sources.delete('requests'), { once: true });
  }

  get liveFeeds(): number {
    return [...this.sources].filter(([id, { status }]) => feeds.has(id) && status.kind === 'live').length;
  }

  private async runDashboard(server: ServerClient, node: RecordedNode, signal: AbortSignal): Promise<void> {
    const dashboard = dashboardSource(server, node.tag);
    const fallback = new AbortController();
    const endFallback = () => {
      if (fallback.signal.aborted) return;
      fallback.abort();
      for (const id of fallbackIds) this.sources.delete(id);
    };
    signal.addEventListener('abort', endFallback, { once: true });
    const source: Source = (sink, until) => {
      const onValues = (values: MetricValues) => {
        endFallback();
        sink.onValues(values);
      };
      return dashboard({ ...sink, onValues }, until);
    };
    await this.runAgain('dashboard', source, signal, () => {
      if (node.connected) this.runRequests(server, fallback.signal);
    });
  }

  /** Runs a source again after a failure. `onFailure` is called at the first one, also of a source that tries again itself. */
  private async runAgain(
    id: SourceId,
    source: Source,
    signal: AbortSignal,
    onFailure: () => void = () => undefined,
  ): Promise<void> {
    let hasFailed = false;
    const reporting: Source = (sink, until) => {
      const onStatus = (status: FeedStatus) => {
        sink.onStatus(status);
        if (status.kind !== 'failed' || hasFailed || until.aborted) return;
        hasFailed = true;
        onFailure();
      };
      return source({ ...sink, onStatus }, until);
    };
    while (!signal.aborted) {
      await this.run(id, reporting, signal);
      if (isAborted(signal)) return;
      // Ends early when the signal is aborted.
      await pause(RETRY_MS, signal);
    }
  }

  /** One set of requests for all attempts: a refused request is not repeated with each attempt. */
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
          const isFirst = (this.sources.get(id)?.lastAt ?? null) === null;
          this.record(id, values);
          change({ lastAt: this.now() });
          if (isFirst) this.onFirstValues();
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
