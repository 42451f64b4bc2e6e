import { describe, expect, it } from 'vitest';
import type { RecordingComparison } from '../../../contract/index.ts';
import {
  comparisonCsv,
  comparisonRows,
  comparisonText,
  ratioText,
  swapped,
  valueText,
} from './comparison-rows.ts';

type Metric = RecordingComparison['metrics'][number];
const metric = (name: string, a: number | null, b: number | null): Metric => ({
  database: 'Shop',
  name,
  unit: 'microseconds',
  a,
  b,
  ratio: a === null || b === null || a === 0 ? null : b / a,
});
const side = { server: 'http://a:8080', version: '7.1.5', started: 1_795_000_000_000_000, seconds: 600 };
const comparison = (metrics: readonly Metric[]): RecordingComparison => ({
  a: side,
  b: { ...side, seconds: 300 },
  metrics: [...metrics],
  onlyInA: ['slow-sync'],
  onlyInB: [],
});

describe('rows of a comparison', () => {
  it('begin with the largest change in either direction; values of one side are last', () => {
    const rows = comparisonRows(
      comparison([
        metric('one side', 5, null),
        metric('same', 100, 105),
        metric('twice', 100, 200),
        metric('tenth', 100, 10),
        metric('other side', null, 5),
        metric('lower', 100, 70),
        metric('from zero', 0, 5),
      ]),
    );
    expect(rows.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['from zero', 'from-zero'],
      ['tenth', 'much-lower'],
      ['twice', 'much-higher'],
      ['lower', 'lower'],
      ['same', 'same'],
      ['one side', 'only-a'],
      ['other side', 'only-b'],
    ]);
  });

  it('keep their order where nothing really changed', () => {
    const rows = comparisonRows(comparison([metric('b', 1, 1), metric('a', 100, 109), metric('zero', 0, 0)]));
    expect(rows.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual(['b same', 'a same', 'zero same']);
  });

  it('swap their sides', () => {
    const given = comparison([
      metric('twice', 100, 200),
      metric('from zero', 0, 5),
      metric('one side', 5, null),
    ]);
    const other = swapped(given);
    expect(other.a.seconds).toBe(300);
    expect(other.onlyInB).toEqual(['slow-sync']);
    expect(other.metrics.map(({ ratio }) => ratio)).toEqual([0.5, 0, null]);
    expect(swapped(other)).toEqual(given);
  });
});

it('formats values with their unit', () => {
  expect(valueText(null, 'bytes')).toBe('–');
  expect(valueText(1500, 'microseconds')).toBe('1.5 ms');
  expect(valueText(2048, 'bytes')).toBe('2 KB');
  expect(valueText(12.345, 'percent')).toBe('12.35 %');
  expect(valueText(1234.5, 'perSecond')).toBe('1,234.5/s');
  expect(ratioText(2)).toBe('2×');
  expect(ratioText(null)).toBe('–');
});

it('is written as CSV with exact values, and as text with names', () => {
  const given = comparison([{ ...metric('Requests, p99', 100, 250), database: '' }]);
  expect(comparisonCsv(comparisonRows(given))).toBe(
    'database,metric,unit,a,b,ratio,change\r\nServer,"Requests, p99",µs,100,250,2.5,much-higher\r\n',
  );
  const text = comparisonText(given, ['before.rookery', 'after.rookery']);
  expect(text).toContain('A: before.rookery, http://a:8080 7.1.5, ');
  expect(text).toContain('Server\tRequests, p99\t100 µs\t250 µs\t2.5×\t▲▲ Much higher');
  expect(text).toMatch(/Found in A only: slow-sync$/);
});
