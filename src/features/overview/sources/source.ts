/** A source of figures: a live feed or a repeated request. It runs until its signal is aborted. */
import type { FeedStatus } from '../../../protocol/follow.ts';
import type { MetricValues } from '../../../protocol/server-metrics.ts';

export type SourceId =
  'dashboard' | 'credits' | 'threads' | 'queries' | 'requests' | 'databases' | 'statistics' | 'load';

export interface Sink {
  readonly onStatus: (status: FeedStatus) => void;
  readonly onValues: (values: MetricValues) => void;
  /** Called for each request that is sent. */
  readonly onRequest: () => void;
}

export type Source = (sink: Sink, signal: AbortSignal) => Promise<void>;
