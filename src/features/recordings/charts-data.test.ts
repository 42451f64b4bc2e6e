import { expect, test } from 'vitest';
import type { RecordingCharts, RecordingOverview } from '../../contract/index.ts';
import { chartsOf, notRecorded, partlyRecorded } from './charts-data.ts';
import { findingsText } from './findings/finding-text.ts';
import { rangeAround } from './times.ts';

const charts: RecordingCharts = {
  range: { from: 1_000_000, to: 5_000_000 },
  buckets: 4,
  series: [
    { id: 'cpu.process', shape: 'line', unit: 'percent', gapUs: 3_000_000, values: [5, null, 7.5, null] },
    { id: 'gc.pause', shape: 'bar', unit: 'microseconds', gapUs: 0, values: [null, 4000, null, null] },
    { id: 'later.series', shape: 'line', unit: 'count', gapUs: 1, values: [1, 2, 3, 4] },
  ],
};

const overview: RecordingOverview = {
  manifest: {
    recorder: 'rookeryd',
    server: 'http://127.0.0.1:8080',
    serverVersion: '7.1.5',
    clockOffset: 0,
    databases: ['shop'],
    note: '',
    masked: false,
  },
  ending: {
    reason: '',
    leftOut: 0,
    sources: [
      { source: '/admin/traffic-watch', database: '', rows: 0, problem: 'the server refused it.' },
      { source: '/admin/debug/io-metrics', database: 'shop', rows: 0, problem: '' },
    ],
  },
  damage: [],
  span: { from: 0, to: 5_000_000 },
  extent: { from: 0, to: 5_000_000 },
  counts: [],
  rulesRun: 12,
  findings: [
    {
      rule: 'slow-journal-write',
      severity: 'critical',
      confidence: 'certain',
      subject: 'shop_2',
      title: 'A write took 9.0 s.',
      evidence: ['It began at *noon*.'],
      advice: 'Look at the disk.',
      from: 2_000_000,
      to: 4_000_000,
    },
  ],
};

test('charts have the present series with the middle columns left out, in the order of the screen', () => {
  const shown = chartsOf(charts);
  expect(shown.map(({ id }) => id)).toEqual(['cpu', 'gc']);
  expect(shown[0]?.lines).toMatchObject([
    { id: 'cpu.process', tone: 1, gapMs: 3000, times: [1000, 3000], values: [5, 7.5] },
  ]);
  expect(shown[0]?.format(7.5)).toBe('7.5 %');
  expect(shown[1]?.format(4000)).toBe('4 ms');
});

test('what is missing is named, with the reason of its source', () => {
  expect(notRecorded(charts, overview)).toEqual([
    'memory',
    'requests (the server refused it)',
    'journal writes',
    'flushes and syncs',
    'transaction merger',
    'index lag',
  ]);
});

test('a chart whose source was read for a part of the time is named with the reason', () => {
  expect(partlyRecorded(charts, overview)).toEqual([]);
  const series = { ...charts.series[0], id: 'requests.rate' } as RecordingCharts['series'][number];
  expect(partlyRecorded({ ...charts, series: [...charts.series, series] }, overview)).toEqual([
    'requests (the server refused it)',
  ]);
});

test('findings are copied as text and as Markdown', () => {
  const text = findingsText(overview, overview.findings, 'text');
  expect(text).toBe(
    [
      'Recording of http://127.0.0.1:8080 (7.1.5), 1970-01-01 00:00:00 UTC to 1970-01-01 00:00:05 UTC',
      'Findings: 1. Rules: 12.',
      [
        'Critical, certain: A write took 9.0 s.',
        'shop_2, 1970-01-01 00:00:02 UTC, 2 s (slow-journal-write)',
        '- It began at *noon*.',
        'Next: Look at the disk.',
      ].join('\n'),
    ].join('\n\n'),
  );
  const markdown = findingsText(overview, overview.findings, 'markdown');
  expect(markdown).toContain('**Critical, certain** · shop\\_2 · 1970-01-01 00:00:02 UTC, 2 s');
  expect(markdown).toContain('\n- It began at \\*noon\\*.\n\nNext: Look at the disk.');
});

test('the range around a finding has a margin, stays in the recording, and is never empty', () => {
  const all = { from: 0, to: 60_000 };
  expect(rangeAround({ from: 30_000_000, to: 40_000_000 }, all)).toEqual({ from: 20_000, to: 50_000 });
  expect(rangeAround({ from: 2_000_000, to: 2_000_000 }, all)).toEqual({ from: 0, to: 7000 });
  expect(rangeAround({ from: 900_000_000, to: 900_000_000 }, all)).toEqual(all);
});
