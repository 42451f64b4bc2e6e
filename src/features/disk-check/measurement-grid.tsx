import { Gauge } from 'lucide-react';
import { useState } from 'react';
import type { DiskMeasurement } from '../../contract/index.ts';
import { SortedGrid, EmptyState, formatBytes, formatCount, type ValueColumn } from '../../ui/index.ts';
import { formatNs, formatRate, methodNames } from './report-texts.ts';

const end = { align: 'end' } as const;
const columns: readonly ValueColumn<DiskMeasurement>[] = [
  {
    id: 'method',
    title: 'Method',
    width: 150,
    least: 110,
    value: ({ method }) => methodNames[method],
    render: ({ method }) => methodNames[method],
  },
  { id: 'access', title: 'Access', width: 90, value: ({ access }) => access, render: ({ access }) => access },
  {
    id: 'block',
    title: 'Block',
    width: 70,
    ...end,
    value: ({ blockSize }) => blockSize,
    render: ({ blockSize }) => formatBytes(blockSize),
  },
  {
    id: 'threads',
    title: 'Threads',
    width: 70,
    ...end,
    value: ({ threads }) => threads,
    render: ({ threads }) => threads,
  },
  {
    id: 'operations',
    title: 'Operations/s',
    width: 105,
    ...end,
    value: ({ operationsPerSecond }) => operationsPerSecond,
    render: ({ operationsPerSecond }) => formatCount(operationsPerSecond),
  },
  {
    id: 'rate',
    title: 'Rate',
    width: 95,
    ...end,
    value: ({ bytesPerSecond }) => bytesPerSecond,
    render: ({ bytesPerSecond }) => formatRate(bytesPerSecond),
  },
  {
    id: 'p50',
    title: 'p50',
    width: 80,
    ...end,
    value: ({ latency }) => latency.p50Ns,
    render: ({ latency }) => formatNs(latency.p50Ns),
  },
  {
    id: 'p90',
    title: 'p90',
    width: 80,
    ...end,
    value: ({ latency }) => latency.p90Ns,
    render: ({ latency }) => formatNs(latency.p90Ns),
  },
  {
    id: 'p99',
    title: 'p99',
    width: 80,
    ...end,
    value: ({ latency }) => latency.p99Ns,
    render: ({ latency }) => formatNs(latency.p99Ns),
  },
  {
    id: 'p999',
    title: 'p99.9',
    width: 80,
    ...end,
    value: ({ latency }) => latency.p999Ns,
    render: ({ latency }) => formatNs(latency.p999Ns),
  },
  {
    id: 'max',
    title: 'Max',
    width: 80,
    ...end,
    value: ({ latency }) => latency.maxNs,
    render: ({ latency }) => formatNs(latency.maxNs),
  },
  {
    id: 'sync',
    title: 'Sync p50',
    width: 85,
    ...end,
    render: ({ syncLatency, flushSeconds }) =>
      syncLatency !== null
        ? formatNs(syncLatency.p50Ns)
        : flushSeconds === null
          ? ''
          : `${formatNs(flushSeconds * 1e9)} after`,
  },
];

export function MeasurementGrid({ rows }: { readonly rows: readonly DiskMeasurement[] }) {
  const [selected, setSelected] = useState<number | null>(null);
  return (
    <SortedGrid
      label="Measurements"
      columns={columns}
      rowCount={rows.length}
      row={(index) => rows[index]}
      selected={selected}
      onSelect={setSelected}
      empty={<EmptyState icon={Gauge} title="No measurements yet" text="The first step is running." />}
    />
  );
}
