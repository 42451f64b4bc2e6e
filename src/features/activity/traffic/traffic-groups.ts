/** Requests filtered and grouped, with percentiles. Pure. */
import type { TrafficItem } from '../../../protocol/traffic.ts';
import type { trafficGroupings } from '../activity-state.ts';
import type { Arrived } from '../live/row-buffer.ts';
import { textFilter } from '../live/text-filter.ts';

export type Grouping = (typeof trafficGroupings)[number];

export interface TrafficFilter {
  readonly text: string;
  readonly slowMs: number;
  readonly failedOnly: boolean;
}

export const isFailed = ({ status }: TrafficItem): boolean => status !== null && status >= 400;

export function filterTraffic(
  rows: readonly Arrived<TrafficItem>[],
  { text, slowMs, failedOnly }: TrafficFilter,
): readonly Arrived<TrafficItem>[] {
  const matches = textFilter(text);
  return rows.filter(
    ({ row }) =>
      (slowMs === 0 || (row.elapsedMs ?? 0) >= slowMs) &&
      (!failedOnly || isFailed(row)) &&
      matches([row.path, row.database, row.client, row.info, row.kind, row.method]),
  );
}

export interface TrafficGroup {
  readonly name: string;
  readonly count: number;
  readonly failed: number;
  /** Null when no request of the group has a duration. */
  readonly p50: number | null;
  readonly p99: number | null;
  readonly longest: number | null;
  readonly totalMs: number;
  readonly responseBytes: number;
}

/** The method and the path without names, ids and parameters. */
export function routeOf({ method, path }: Pick<TrafficItem, 'method' | 'path'>): string {
  const [withoutQuery = ''] = path.split('?', 1);
  return `${method} ${withoutQuery.replace(/^\/databases\/[^/]+/, '/databases/*')}`;
}

/** The group with the most time first. */
export function groupTraffic(
  rows: readonly Arrived<TrafficItem>[],
  grouping: Exclude<Grouping, 'none'>,
): readonly TrafficGroup[] {
  const groups = new Map<string, TrafficItem[]>();
  for (const { row } of rows) {
    const name = nameOf(row, grouping);
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return [...groups]
    .map(([name, items]): TrafficGroup => {
      const durations = items
        .flatMap(({ elapsedMs }) => (elapsedMs === null ? [] : [elapsedMs]))
        .sort((a, b) => a - b);
      return {
        name,
        count: items.length,
        failed: items.filter(isFailed).length,
        p50: percentile(durations, 0.5),
        p99: percentile(durations, 0.99),
        longest: durations.at(-1) ?? null,
        totalMs: durations.reduce((sum, each) => sum + each, 0),
        responseBytes: items.reduce((sum, each) => sum + (each.responseBytes ?? 0), 0),
      };
    })
    .sort((a, b) => b.totalMs - a.totalMs || b.count - a.count);
}

function nameOf(item: TrafficItem, grouping: Exclude<Grouping, 'none'>): string {
  if (grouping === 'route') return routeOf(item);
  return (
    (grouping === 'client' ? item.client : item.database) ??
    (grouping === 'client' ? 'Unknown' : 'No database')
  );
}

/** The nearest rank of sorted values. */
export function percentile(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null;
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
