import { metricValues, type MetricValues } from '../../../protocol/server-metrics.ts';
import type { TrafficItem } from '../../../protocol/traffic.ts';

/** A socket is reported at its end, with the time that it was open. */
const SWITCHING_PROTOCOLS = 101;

/** Percentiles and failures of the requests of a period. Without requests there are no percentiles. */
export function summarizeRequests(items: readonly TrafficItem[], periodMs: number): MetricValues {
  const requests = items.filter(({ method, status }) => method !== 'TCP' && status !== SWITCHING_PROTOCOLS);
  const durations = requests
    .map(({ elapsedMs }) => elapsedMs)
    .filter((elapsed) => elapsed !== null)
    .sort((a, b) => a - b);
  const failed = requests.filter(({ status }) => status !== null && status >= 400).length;
  return metricValues({
    'requests.p50': nearestRank(durations, 0.5),
    'requests.p99': nearestRank(durations, 0.99),
    'requests.failed': failed / (periodMs / 1000),
  });
}

/** A measured value, not one between two; undefined without values. */
function nearestRank(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}
