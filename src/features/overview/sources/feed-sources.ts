/** Figures from live feeds. */
import type { ServerClient } from '../../../protocol/client.ts';
import { watchDashboard } from '../../../protocol/cluster-dashboard.ts';
import { follow } from '../../../protocol/follow.ts';
import { watchRunningQueries, type RunningQuery } from '../../../protocol/running-queries.ts';
import { metricValues, known, type MetricValues } from '../../../protocol/server-metrics.ts';
import { watchThreads } from '../../../protocol/threads.ts';
import { watchTraffic, type TrafficItem } from '../../../protocol/traffic.ts';
import { summarizeRequests } from './request-summary.ts';
import type { Source } from './source.ts';

export const dashboardSource =
  (server: ServerClient, node: string | null): Source =>
  ({ onStatus, onValues }, signal) =>
    follow((until) => dashboardValues(server, node, until), signal, { onStatus, onItem: onValues });

/** Figures alone: an open socket that reports nothing yet, or only an error, is not live. */
async function* dashboardValues(
  server: ServerClient,
  node: string | null,
  signal: AbortSignal,
): AsyncGenerator<MetricValues> {
  for await (const item of watchDashboard(server, node, signal))
    if (item.kind === 'values') yield item.values;
}

/** CPU alone, of a server without a dashboard feed. */
export const threadSource =
  (server: ServerClient): Source =>
  ({ onStatus, onValues }, signal) =>
    follow((until) => watchThreads(server, until), signal, {
      onStatus,
      onItem: (item) => {
        if (item.kind !== 'message') return;
        const { processCpu, machineCpu, activeCores } = item.value;
        onValues(
          metricValues({
            'cpu.process': known(processCpu),
            'cpu.machine': known(machineCpu),
            'cpu.cores': known(activeCores),
          }),
        );
      },
    });

export const querySource =
  (server: ServerClient, onSlowest: (query: RunningQuery | null) => void): Source =>
  ({ onStatus, onValues }, signal) =>
    follow((until) => watchRunningQueries(server, until), signal, {
      onStatus,
      onItem: (queries) => {
        onSlowest(queries[0] ?? null);
        onValues({
          'queries.running': queries.length,
          'queries.slowest': known(queries[0]?.durationMs) ?? 0,
        });
      },
    });

const SUMMARY_MS = 5_000;

/** Percentiles of all requests of every five seconds. The server reports each request for it. */
export const requestSource =
  (server: ServerClient): Source =>
  async ({ onStatus, onValues }, signal) => {
    let arrived: TrafficItem[] = [];
    let live = false;
    const timer = setInterval(() => {
      if (live) onValues(summarizeRequests(arrived, SUMMARY_MS));
      arrived = [];
    }, SUMMARY_MS);
    try {
      await follow((until) => watchTraffic(server, until), signal, {
        onStatus: (status) => {
          live = status.kind === 'live';
          onStatus(status);
        },
        onItem: (item) => {
          if (typeof item === 'object') arrived.push(item);
        },
      });
    } finally {
      clearInterval(timer);
    }
  };
