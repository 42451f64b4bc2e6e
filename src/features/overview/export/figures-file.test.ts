import { expect, test } from 'vitest';
import { MetricHistory } from '../history/metric-history.ts';
import { figuresAsCsv, figuresAsJson } from './figures-file.ts';

const NOW = Date.UTC(2026, 0, 1);

function recorded(): MetricHistory {
  const history = new MetricHistory();
  history.add(NOW - 3_600_000, { 'disk.queue': 9 });
  history.add(NOW - 2_000, { 'cpu.process': 10 });
  history.add(NOW - 1_000, { 'cpu.process': 30 });
  return history;
}

test('writes the figures of the last ten minutes as CSV', () => {
  expect(figuresAsCsv(recorded(), NOW).split('\r\n')).toEqual([
    'Tile,Metric,Unit,Last,At,Minimum,Median,Maximum,Samples',
    'Processor,CPU of the server process,percent,30,2025-12-31T23:59:59.000Z,10,20,30,2',
    '',
  ]);
});

test('writes samples and changes as JSON', () => {
  const spans = { before: { from: NOW - 9_000, to: NOW - 5_000 }, after: { from: NOW - 5_000, to: NOW } };
  const result = { changes: [], steady: ['cpu.process' as const], tooFew: [] };
  const read = JSON.parse(
    figuresAsJson({ connection: 'Staging', node: 'A' }, recorded(), { spans, result }, NOW),
  ) as unknown;
  expect(read).toMatchObject({
    connection: 'Staging',
    node: 'A',
    changes: { before: { from: '2025-12-31T23:59:51.000Z' }, steady: ['cpu.process'] },
    figures: [
      {
        id: 'cpu.process',
        samples: 2,
        series: [
          ['2025-12-31T23:59:58.000Z', 10],
          ['2025-12-31T23:59:59.000Z', 30],
        ],
      },
    ],
  });
});
