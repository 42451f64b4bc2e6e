/** The charts of the screen, from the series of a recording. */
import type { ChartData, ChartLine } from '../../charts/series/index.ts';
import type { RecordingCharts, RecordingOverview, RecordingSeries } from '../../contract/index.ts';
import { formatBytes, formatCompact, formatMs } from '../../ui/index.ts';

interface ChartPlan {
  readonly id: string;
  readonly title: string;
  /** In the sentence of what was not recorded. */
  readonly missing: string;
  readonly least: number;
  readonly lines: readonly { readonly id: string; readonly name: string }[];
  /** Parts of the routes as `rookeryd record` names its sources. */
  readonly routes: readonly string[];
}

const plans: readonly ChartPlan[] = [
  {
    id: 'cpu',
    title: 'Processor',
    missing: 'processor',
    least: 100,
    lines: [
      { id: 'cpu.machine', name: 'Machine' },
      { id: 'cpu.process', name: 'Server' },
    ],
    routes: ['threads-info/watch'],
  },
  {
    id: 'memory',
    title: 'Memory',
    missing: 'memory',
    least: 1 << 20,
    lines: [
      { id: 'memory.workingSet', name: 'Working set' },
      { id: 'memory.available', name: 'Available' },
    ],
    routes: ['memory/stats'],
  },
  {
    id: 'requests',
    title: 'Requests',
    missing: 'requests',
    least: 1,
    lines: [
      { id: 'requests.rate', name: 'All' },
      { id: 'requests.failed', name: 'Failed or refused' },
    ],
    routes: ['traffic-watch'],
  },
  {
    id: 'durations',
    title: 'Request durations',
    missing: '',
    least: 1000,
    lines: [
      { id: 'requests.p99', name: '99th percentile' },
      { id: 'requests.p95', name: '95th percentile' },
    ],
    routes: [],
  },
  {
    id: 'journal',
    title: 'Journal writes',
    missing: 'journal writes',
    least: 1,
    lines: [{ id: 'journal.rate', name: 'Writes' }],
    routes: ['io-metrics'],
  },
  {
    id: 'longest',
    title: 'Longest journal write',
    missing: '',
    least: 1000,
    lines: [{ id: 'journal.longest', name: 'Write' }],
    routes: [],
  },
  {
    id: 'data',
    title: 'Data file',
    missing: 'flushes and syncs',
    least: 1000,
    lines: [
      { id: 'data.flush', name: 'Flush' },
      { id: 'data.sync', name: 'Sync' },
    ],
    routes: ['io-metrics'],
  },
  {
    id: 'gc',
    title: 'Garbage collections',
    missing: 'garbage collections',
    least: 1000,
    lines: [{ id: 'gc.pause', name: 'Longest pause' }],
    routes: ['memory/gc'],
  },
  {
    id: 'merger',
    title: 'Transaction merger',
    missing: 'transaction merger',
    least: 1,
    lines: [{ id: 'merger.queue', name: 'Operations that wait' }],
    routes: ['/databases/{db}/stats'],
  },
  {
    id: 'lag',
    title: 'Index lag',
    missing: 'index lag',
    least: 1,
    lines: [{ id: 'indexes.lag', name: 'Documents left, most' }],
    routes: ['indexes/stats'],
  },
];

const formats: Readonly<Record<RecordingSeries['unit'], (value: number) => string>> = {
  percent: (value) => `${value.toFixed(value < 10 ? 1 : 0)} %`,
  bytes: formatBytes,
  perSecond: (value) => `${formatCompact(value)}/s`,
  microseconds: (value) => formatMs(value / 1000),
  count: formatCompact,
};

/** The charts that have a series. */
export function chartsOf({ range, buckets, series }: RecordingCharts): readonly ChartData[] {
  const byId = new Map(series.map((each) => [each.id, each]));
  const width = (range.to - range.from) / Math.max(1, buckets);
  return plans.flatMap(({ id, title, least, lines }) => {
    const found = lines.flatMap((line, place) => {
      const own = byId.get(line.id);
      if (own === undefined) return [];
      const tone: ChartLine['tone'] = place === 0 ? 0 : 1;
      const columns = columnsOf(own.values, range.from, width);
      return [{ ...line, tone, shape: own.shape, unit: own.unit, gapMs: own.gapUs / 1000, ...columns }];
    });
    const [first] = found;
    return first === undefined ? [] : [{ id, title, least, lines: found, format: formats[first.unit] }];
  });
}

function columnsOf(values: readonly (number | null)[], from: number, width: number) {
  const times: number[] = [];
  const present: number[] = [];
  values.forEach((value, place) => {
    if (value === null) return;
    times.push((from + place * width) / 1000);
    present.push(value);
  });
  return { times, values: present };
}

/** What has no chart, with the reason where a source names one. */
export function notRecorded(charts: RecordingCharts, overview: RecordingOverview): readonly string[] {
  return partsWithReasons(charts, overview, false).map(({ missing, reason }) =>
    reason === undefined ? missing : `${missing} (${reason})`,
  );
}

/** What has a chart of a part of the time, with the reason. */
export function partlyRecorded(charts: RecordingCharts, overview: RecordingOverview): readonly string[] {
  return partsWithReasons(charts, overview, true).flatMap(({ missing, reason }) =>
    reason === undefined ? [] : [`${missing} (${reason})`],
  );
}

function partsWithReasons(charts: RecordingCharts, { ending }: RecordingOverview, haveCharts: boolean) {
  const present = new Set(charts.series.map(({ id }) => id));
  return plans.flatMap(({ missing, lines, routes }) => {
    if (missing === '' || lines.some(({ id }) => present.has(id)) !== haveCharts) return [];
    const reason = ending?.sources
      .find(({ source, problem }) => problem !== '' && routes.some((route) => source.includes(route)))
      ?.problem.replace(/\.$/, '');
    return [{ missing, reason }];
  });
}
