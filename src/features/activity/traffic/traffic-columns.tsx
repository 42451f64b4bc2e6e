import { useMemo } from 'react';
import type { TrafficItem } from '../../../protocol/traffic.ts';
import {
  Badge,
  csvText,
  formatBytes,
  formatCount,
  formatMs,
  type GridColumn,
  type ValueColumn,
} from '../../../ui/index.ts';
import { timeOfDay } from '../live/time-of-day.ts';
import type { Arrived } from '../live/row-buffer.ts';
import { isFailed, type Grouping, type TrafficGroup } from './traffic-groups.ts';

const duration = (ms: number | null): string => (ms === null ? '–' : formatMs(ms));

export const requestColumns: readonly GridColumn<Arrived<TrafficItem>>[] = [
  { id: 'time', title: 'Time', width: 110, mono: true, render: ({ row }) => timeOfDay(row.at) },
  {
    id: 'duration',
    title: 'Duration',
    width: 90,
    align: 'end',
    render: ({ row }) => duration(row.elapsedMs),
  },
  {
    id: 'status',
    title: 'Status',
    width: 80,
    render: ({ row }) => (isFailed(row) ? <Badge tone="danger">{row.status}</Badge> : (row.status ?? '–')),
  },
  { id: 'method', title: 'Method', width: 80, render: ({ row }) => row.method },
  { id: 'path', title: 'Path', width: 380, least: 240, mono: true, render: ({ row }) => row.path },
  { id: 'database', title: 'Database', width: 120, render: ({ row }) => row.database ?? '–' },
  { id: 'client', title: 'Client', width: 120, mono: true, render: ({ row }) => row.client ?? '–' },
  {
    id: 'size',
    title: 'Response',
    width: 90,
    align: 'end',
    render: ({ row }) => (row.responseBytes === null ? '–' : formatBytes(row.responseBytes)),
  },
  {
    id: 'info',
    title: 'Details',
    width: 320,
    mono: true,
    render: ({ row }) => (row.info ?? '').slice(0, 300),
  },
];

const groupTitles: Readonly<Record<Exclude<Grouping, 'none'>, string>> = {
  route: 'Route',
  client: 'Client',
  database: 'Database',
};

export function useGroupColumns(grouping: Grouping): readonly ValueColumn<TrafficGroup>[] {
  return useMemo(
    () => [
      {
        id: 'name',
        title: grouping === 'none' ? '' : groupTitles[grouping],
        width: 380,
        mono: true,
        value: ({ name }) => name,
        render: ({ name }) => name,
      },
      {
        id: 'count',
        title: 'Requests',
        width: 100,
        align: 'end',
        value: ({ count }) => count,
        render: ({ count }) => formatCount(count),
      },
      {
        id: 'failed',
        title: 'Failed',
        width: 80,
        align: 'end',
        value: ({ failed }) => failed,
        render: ({ failed }) => (failed > 0 ? <Badge tone="danger">{formatCount(failed)}</Badge> : '0'),
      },
      {
        id: 'p50',
        title: 'p50',
        width: 90,
        align: 'end',
        value: ({ p50 }) => p50,
        render: ({ p50 }) => duration(p50),
      },
      {
        id: 'p99',
        title: 'p99',
        width: 90,
        align: 'end',
        value: ({ p99 }) => p99,
        render: ({ p99 }) => duration(p99),
      },
      {
        id: 'longest',
        title: 'Longest',
        width: 90,
        align: 'end',
        value: ({ longest }) => longest,
        render: ({ longest }) => duration(longest),
      },
      {
        id: 'total',
        title: 'Total time',
        width: 100,
        align: 'end',
        value: ({ totalMs }) => totalMs,
        render: ({ totalMs }) => formatMs(totalMs),
      },
      {
        id: 'bytes',
        title: 'Responses',
        width: 100,
        align: 'end',
        value: ({ responseBytes }) => responseBytes,
        render: ({ responseBytes }) => formatBytes(responseBytes),
      },
    ],
    [grouping],
  );
}

export function requestsAsCsv(rows: readonly Arrived<TrafficItem>[]): string {
  return csvText(
    [
      'Time',
      'Duration ms',
      'Status',
      'Method',
      'Path',
      'Database',
      'Client',
      'Kind',
      'Response bytes',
      'Details',
    ],
    rows.map(({ row }) => [
      Number.isNaN(row.at) ? null : new Date(row.at).toISOString(),
      row.elapsedMs,
      row.status,
      row.method,
      row.path,
      row.database,
      row.client,
      row.kind,
      row.responseBytes,
      row.info,
    ]),
  );
}

export function groupsAsCsv(groups: readonly TrafficGroup[]): string {
  return csvText(
    ['Group', 'Requests', 'Failed', 'p50 ms', 'p99 ms', 'Longest ms', 'Total ms', 'Response bytes'],
    groups.map((each) => [
      each.name,
      each.count,
      each.failed,
      each.p50,
      each.p99,
      each.longest,
      each.totalMs,
      each.responseBytes,
    ]),
  );
}
